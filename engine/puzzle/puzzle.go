// Package puzzle implements a generator of capture puzzles: positions of the
// computer's own games in which exactly one first move captures or saves a chain,
// proven by package solve. It grades puzzles by the visits that a search needs,
// writes them as SGF records and checks such records.
package puzzle

import (
	"context"
	"slices"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
)

// A Puzzle is a capture problem with one solution, graded.
type Puzzle struct {
	solve.Puzzle
	Grade    int           // 1 to 9; a grade more stands for twice the visits
	Tempting []board.Point // the wrong moves that a search considers first, at most four
}

// Grades: a search finds the move of grade 1 within firstVisits, and each further
// grade doubles the visits. Puzzles that no grade below lastGrade solves have
// lastGrade.
const (
	firstVisits = 64
	lastGrade   = 9
	maxTempting = 4
)

// Grade grades a puzzle by searches with 64, 128, … visits, each by a new evaluator.
// The grade is that of the first search that prefers the solution. If ctx ends
// before, the grade is too high.
func Grade(ctx context.Context, p solve.Puzzle, newEvaluator func() engine.Evaluator) Puzzle {
	graded := Puzzle{Puzzle: p, Grade: 1}
	g := game.From(p.Board.Clone(), p.Rules, p.First)
	for visits := firstVisits; graded.Grade < lastGrade; visits *= 2 {
		r := search.Run(ctx, g, p.First, []engine.Evaluator{newEvaluator()}, engine.SearchParams{Visits: visits})
		if graded.Grade == 1 {
			for _, c := range r.Candidates {
				if len(graded.Tempting) < maxTempting && slices.Contains(p.Wrong, c.Move) {
					graded.Tempting = append(graded.Tempting, c.Move)
				}
			}
		}
		if len(r.Candidates) > 0 && r.Candidates[0].Move == p.Move {
			break
		}
		graded.Grade++
	}
	return graded
}
