// Package solve gives exact answers: what perfect play on a small board comes
// to, whether a chain can be captured, who wins a race, and which positions are
// puzzles with one solution.
//
// # Margins, and repetition
//
// A [Solver] counts area, every stone alive at two passes: whoever is not
// content plays on, so an agreement on dead stones gives nobody more. It asks
// for one side and one target at a time: does that side get at least so much?
// Every play that makes a position which stood before, whoever moves then and
// now, is the side's failure; only passes may leave the position as it is, and
// nobody may take a ko back at once, which every rule forbids (natural
// situational repetition not after a pass, where it is not assumed if that is
// the rule). So the side reaches its target in games in which nothing ever comes back, and these
// are legal under every rule of repetition; what the rule forbids the opponent
// can only help. What Black gets so is a lower bound of the margin, and what
// White gets an upper one. Where they meet, the value holds under every rule
// that [Solver.Holds] names.
//
// Where everything comes back they stay apart. Then [Solver.Ruled] lets the rule
// take illegal plays from the opponent, while what repeats is still no choice of
// the side; and where that is not enough either, searches with the rule itself.
//
// On an empty board who moves first gets nothing at least, under every superko
// without suicide, and that needs no search: he could pass.
//
// What is safe for ever cuts the search off: the side has its unconditional
// stones and territory (package life) for certain, and the opponent his. Dead
// stones inside a territory must be taken off the board where no agreement
// does; that this can always be done is not proven here but tested, by minimax
// over whole games on thousands of positions.
//
// # Graph history interaction
//
// A table gives for a position an answer that was found on one path to it, and
// that may be wrong on another (Palay 1983; Campbell 1985; Kishimoto and Müller,
// A general solution to the graph history interaction problem, 2004). Here:
//
//   - A no in which the return of a position from before took part is not
//     stored. If the position that returned is the one in question itself or
//     one after it, the no depends on nothing before and is stored. Other noes
//     hold on any path: a longer past only makes failure easier.
//   - No bound rests on a no, only on yeses. So a state whose no was not stored is
//     not tried again on another path for the rest of a search: there it counts as
//     not found out. Without this the paths of a cramped board are without end.
//   - A yes never rests on a repetition, for that is a failure. But it may play
//     into a position that stands on another path. Say the strategy consists of
//     proofs, each a tree whose tips are answers of the table, found earlier, so
//     the play passes from each proof to an earlier one and ends; what the
//     opponent repeats does not change that. Let a play of the side come to the
//     same stones twice: they stood at s, in one proof, and are made again in
//     another, at z. When the search for the first proof was at s, either z had been
//     found to be a yes already: then the table held that. Or it was found below s:
//     not possible, for a play to those stones is a repetition there. So it is
//     enough to look, wherever the search goes on from a position, whether the
//     table has a state of the same stones with the opponent to move, entered by
//     a play, that is a yes for the target.
//   - Below such a position not every yes of the table has to be refused. With
//     each goes the set of the side's stones that stand after every play of the
//     side that its proof needs: those after its own play, without what any
//     answer takes, and of what is safe for ever the safe stones. If one of them
//     did not stand in the position on the path, the proof never makes that
//     position again.
//   - Positions that look alike share a place in the table, so a play to one that
//     looks like a position on the path counts as a repetition as well. Under the
//     rule itself it does not, and there each has a place of its own.
//   - An answer that has to make room leaves its stones in a filter (Bloom 1970)
//     that counts as such a state, so bounded memory keeps this true.
//   - Under the rule a yes too may depend on a repetition, when it keeps the
//     opponent from a play. It is then not stored, only that it was seen,
//     which is what the look above asks for; and the same is done for noes,
//     which are proofs for the opponent. On cramped boards such answers are
//     kept with the set of positions that stood before.
//
// That something was not found within so many turns is never a claim, and is
// forgotten with each new search: kept longer, it would lead from path to path in
// circles.
//
// Proofs are looked for by proof and disproof numbers, depth first in a table
// (Nagai, Df-pn algorithm for searching AND/OR trees, 2002), where a sum of
// numbers counts the largest and the rest as one each, since one position is
// reached in many ways (Ueda, Hashimoto, Hashimoto and Iida, Weak proof-number
// search, 2008). The numbers only say where to look. What they do not find within
// an effort is then sought by the method of van der Werf, van den Herik and
// Uiterwijk (Solving Go on small boards, 2003): deepening by turns, two-level table,
// look-ups under all symmetries, killer moves and history, unconditional territory.
// Then the effort is doubled.
//
// # Chains
//
// [Capture] asks twice, whether the attacker takes the chain when every repetition
// is his failure, and whether the defender saves it when every repetition is
// his; if neither does, it is a matter of ko. Here a play repeats a position
// whoever moves then and now, and nothing but the stones counts. It searches by
// proof and disproof numbers with notes (see above), and so that its answers are
// those of a tree in which every node has one past; a test compares them:
//
//   - A no in which a position from before the one in question took part is noted
//     for the set of positions that stood before, and never used with another
//     set. Other noes hold on any path.
//   - A yes was proven without a repetition, and each position of its proof has
//     a note. It is refused on a path where one of these positions stands. That can
//     only be one of which, when the search came there, a note said already
//     that a proof plays to those stones: what is proven below holds none of them,
//     for to play there would be a repetition. So the search looks there once at every
//     position, at the notes and at a filter of those that were driven out.
//   - Below such a position a yes is used still if it keeps a stone, that is if
//     in all its positions one of the side's stones stands that does not stand
//     there.
//   - What the attacker proved holds for the second question as well, where the
//     defender has more to fear. A proof of the first is a no of the second.
//
// While a rosette of the chain lacks one stone, the attacker has to take that
// point or stones: all else is passed over, unless it repeats a position.
//
// Territory that is safe for the attacker decides nothing here: dead stones in it
// may be taken only with the help of a repetition.
package solve
