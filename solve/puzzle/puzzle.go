// Package puzzle implements a generator of capture puzzles: positions from the
// computer's own games in which exactly one first move captures, saves or makes a ko
// of a chain, proven by package solve. It names their themes, grades them by the visits
// that a search needs, writes them as SGF records and checks such records. The
// collection of puzzles that comes with the program is [Collection].
package puzzle

import (
	"rosette/game/board"
	"rosette/solve"
)

// A Puzzle is a capture problem with one solution, graded.
type Puzzle struct {
	solve.Puzzle
	Theme    Theme
	Grade    int           // 1 to 9; a grade more stands for twice the visits
	Tempting []board.Point // the wrong moves that a search considers first, at most three
}
