// Package life implements life-and-death analysis on a board: unconditional
// (pass-alive) life and territory, groups and seki, ladders, and a proposal of the
// dead stones of a final position. It works on any graph and supports rosettes, which
// make a chain immortal.
//
// # Unconditional life
//
// [Unconditional] finds what lives even if its owner passes for ever. It is
// Benson's algorithm (Life in the Game of Go, 1976), corrected for rosettes. A
// region is a maximal connected set of points without a stone of the colour. It
// is vital for a chain of the colour on its border if
//
//   - it has an empty point;
//   - every empty point of it touches the chain; where suicide is legal, every
//     point does, because the opponent can empty the region by suicide;
//   - no rosette lies wholly inside, unless libertyless rosettes are forbidden:
//     the opponent could make one and then fill the last liberty.
//
// Chains with a rosette live. Another chain lives if two regions are vital for
// it and all chains around those regions live; chains that fail are dropped
// until no more fail. The condition on the other chains is missing in Benson's
// original, which calls the outer ring of a honeycomb with an empty hexagon
// inside alive. It is not.
//
// The opponent can take every chain that is dropped: take those dropped
// earlier, which joins regions and leaves points in them that touch no other
// chain; fill each region that is not vital except for a point that does not
// touch the chain, or completely around a rosette; and fill the vital one last.
//
// # Unconditional territory
//
// A region is territory if all chains around it live and the opponent cannot
// live inside even if its owner never answers. Points that are filled with the
// opponent's stones count as free, because capturing them makes room. The
// opponent cannot live without a rosette or two eyes:
//
//   - A rosette wholly inside can be made; under [ForbidLibertyless] only if it
//     stands already or the region has a point besides.
//   - An eye is a point that touches no stone of the owner. If the opponent lives
//     with any eyes, two are enough: two points that do not touch, with the rest of
//     the region filled. All chains of the opponent must touch both, so neither
//     point alone may cut the region in two. It is enough to look for two such
//     points.
//   - Under [ForbidLibertyless] an eye may also touch a chain of the owner that has
//     a rosette and, for all that the opponent leaves it, no other liberty: the
//     owner may not fill it. Two such eyes need different chains.
//
// This finds more territory than the rule "no rosette inside, and the points
// that touch no stone of the owner touch each other". That rule misses
// corridors whose inner points cut them and, under ForbidLibertyless, a region
// that is exactly one hexagon. It is wrong where the owner has no stones at all
// (the empty 1×1 board would be territory of both colours), and under
// ForbidLibertyless beside chains with a rosette and a single liberty.
//
// Life is exact under all [CaptureRules]. Territory is exact except for two
// cases, both of which can only leave a region out: stones of the opponent that
// fill the inner points of a region (see above), and under ForbidLibertyless
// chains that border several regions, which are examined one region at a time.
//
// # Seki and dead stones
//
// [Groups] and [Seki] take every stone on the board as alive. Chains that empty
// regions of their colour join are one group. What depends on regions that both
// colours border is read out with package [reading]: the opponent plays first, and
// at the end every chain must be part of a group with two eyes or a rosette. All
// groups of a colour in one fight are read together, because they may count on
// the same points.
//
// [Propose] names the dead chains of a final position. Unconditional results
// come first; the remaining chains are decided by estimates of ownership, one
// with each player to move first. The estimates of random playouts are weak:
// they let a stone in a large territory live one time in four, and they play
// both sides of a seki out. Therefore a chain is dead by ownership only if,
// besides,
//
//   - it does not have two eyes by its shape, and the opponent can capture it while
//     its owner passes, without putting stones in atari except as a sacrifice that
//     takes the last eye. Neither a seki nor two eyes allow this;
//   - no chain that lives or may live shares a liberty with it;
//   - the opposing chains at its liberties are alive, and some surround it.
//
// Chains that fail are unsure, not dead. [ProposeRead] takes what has been read
// about chains before these conditions. An unsure chain is in seki if neither
// it nor the opponent at its liberties can be captured. Where a few stones
// stand inside the eye space of the other side, as in a bent four in the
// corner, both sides stay unsure.
//
// # Ladders
//
// A [LadderReader] reads whether a chain is captured by giving atari again and again.
package life
