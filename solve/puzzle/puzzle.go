// Package puzzle generates capture puzzles: positions, mostly from the computer's own games, where
// package solve proves that exactly one first move captures or saves a chain, or makes a ko. The
// package names the theme of a puzzle, grades it by the visits that a search needs, writes it as an
// SGF record and checks such records. [Collection] returns the built-in puzzles.
package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/solve"
)

// A Puzzle is a graded capture problem with one solution.
type Puzzle struct {
	solve.Puzzle
	Theme    Theme
	Grade    int           // 1 to 9; each grade doubles the visits
	Tempting []board.Point // the wrong moves that a search tries first, at most three
}

// Answer judges a move as a solution, in one sentence.
func (p *Puzzle) Answer(ctx context.Context, text string) (solved bool, answer string, err error) {
	g := p.Board.Graph()
	move, err := g.Point(strings.TrimSpace(text))
	switch {
	case err != nil:
		return false, err.Error(), nil
	case move == p.Move:
		return true, g.PointName(move) + " is right.", nil
	case !slices.Contains(p.Wrong, move):
		return false, g.PointName(move) + " is not a move here; use an empty point near the chain.", nil
	}
	reply, err := p.Reply(ctx, move)
	opponent := board.ByColor[string]{board.Black: "Black", board.White: "White"}[p.First.Opponent()]
	if reply == board.Pass {
		return false, fmt.Sprintf("%s is wrong: %s need not answer.", g.PointName(move), opponent), err
	}
	return false, fmt.Sprintf("%s is wrong: %s answers %s.", g.PointName(move), opponent, g.PointName(reply)), err
}
