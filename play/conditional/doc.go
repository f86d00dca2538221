// Package conditional implements conditional moves of matches by correspondence: while
// the opponent is to move, a player lays down lines of what the opponent may play and how
// to answer. The lines make a tree: lines that begin alike share their answers. [Lay]
// checks them by the rules, and [Plan.Remainder] says what is left of them after the moves
// that were made since, and which answer is due. Both depend on the match alone, so that
// every process that sees a move finds the same answer.
package conditional
