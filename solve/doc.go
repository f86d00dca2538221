// Package solve implements exact solvers for small boards: a proof-number solver
// for the margin of perfect play ([Solver]), a capture search ([Capture]), and a
// test for puzzles with one solution ([FindPuzzle]).
//
// # Which method answers
//
// Package retrograde labels every position on a board of up to 24 points under situational superko
// without suicide, if the memory suffices. [Solver.Solution] uses it first if [Options] enable it.
// The search described below solves everything else, and starts where retrograde finds only
// bounds.
//
// # Margins and repetition
//
// A [Solver] counts area with every stone alive after two passes: a player who disagrees plays on,
// so an agreement on dead stones gains nothing. It answers one query at a time: does one side, the
// prover, get at least a target? Every play that repeats an earlier position, with either player to
// move, counts as the prover's failure. Only passes may leave the position unchanged, and a ko may
// not be retaken at once, as every rule demands. (Natural situational superko allows it after a
// pass; under that rule the solver does not assume the ban.) So the prover reaches its target in
// games without any repetition, which are legal under every repetition rule, and a rule that
// forbids plays to the opponent can only help the prover. Black's largest target is a lower bound
// on the margin, White's gives an upper bound. If they meet, the value holds under every rule that
// [Solver.HoldUnder] returns.
//
// If they do not meet, [Solver.Solve] applies the repetition rule to the opponent's plays, while a
// repetition by the prover still fails. If that is not enough, it searches under the rule itself.
//
// The first player on an empty board gets at least 0 under every superko rule without suicide. That
// needs no search: the player could pass.
//
// Unconditionally alive stones and their eyes (package life) cut the search off. Other
// unconditional territory does not count: capturing the dead stones in it may need a play that
// repeats a position, and then they stay. A White chain of four and a Black stone at the other end
// of square-6x1 are an example.
//
// # Graph history interaction
//
// A table returns an answer that was found on one path and may be wrong on another path to the same
// position (Palay 1983; Campbell 1985; Kishimoto and Müller, A general solution to the graph
// history interaction problem, 2004). Here:
//
//   - A no that depends on repeating an earlier position is not stored. If the repeated position is
//     the current one or a later one, the no depends on nothing earlier and is stored. Other noes
//     hold on any path: a longer past only makes failure easier.
//   - Bounds rest on yeses only, never on a no. So a state whose no was not stored is not tried
//     again on another path during the same search; there it counts as undecided. Without this a
//     cramped board has endless paths.
//   - A yes never rests on a repetition, which is a failure. But its proof may play to a position
//     that is already on another path. Suppose the strategy consists of proofs, each a tree whose
//     leaves are table entries found earlier, so that play passes from each proof to an earlier one
//     and ends; repetitions by the opponent do not change that. Let a play of the prover lead to
//     the same stones twice: at s in one proof, and again at z in another. When the search for the
//     first proof was at s, z may already have been found to be a yes; then the table held it.
//     Otherwise z was found below s, which is impossible, because a play to those stones is a
//     repetition there. So each position from which the search continues needs only one check: does
//     the table have a yes for the target at a state with the same stones and the opponent to move,
//     entered by a play?
//   - Below such a position some yeses in the table may still be used. Each is stored with the set
//     of the prover's stones that stand after every play of the prover in its proof: the stones
//     after that play, without those that any reply captures, and for a static answer the safe
//     stones. If one of them did not stand in the position on the path, the proof never makes that
//     position again.
//   - Symmetric positions share an entry, so a play to a position symmetric to one on the path
//     counts as a repetition too. Under the rule itself it does not, and each position has its own
//     entry.
//   - An evicted proof leaves its stones in a Bloom filter (Bloom 1970) that counts as such a
//     state, so all this holds with bounded memory.
//   - Under the rule itself a yes may also depend on a repetition that makes a play of the opponent
//     illegal. Then only the fact that it was seen is stored, which the check above needs. Noes,
//     which are proofs for the opponent, are treated alike. On cramped boards such answers are
//     stored with the set of earlier positions.
//
// A failure to find something within a number of moves is never a claim. Each new search forgets
// it: otherwise it could pass from path to path in circles.
//
// The search is depth-first proof-number search (Nagai, Df-pn algorithm for searching AND/OR trees,
// 2002). Instead of a sum it takes the largest number plus one for each other child, because
// transpositions reach a position in many ways (Ueda, Hashimoto, Hashimoto and Iida, Weak
// proof-number search, 2008). The numbers only guide the search. A query left undecided within the
// node limit is searched by the method in van der Werf, van den Herik and Uiterwijk (Solving Go on
// small boards, 2003): iterative deepening, a two-level table, look-ups under all symmetries,
// killer moves and history, unconditional territory. Then the limit is doubled.
//
// # Chains
//
// [Capture] searches twice: does the attacker capture the chain if every repetition counts as the
// attacker's failure, and does the defender save it if every repetition counts as the defender's?
// If neither does, a ko decides. Here a play repeats a position whoever is to move; only the stones
// count. The search is the same, with a separate table. Its answers equal those in a tree where
// every node has one past, which a test verifies:
//
//   - A no that depends on a position before the current one is stored for the set of earlier
//     positions, and never used with another set. Other noes hold on any path.
//   - A yes is proven without a repetition, and each position in its proof has an entry. It is
//     refused on a path that contains one of these positions. For such a path position, an entry
//     must already have recorded that a proof plays to those stones when the search reached it: a
//     proof found below it does not contain them, since playing to them would be a repetition. So
//     the search checks this once at each position, in the table and in a filter of evicted
//     entries.
//   - Below such a position a yes is still used if it keeps a stone: one of the prover's stones
//     that stands in all its positions and not in the one on the path.
//   - The second query uses the attacker's proofs too, since the defender fails in more ways there:
//     a proof in the first query is a no in the second.
//
// While the defender threatens to complete a rosette in the chain, the attacker has to occupy that
// point or capture; other moves are skipped unless they repeat a position.
//
// Territory that is safe for the attacker decides nothing here: capturing the dead stones in it may
// depend on a repetition.
package solve
