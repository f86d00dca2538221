package puzzle

import (
	"context"
	"slices"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/solve"
)

// A search with firstVisits visits prefers the solution of a puzzle with grade 1. Each further
// grade doubles the visits from which on all searches prefer it. A puzzle that the longest search
// does not solve has lastGrade.
const (
	firstVisits = 32
	lastGrade   = 9
	maxTempting = 3
)

// Grade sets the theme of a puzzle and grades it by searches for its goal with 32, 64, … 4096
// visits. The evaluator's ownership values undecided positions. If ctx ends first, the grade is too
// high.
func Grade(ctx context.Context, p solve.Puzzle, e engine.Evaluator) Puzzle {
	graded := Puzzle{Puzzle: p, Theme: themeOf(&p), Grade: 1}
	g := game.From(p.Board.Clone(), p.Rules, p.First)
	goal := []engine.Evaluator{&goalEvaluator{evaluator: e, puzzle: &p}}
	var s search.Search
	for grade := 1; grade < lastGrade; grade++ {
		r := s.Run(ctx, g, p.First, goal, engine.SearchParams{Visits: firstVisits << (grade - 1)})
		moves := slices.DeleteFunc(r.Candidates, func(c engine.Candidate) bool { return c.Move == board.Pass })
		if grade == 1 {
			graded.Tempting = tempting(&p, moves)
		}
		if len(moves) == 0 || moves[0].Move != p.Move {
			graded.Grade = grade + 1
		}
	}
	return graded
}

// tempting returns the wrong moves that a search tries first.
func tempting(p *solve.Puzzle, moves []engine.Candidate) (all []board.Point) {
	for _, c := range moves {
		if len(all) < maxTempting && c.Visits > 0 && slices.Contains(p.Wrong, c.Move) {
			all = append(all, c.Move)
		}
	}
	return all
}

// A goalEvaluator values positions by the goal of a puzzle: whether the chain is captured or saved,
// or, while that is open, the ownership of its point.
type goalEvaluator struct {
	evaluator engine.Evaluator
	puzzle    *solve.Puzzle
	even      []float32 // a uniform policy; empty without a policy
}

// Evaluate implements [engine.Evaluator].
func (e *goalEvaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	defender := e.puzzle.Board.At(e.puzzle.Chain)
	saved, settled := e.settled(g)
	if settled && into.Ownership != nil { // skip the evaluator
		into.Policy, into.FirstToPlay = append(into.Policy[:0], e.even...), into.FirstToPlay[:0]
	} else {
		e.evaluator.Evaluate(g, next, into)
		e.even = slices.Repeat([]float32{1 / float32(len(into.Policy))}, len(into.Policy))
	}
	if !settled {
		saved = engine.WinFor(defender, (1+into.Ownership[e.puzzle.Chain])/2)
	}
	into.Win, into.Score = engine.WinFor(defender, saved), 0
}

// EvaluateFinal implements [search.FinalEvaluator]: a chain still on the board is saved.
func (e *goalEvaluator) EvaluateFinal(g *game.Game, into *engine.Evaluation) {
	into.Final(g)
	defender := e.puzzle.Board.At(e.puzzle.Chain)
	saved, settled := e.settled(g)
	if !settled {
		saved = 1
	}
	into.Win, into.Score = engine.WinFor(defender, saved), 0
}

// settled returns 1 if the chain is saved and 0 if not, by the first position in the game that
// decides it.
func (e *goalEvaluator) settled(g *game.Game) (saved float32, settled bool) {
	b := e.puzzle.Board.Clone()
	for ply := range g.Ply() {
		move := g.Move(ply)
		if move.Point != board.Pass {
			b.Play(move.Point, move.Color)
		}
		if saved, settled = e.decided(&b.View, move.Color.Opponent()); settled {
			break
		}
	}
	return saved, settled
}

// decided returns whether the position decides the chain, and if so 1 for saved, 0 for captured.
func (e *goalEvaluator) decided(b *board.View, next board.Color) (saved float32, decided bool) {
	p := e.puzzle
	defender := p.Board.At(p.Chain)
	switch _, atari := b.Atari(p.Chain); {
	case b.At(p.Chain) != defender:
		return 0, true
	case b.Immortal(p.Chain):
		return 1, true
	case atari:
		return 0, next != defender
	case p.EscapeLiberties > 0:
		return 1, next != defender && len(b.Liberties(p.Chain)) >= p.EscapeLiberties
	}
	return 1, life.Unconditional(b, defender, p.Rules.CaptureRules()).Alive[p.Chain]
}
