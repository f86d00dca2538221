// Package lifedeath implements local reading by Monte Carlo tree search. It estimates whether a
// chain survives when play is restricted to a region. A region is a small part of the board, so a
// search with few visits reads it deeply.
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

// A Fight is a chain in a region and the question whether it survives. Its owner, the defender, and
// the opponent, the attacker, play only in the region. Chains outside live.
type Fight struct {
	Board  *board.View
	Rules  game.Rules
	Target []board.Point // stones of one or more chains with the same color
	Region []board.Point // points that may be played, see [Region]
	Lost   []bool        // by point: stones that are lost anyway and may be sacrificed freely
}

// nodesPerVisit bounds the size of a search tree.
const nodesPerVisit = 32

// Survival returns the probability, 0 … 1, that the target survives with first moving first, from a
// search with the given number of visits. The target survives if its owner holds most of its points
// at the end. Other stones lost in the region count against their owner. Passing is allowed, so a
// target in seki survives. The result is deterministic for a seed. If ctx is done, the search stops
// early; without a result, Survival returns 0.5.
func (f *Fight) Survival(ctx context.Context, first board.Color, visits int, seed uint64) float32 {
	e := newEvaluator(f, seed)
	best := f.search(ctx, game.From(f.Board.Clone(), f.Rules, first), first, e, engine.SearchParams{Visits: visits})
	if best == nil {
		return 0.5
	}
	return board.ByColor[float32]{board.Black: best.Win, board.White: 1 - best.Win}[e.defender]
}

// passShare is the inverse of the minimum share of visits for passes. If neither side wants to move
// first, as in a seki, only passes are good, but their prior is low.
const passShare = 16

// passOften is [search.BestChild] with a minimum share of visits for a pass.
func passOften(c search.Children) int {
	if last := c.Len() - 1; c.Move(last) == board.Pass && passShare*c.Visits(last) < c.ParentVisits() {
		return last
	}
	return search.BestChild(c)
}

// An evaluator evaluates a position in a fight by a playout in its region. Win is the result of the
// fight from Black's view.
type evaluator struct {
	*playout.Evaluator
	target   []board.Point
	defender board.Color
	others   []board.Point // stones in the region that are neither targets nor lost anyway
	colors   []board.Color // their colors
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

// decide sets Win from the ownership.
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
