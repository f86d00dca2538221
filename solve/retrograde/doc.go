// Package retrograde solves Go on boards of up to 24 points by retrograde analysis: a
// table labels every position, with either player to move, as one in which Black
// gets a given margin, one in which White prevents it, or open (Thompson,
// Retrograde analysis of certain endgames, 1986). Area counts with every stone alive
// after two passes, suicide is illegal, and repetition is situational superko.
//
// # Strict labels
//
// The nodes of the strict game are situations (the stones and the player to move), with the point
// where the mover may not retake a ko, and whether the last move was a pass. A label means that its
// side, the prover, wins although every endless game counts as its failure. So each node has a
// number that falls with every move in the prover's strategy: the order in which labels were set. A
// label for neither side is open. The table has a cell for each position, grouped by classes of
// symmetric sets of occupied points. Nodes with a banned point or after a pass have no cell: a
// search of their moves finds their labels.
//
// A ko that the prover takes right after a pass counts only if the prover wins
// even if the opponent may retake at once. Then the strategy never makes a situation
// again, so it holds under situational superko:
//
//   - Suppose that it makes z with the opponent to move, and that the same situation
//     stood before and was left by a move m. If m is not a banned retake now, it leads to
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
// Labels are set by sweeps over all classes, the fullest boards first, until one adds nothing. The
// cells of a class are evaluated together. A play that captures nothing leads from all of them to
// cells in one class above, so a permutation of bits in the cell numbers yields the next labels for
// sixteen cells at once. A capture of given stones leads from some cells to some cells in another
// class. Only kos, deciding ends of the game and the last open cells are evaluated cell by cell.
//
// # Points in seki
//
// Under [game.TaxSeki] only reading finds which groups are in seki. It takes a millisecond or more
// for a position, and may end at its limit (see [game.Score]). So in a sweep two passes prove
// something only where the winner is the same whichever points in doubt count. Labels are still
// right, but more stay open. The search of open nodes described below settles these, and reads the
// few positions that matter. Where reading yields only a range of margins, the end proves what
// holds for the whole range.
//
// # Open nodes
//
// Where the history matters, it may be that neither side wins strictly, because legality decides.
// The open nodes that the start leads to are divided into strongly connected components (Tarjan
// 1972), by moves and by an edge from each node after a pass to the node with the same situation
// where the ko that can be taken is banned. A component is solved after all components that it
// leads to. Its labels come from a search with the set of situations made since it was entered, and
// the situation before. No earlier situation z matters. Suppose that a play made z again, that z
// stood before the component was entered, and that a move m left it:
//
//   - If m is not a banned retake now, the node after m follows from both, and it leads back to z.
//     So it belongs to this component, which was entered by m: z is the situation before.
//   - If m is a banned retake now, m made the position u before the capture with the taker to move,
//     and u stands again. A play that made it was illegal. After a pass the extra edge leads to the
//     node after m, which again belongs to this component.
//
// The same argument shows that a proof may end at a strict label. So labels hold under situational
// superko, whatever was played before. A component with too many situations stays open, and only
// bounds are known.
//
// # Bounds
//
// A table answers for one threshold: does Black get at least this margin? With the colours swapped
// it answers the same for White, so each position has answers for two thresholds, t and 1 - t.
// [Solver] bisects, and keeps layers (the positions with the same number of stones) and answers in
// a folder. A set label is right, whatever else is lost; only the illegal cells have to be complete
// above a layer. So a run can resume from any layers that it finds. An answer from before the last
// sweep counts, but a solver that wants more sweeps computes it again. Labelling another table
// removes the layers, so this labels the first table again.
package retrograde
