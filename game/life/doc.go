// Package life analyses life and death on a board: unconditional (pass-alive) life and territory,
// groups and seki, ladders, and a proposal for the dead stones in a final position. It works on any
// graph and supports rosettes, which make a chain immortal.
//
// # Unconditional life
//
// [Unconditional] finds the chains that live even if their owner passes for ever. It is Benson's
// algorithm (Life in the Game of Go, 1976), corrected for rosettes. A region is a maximal connected
// set of points without a stone of the colour. It is vital for a bordering chain of the colour if
//
//   - it has an empty point;
//   - all its empty points touch the chain; where suicide is legal, all its points do, because the
//     opponent can empty the region by suicide;
//   - no rosette lies wholly inside, unless libertyless rosettes are forbidden:
//     the opponent could make one and then fill the last liberty.
//
// Chains with a rosette live. Another chain lives if two regions are vital for it and all chains
// around those regions live. Chains that fail are dropped until none fails. Benson's original lacks
// the condition on the other chains, and wrongly calls the outer ring of a honeycomb with an empty
// hexagon inside alive.
//
// The opponent can capture every dropped chain: first the chains dropped earlier, which joins
// regions and leaves points in them that touch no other chain. Then fill each region that is not
// vital, except for a point that does not touch the chain, or completely around a rosette. Fill the
// vital one last.
//
// # Unconditional territory
//
// A region is territory if all chains around it live and the opponent cannot live inside even if
// its owner never answers. Points with the opponent's stones count as free, because capturing them
// makes room. The opponent needs a rosette or two eyes to live:
//
//   - A rosette wholly inside can be made; under [ForbidLibertyless] only if it is already complete
//     or the region has another point.
//   - An eye is a point that touches no stone of the owner. If the opponent lives with any eyes,
//     two are enough: two points that do not touch, with the rest of the region filled. All the
//     opponent's chains must touch both, so neither point alone may cut the region in two. It is
//     enough to look for two such points.
//   - Under [ForbidLibertyless] an eye may also touch an owner's chain with a rosette if the
//     opponent can take all the chain's other liberties: the owner may not fill the eye. Two such
//     eyes need different chains.
//
// This finds more territory than the rule "no rosette inside, and the points that touch no stone of
// the owner touch each other". That rule misses corridors whose inner points cut them and, under
// ForbidLibertyless, a region that is exactly one hexagon. It is wrong if the owner has no stones
// at all (the empty 1×1 board would be territory for both colours), and under ForbidLibertyless
// next to chains with a rosette and a single liberty.
//
// Life is exact under all [CaptureRules]. Territory is exact except for two cases, which can only
// omit a region: opposing stones that fill the inner points of a region (see above), and under
// ForbidLibertyless chains that border several regions, which are examined one region at a time.
//
// # Seki and dead stones
//
// [Groups] and [Seki] treat every stone on the board as alive. Chains joined by empty regions that
// only their colour borders are one group. Where a group depends on regions that both colours
// border, package [reading] reads them: the opponent plays first, and at the end every chain must
// be part of a group with two eyes or a rosette. All groups of a colour in one fight are read
// together, because they may depend on the same points.
//
// [Propose] proposes the dead chains in a final position. Unconditional results come first; the
// remaining chains are decided by ownership estimates, one with each player to move first. The
// estimates from random playouts are weak: they let a stone in a large territory live one time in
// four, and they play out both sides of a seki. Therefore a chain is dead by ownership only if also
//
//   - it does not have two eyes by its shape, and the opponent can capture it while
//     its owner passes, without putting stones in atari except as a sacrifice that
//     takes the last eye. Neither a seki nor two eyes allow this;
//   - no chain that lives or may live shares a liberty with it;
//   - the opposing chains at its liberties are alive, and some surround it.
//
// Chains that fail are unsure, not dead. [ProposeRead] uses reading results for chains before these
// conditions. An unsure chain is in seki if neither it nor the opponent at its liberties can be
// captured. If a few stones are inside the other side's eye space, as in a bent four in the corner,
// both sides stay unsure.
//
// # Ladders
//
// A [LadderReader] reads whether repeated atari captures a chain.
package life
