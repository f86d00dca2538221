// Package conditional implements conditional moves in correspondence matches: while the opponent is
// to move, a player enters lines of possible opponent's moves with answers. The lines form a tree:
// lines with the same beginning share their answers. [Lay] checks them by the rules, and
// [Plan.Remainder] returns the lines that are left after the moves made since, and the answer that
// is due. Both depend only on the match, so every process that sees a move finds the same answer.
package conditional
