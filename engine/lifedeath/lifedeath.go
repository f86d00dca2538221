// Package lifedeath implements local reading by Monte Carlo tree search: whether a
// chain survives when only the points of a region are played. A region is a small
// part of the board, so that a search of few visits reads it deeply.
package lifedeath

import (
	"context"
	"slices"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A Fight is the question whether a chain survives. Its owner, the defender, and the
// opponent, the attacker, play only in the region; the chains outside live.
type Fight struct {
	Board  *board.View
	Rules  game.Rules
	Target []board.Point // the stones of one chain or more of one colour
	Region []board.Point // the points that may be played, see [Region]
	Lost   []bool        // by point: stones that are lost anyway, so that nothing is given up with them
}

// nodesPerVisit bounds the tree of a search.
const nodesPerVisit = 32

// Survival returns the chance, 0 … 1, that the target survives if first moves first,
// by a search of that many visits. It survives if most of its points are its
// owner's in the end. A side that gives up as many other stones in the region has
// not got what it wanted. Passing is allowed, so that a target in seki survives.
// The answer depends on the seed. The search stops early when ctx ends.
func (f *Fight) Survival(ctx context.Context, first board.Color, visits int, seed uint64) float32 {
	e := newEvaluator(f, seed)
	best := f.search(ctx, game.From(f.Board.Clone(), f.Rules, first), first, e, engine.SearchParams{Visits: visits})
	if best == nil {
		return 0.5
	}
	return board.ByColor[float32]{board.Black: best.Win, board.White: 1 - best.Win}[e.defender]
}

// passShare is the least share of the visits that go to a pass. Where nobody wants to
// move first, as in a seki, only passes are good, and their prior is low.
const passShare = 16

// passOften is [search.BestChild], but gives a pass its share.
func passOften(c search.Children) int {
	if last := c.Len() - 1; c.Move(last) == board.Pass && passShare*c.Visits(last) < c.ParentVisits() {
		return last
	}
	return search.BestChild(c)
}

// An evaluator evaluates a position of a fight by a playout in its region. Win is the
// result of the fight for Black.
type evaluator struct {
	*playout.Evaluator
	target   []board.Point
	defender board.Color
	others   []board.Point // stones in the region that are neither targets nor lost anyway
	colors   []board.Color // of others
}

func newEvaluator(f *Fight, seed uint64) *evaluator {
	e := &evaluator{Evaluator: playout.New(seed), target: f.Target, defender: f.Board.At(f.Target[0])}
	for _, p := range f.Region {
		if c := f.Board.At(p); c != board.Empty && !f.Lost[p] && !slices.Contains(f.Target, p) {
			e.others, e.colors = append(e.others, p), append(e.colors, c)
		}
	}
	e.Confine(f.Board.Graph(), f.Region)
	return e
}

// Evaluate implements [engine.Evaluator].
func (e *evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.Evaluator.Evaluate(g, next, into)
	e.decide(into)
}

// EvaluateFinal implements [search.FinalEvaluator].
func (e *evaluator) EvaluateFinal(g *game.Game, into *engine.Evaluation) {
	into.Policy, into.FirstToPlay = into.Policy[:0], into.FirstToPlay[:0]
	into.Ownership = playout.Owners(g.Board(), into.Ownership)
	e.decide(into)
}

// decide sets Win by the owners of the points.
func (e *evaluator) decide(into *engine.Evaluation) {
	sign := board.ByColor[float32]{board.Black: 1, board.White: -1}
	balance := -len(e.target)
	for _, p := range e.target {
		if into.Ownership[p] == sign[e.defender] {
			balance += 2
		}
	}
	for i, p := range e.others {
		switch {
		case into.Ownership[p] == sign[e.colors[i]]:
		case e.colors[i] == e.defender:
			balance -= 2
		default:
			balance += 2
		}
	}
	into.Score, into.Win = 0, 0.5
	if balance != 0 {
		into.Win += 0.5 * sign[e.defender] * float32(max(-1, min(1, balance)))
	}
}
