// Package solve implements exact solvers for small boards: a proof-number solver
// for the margin of perfect play ([Solver]), a capture search ([Capture]), and a
// test for puzzles with one solution ([FindPuzzle]).
//
// # Which method answers
//
// Package retrograde labels every position of a board of up to 24 points under
// situational superko without suicide, if the memory allows that: [Solver.Solution]
// asks it first where [Options] say so. All else is searched as follows, and so is a
// start that it leaves between bounds.
//
// # Margins and repetition
//
// A [Solver] counts area with every stone alive after two passes: a player who is
// not content plays on, so an agreement on dead stones gains nothing. It answers
// one query at a time: does one side, the prover, get at least a target? Every
// play that repeats an earlier position, with either player to move, counts as the
// prover's failure. Only passes may leave the position as it is, and no ko may be
// retaken at once, which every rule forbids (natural situational superko does not
// after a pass; this is not assumed if that is the rule). So the prover reaches its
// target in games without any repetition, which are legal under every rule of
// repetition, and what the rule forbids the opponent can only help the prover. The
// largest target of Black is a lower bound of the margin, that of White an upper
// bound. Where they meet, the value holds under every rule that [Solver.HoldUnder]
// names.
//
// Where they stay apart, [Solver.Solve] lets the rule take illegal plays from the
// opponent, while a repetition by the prover still fails. If that is not enough,
// it searches under the rule itself.
//
// The player who moves first on an empty board gets at least 0 under every superko
// rule without suicide. That needs no search: the player could pass.
//
// Unconditionally alive stones and their eyes (package life) cut the search off. Other
// unconditional territory does not count: taking the dead stones in it off the board
// may need a play that repeats a position, and then they stay (on square-6x1 a White
// chain of four and a Black stone at the other end are such a position).
//
// # Graph history interaction
//
// A table gives a position an answer that was found on one path to it and may be
// wrong on another (Palay 1983; Campbell 1985; Kishimoto and Müller, A general
// solution to the graph history interaction problem, 2004). Here:
//
//   - A no that depends on the repetition of an earlier position is not stored. If
//     the repeated position is the one in question or a later one, the no depends
//     on nothing earlier and is stored. Other noes hold on any path: a longer past
//     only makes failure easier.
//   - No bound rests on a no, only on yeses. So a state whose no was not stored is
//     not tried again on another path during the same search; there it counts as
//     not decided. Without this a cramped board has paths without end.
//   - A yes never rests on a repetition, which is a failure. But its proof may play
//     to a position that is already on another path. Suppose the strategy consists
//     of proofs, each a tree whose leaves are table entries found earlier, so that
//     play passes from each proof to an earlier one and ends; repetitions by the
//     opponent do not change that. Let a play of the prover lead to the same stones
//     twice: at s in one proof, and again at z in another. When the search for the
//     first proof was at s, either z had already been found to be a yes, and then
//     the table held it; or z was found below s, which is impossible, because a
//     play to those stones is a repetition there. So it is enough to check, at each
//     position from which the search goes on, whether the table has a state of the
//     same stones with the opponent to move, entered by a play, that is a yes for
//     the target.
//   - Below such a position not every yes of the table has to be refused. Each is
//     stored with the set of the prover's stones that stand after every play of the
//     prover that its proof needs: those after its own play, without what any reply
//     captures, and for a static answer the safe stones. If one of them did not
//     stand in the position on the path, the proof never makes that position again.
//   - Symmetric positions share an entry, so a play to a position symmetric to one
//     on the path counts as a repetition too. Under the rule itself it does not,
//     and there each position has its own entry.
//   - An evicted proof leaves its stones in a Bloom filter (Bloom 1970) that counts
//     as such a state, so all this holds with bounded memory.
//   - Under the rule itself a yes may also depend on a repetition that takes a play
//     from the opponent. Then it is not stored, only that it was seen, which is
//     what the check above needs; the same is done for noes, which are proofs
//     for the opponent. On cramped boards such answers are stored with the set of
//     the earlier positions.
//
// That nothing was found within a number of moves is never a claim, and is
// forgotten with each new search: kept longer, it would be passed from path to path
// in circles.
//
// The search is depth-first proof-number search (Nagai, Df-pn algorithm for
// searching AND/OR trees, 2002). Where numbers are added, the largest counts in
// full and the others as one each, because transpositions reach one position in
// many ways (Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number search, 2008).
// The numbers only guide the search. What it does not decide within its limit of
// nodes is then searched by the method of van der Werf, van den Herik and Uiterwijk
// (Solving Go on small boards, 2003): iterative deepening, a two-level table,
// look-ups under all symmetries, killer moves and history, unconditional territory.
// Then the limit is doubled.
//
// # Chains
//
// [Capture] searches twice: does the attacker capture the chain when every repetition
// is the attacker's failure, and does the defender save it when every repetition is
// the defender's? If neither does, a ko decides. Here a play repeats a position
// with either player to move; only the stones count. The search is the same,
// with a separate table. Its answers are those of a tree in which every node has
// one past, which a test compares:
//
//   - A no that depends on a position before the one in question is stored for the
//     set of positions that stood before, and never used with another set. Other
//     noes hold on any path.
//   - A yes is proven without a repetition, and each position of its proof has an
//     entry. It is refused on a path that contains one of these positions. That can
//     only be a position for which, when the search reached it, an entry already
//     recorded that a proof plays to those stones: what is proven below does not contain
//     them, since playing to them would be a repetition. So the search checks this
//     once at each position, in the table and in a filter of evicted entries.
//   - Below such a position a yes is still used if it keeps a stone: in all its
//     positions one of the prover's stones stands that does not stand there.
//   - What the attacker has proven holds for the second query as well, where the
//     defender has more to fear: a proof of the first is a no of the second.
//
// While the defender threatens to complete a rosette of the chain, the attacker has
// to occupy that point or capture; other moves are skipped unless they repeat a
// position.
//
// Territory that is safe for the attacker decides nothing here: dead stones in it
// may be capturable only with the help of a repetition.
package solve
