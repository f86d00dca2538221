package configure

import (
	"context"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// An Analyzer searches single positions with new evaluators for each. The same Config gives the
// same analysis of a position, independent of earlier searches. It is safe for concurrent use.
type Analyzer struct {
	Config Config  // Threads applies to each position
	Noise  float32 // wide root noise if the search parameters have none
}

// Analyze searches g with next to move until it reaches a limit in q or ctx is done.
func (a Analyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	if q.WideRootNoise == 0 {
		q.WideRootNoise = a.Noise
	}
	raw := a.EvaluateRaw(g, next, 0)
	if report := q.OnProgress; report != nil {
		q.OnProgress = func(found engine.Analysis) {
			found.Raw = raw
			report(found)
		}
	}
	found := search.Run(ctx, g, next, a.evaluators(), q)
	found.Raw = raw
	return found
}

// EvaluateRaw returns the network's evaluation of g without search, turned by a symmetry, which is
// an index into [board.Graph.Symmetries]. It returns nil with playouts.
func (a Analyzer) EvaluateRaw(g *game.Game, next board.Color, symmetry int) *engine.Evaluation {
	network := a.Config.NetworkFor(g.Graph(), g.Rules())
	if network == nil {
		return nil
	}
	var raw engine.Evaluation
	o, komiOffset := neural.Turned(network, g, next, symmetry)
	o.Evaluation(next, komiOffset, &raw)
	return &raw
}

func (a Analyzer) evaluators() (all []engine.Evaluator) {
	for i := range max(1, a.Config.Threads) {
		all = append(all, a.Config.Evaluator(rng.Stream(a.Config.Seed, i)))
	}
	return all
}
