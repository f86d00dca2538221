// Package puzzle implements a generator of capture puzzles: positions from the
// computer's own games in which exactly one first move captures, saves or makes a ko
// of a chain, proven by package solve. It names their themes, grades them by the visits
// that a search needs, writes them as SGF records and checks such records. The
// collection of puzzles that comes with the program is [Collection].
package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

// Answer judges an attempt to solve the puzzle with a move, in one sentence.
func (p *Puzzle) Answer(ctx context.Context, text string) (solved bool, answer string, err error) {
	g := p.Board.Graph()
	move, err := g.Point(strings.TrimSpace(text))
	switch {
	case err != nil:
		return false, err.Error(), nil
	case move == p.Move:
		return true, g.PointName(move) + " is right.", nil
	case !slices.Contains(p.Wrong, move):
		return false, g.PointName(move) + " is no move here; use an empty point near the chain.", nil
	}
	reply, err := p.Reply(ctx, move)
	opponent := board.ByColor[string]{board.Black: "Black", board.White: "White"}[p.First.Opponent()]
	if reply == board.Pass {
		return false, fmt.Sprintf("%s is wrong: %s need not answer.", g.PointName(move), opponent), err
	}
	return false, fmt.Sprintf("%s is wrong: %s answers %s.", g.PointName(move), opponent, g.PointName(reply)), err
}
