// Package life tells which chains live, and how.
//
// [Unconditional] finds what lives although its owner never answers: Benson's
// algorithm (Life in the Game of Go, 1976), corrected for rosettes. A region is
// a largest connected set of points without a stone of the colour. It is vital
// for a chain of the colour around it if
//
//   - it has an empty point;
//   - every empty point of it touches the chain, and where suicide is legal
//     every point, since the opponent can empty the region by suicide;
//   - no rosette lies wholly inside, unless libertyless rosettes are forbidden:
//     the opponent could make one, and then fill the last liberty.
//
// Chains with a rosette live. A chain without lives if two regions are vital
// for it around which all chains live; what fails is dropped until nothing more
// fails. The last condition is what Benson's original lacks: it calls the outer
// ring of a honeycomb with an empty hexagon inside alive, and it is not.
//
// The opponent can take every chain that is dropped: he takes those dropped
// earlier, which joins regions and leaves points in them that touch no other
// chain; fills each region that is not vital but for a point that does not
// touch the chain, or wholly, around a rosette; and fills the vital one last.
//
// A region is territory if all chains around it live and the opponent cannot
// live in it even if its owner never answers. His stones there do not help the
// owner: points that they fill count as free, since to take them makes room. He
// cannot live when he can make no rosette and no two eyes:
//
//   - A rosette wholly inside can be made, and under Forbid only if it is made
//     already or the region has a point besides.
//   - An eye is a point that touches no stone of the owner. If he lives with any
//     eyes, he lives with two: two points that do not touch, with all the rest
//     of the region filled. Then all his chains must touch both, which means
//     that neither point alone cuts the region in two. So it is enough to look
//     for two such points.
//   - Under Forbid an eye may also touch a chain of the owner that has a rosette
//     but, for all that the opponent leaves it, no other liberty: its owner may
//     not fill it. Two such points need different chains.
//
// Territory therefore goes further than the rule "no rosette inside, and the
// points that touch no stone of the owner touch each other". That rule misses
// corridors whose inner points cut them, and under Forbid a region that is one
// hexagon and nothing else; it is wrong where there are no stones of the owner
// at all (the empty 1×1 board would be territory of both), and under Forbid
// beside chains with a rosette and a single liberty.
//
// Life is exact in every reading. Territory is exact but for two things, both of
// which can only leave a region out: stones of the opponent's that fill its
// inner points, as said, and under Forbid chains that border several regions,
// which are looked at for one region at a time.
//
// [Seki] takes every stone on the board for alive.
//
// [Propose] says which chains of a final position are dead. What is
// unconditional comes first; the rest is asked of opinions about whose each
// point will be, one with each player to move first, and those of random games
// are mild: they let a stone live in a large territory one time in four, and
// play both sides of a seki out. So a chain falls only if, besides,
//
//   - it has no two eyes by its shape, and the opponent can take it while its
//     owner passes without putting stones of his own in atari, unless to give
//     them away takes the last eye: this is what neither a seki nor two eyes
//     allow;
//   - no chain that lives, or may, shares a liberty with it;
//   - opponents at its liberties are alive, and some are around it.
//
// What fails is unsure, not dead. Of unsure chains those are in seki that can be
// taken no more than the opponent at their liberties; where a few stones are
// inside the other's eye space, as in a bent four in the corner, both are left
// unsure.
package life
