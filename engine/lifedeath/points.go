package lifedeath

import (
	"context"
	"math"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

const (
	parPlayouts = 64  // number of playouts whose mean score is the par of a search
	winScale    = 8.0 // a score this far above par is worth about three quarters of the maximum gain
)

// Ownership returns the expected owner of each point, 1 Black … −1 White, if both sides play for
// points in the region and first moves first. len = points, or 0 if ctx is done too early. The
// target is not used. In a large region, one such search finds more about all chains than a search
// for each of them. The result is deterministic for a seed. If ctx is done, the search stops early.
func (f *Fight) Ownership(ctx context.Context, first board.Color, visits int, seed uint64) []float32 {
	e := &pointsEvaluator{Evaluator: playout.New(seed), region: f.Region}
	e.Confine(f.Board.Graph(), f.Region)
	from := game.From(f.Board.Clone(), f.Rules, first)
	var one engine.Evaluation
	sum := float32(0)
	for range parPlayouts {
		e.Evaluate(from, first, &one)
		sum += one.Score
	}
	e.par = sum / parPlayouts
	best := f.search(ctx, from, first, e, engine.SearchParams{Visits: visits, OwnershipDetails: true})
	if best == nil {
		return nil
	}
	return best.Ownership
}

// search searches the region and returns the best move, or nil if ctx is done too early.
func (f *Fight) search(
	ctx context.Context, from *game.Game, first board.Color, e engine.Evaluator, p engine.SearchParams,
) *engine.Candidate {
	within := make([]bool, f.Board.Graph().Points())
	for _, p := range f.Region {
		within[p] = true
	}
	p.Nodes = nodesPerVisit*p.Visits + board.MaxPoints
	p.Avoid = func(p board.Point, _ board.Color, _ int) bool { return p != board.Pass && !within[p] }
	local := search.Search{Root: search.Selector(passOften), Interior: search.Selector(passOften)}
	a := local.Run(ctx, from, first, []engine.Evaluator{e}, p)
	if len(a.Candidates) == 0 {
		return nil
	}
	return &a.Candidates[0]
}

// A pointsEvaluator evaluates a position by a playout in a region. Score is the margin there. Win
// is derived from the difference between Score and par.
type pointsEvaluator struct {
	*playout.Evaluator
	region []board.Point
	par    float32
}

// Evaluate implements [engine.Evaluator].
func (e *pointsEvaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.Evaluator.Evaluate(g, next, into)
	e.count(into)
}

// EvaluateFinal implements [search.FinalEvaluator].
func (e *pointsEvaluator) EvaluateFinal(g *game.Game, into *engine.Evaluation) {
	into.Policy, into.FirstToPlay = into.Policy[:0], into.FirstToPlay[:0]
	into.Ownership = playout.Owners(g.Board(), into.Ownership)
	e.count(into)
}

// count sets Score and Win from the ownership.
func (e *pointsEvaluator) count(into *engine.Evaluation) {
	into.Score = 0
	for _, p := range e.region {
		into.Score += into.Ownership[p]
	}
	into.Win = 0.5 + 0.5*float32(math.Tanh(float64(into.Score-e.par)/winScale))
}
