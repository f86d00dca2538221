// Package retrograde solves Go on boards of up to 24 points by retrograde analysis: a
// table labels every position, with either player to move, as one in which Black
// gets a given margin, one in which White prevents it, or open (Thompson,
// Retrograde analysis of certain endgames, 1986). Area counts with every stone alive
// after two passes, suicide is illegal, and repetition is situational superko.
//
// # Strict labels
//
// The nodes of the strict game are situations (the stones and the player to move),
// with the point where the mover may not retake a ko, and whether the last move was
// a pass. A label says that its side, the prover, wins although every game without
// an end is its failure; so there is a number for each node that falls with every
// move of the prover's strategy, the order in which labels were set. Labels of
// neither side are open. The table has a cell for each position, a class of symmetric
// sets of occupied points after the other; nodes with a banned point or after a pass
// are looked through.
//
// A ko that the prover takes right after a pass counts only if the prover wins
// even if the opponent may retake at once. Then the strategy never makes a situation
// again, so it holds under situational superko:
//
//   - Suppose that it makes z with the opponent to move, and that the same situation
//     stood before and was left by a move m. If m is no banned retake now, it leads to
//     the same node as before, whose number would have to be both larger and smaller.
//   - So m was the retake of the ko that the prover takes now: it made the position u
//     before that capture, with the prover to move. Now u stood again with the
//     prover to move. A play of the opponent that made it was illegal. After a pass
//     the rule above counts z without the ban, and the first case applies.
//
// The same holds under simple ko, which forbids the prover only to retake, and on an
// empty board under natural situational superko, which forbids the prover less and
// allows the opponent the retake after a pass. It need not under positional superko,
// where the prover may not return to a position with the other player to move.
//
// # Sweeps
//
// Labels are set by sweeps over all classes, the fullest boards first, until one adds
// nothing. The cells of a class are evaluated together: a play that captures nothing
// leads from all of them to those of one class above, so that one permutation of the bits
// of their numbers shows the labels after it for sixteen at once; the capture of
// certain stones leads from a part of them to a part of another class. Only kos, and
// ends of the game that decide, are looked at cell by cell, and the last open cells.
//
// # Points in seki
//
// Under [game.TaxSeki] it takes reading to know which groups are in seki, a millisecond or
// more for a position, and reading may end at its limit (see [game.Score]). So sweeps know
// who has won after two passes only where all points in doubt together do not change it,
// whichever of them count; elsewhere two passes prove nothing to them. Labels are right
// then, and more of them are left open. These are solved as what is open for other reasons,
// where the few positions that matter are read. Where reading tells only a range of
// margins, the end proves what holds for all of it.
//
// # What is open
//
// Where the history matters, neither side may win strictly: it is legality that
// decides. The open nodes that the start leads to are divided into strongly connected
// components (Tarjan 1972), by moves and by an edge from each node after a pass to the
// node of the same situation where the ko that can be taken is banned. A component
// is solved when all that it leads to are: its labels are those of a search with the
// set of all situations made since it was entered, and the one before. No
// earlier situation z matters. Suppose a play made z again that stood before the
// component was entered, and was left by a move m:
//
//   - If m is no banned retake now, the node m led to follows from both, and it leads
//     back to z, so it belongs to this component, which was entered by m: z is
//     the one situation before.
//   - If it is, then m made the position u before the capture with the taker to move,
//     and u stands again. A play that made it was illegal. After a pass the extra edge
//     leads to the node that m led to, which again belongs to this component.
//
// The same argument shows that a proof may end at a strict label. So labels hold under
// situational superko, whatever was played before. Where a component has too many
// situations, its nodes stay open, and bounds remain.
//
// # Bounds
//
// A table answers for one threshold: does Black get at least this margin? With the colours
// of a position swapped it says whether White does, so it answers for two thresholds of each
// position, t and 1 - t. [Solver] bisects, and keeps layers (the positions with one number of
// stones) and answers in a folder. A label that is set is right, whatever else is lost; only what is illegal
// has to be complete above a layer. So a run goes on from any layers that are found. An answer
// that came before the last sweep counts, and is asked for again by a solver that wants more
// sweeps; layers are removed when another table is labelled, and then it is labelled anew.
package retrograde
