// Package search implements Monte Carlo tree search for Go on any board, with several goroutines in
// one tree. The evaluator is an argument: with a policy the search selects by PUCT like KataGo;
// without one it selects by UCT with RAVE, and priors come from static features. The selection rule
// is an argument too; see [Selection].
package search

import (
	"context"
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
)

// DefaultNodes is the default tree size for [engine.SearchParams]. It keeps the tree under 100
// MiB, at [NodeBytes] a node.
const DefaultNodes = 3 << 19

// NodeBytes is the memory for one node.
const NodeBytes = int(unsafe.Sizeof(node{}))

// A Search runs searches and reuses its tree from one move in a game to the next. The zero Search
// is ready. It is not safe for concurrent use.
type Search struct {
	// Root selects moves at the root. If nil, it is [BestChild], or [WideRoot] if the parameters
	// set noise or a temperature.
	Root Selection
	// Interior selects moves below the root. If nil, it is [BestChild].
	Interior Selection

	tree  *tree
	rules game.Rules
	graph *board.Graph
	start board.Hash  // the position before the first move
	moves []game.Move // from the start to the root

	passesFrom int // the ply from which passes count toward the end
}

// Run searches g with next to move, in a new [Search].
func Run(
	ctx context.Context, g *game.Game, next board.Color, evaluators []engine.Evaluator, p engine.SearchParams,
) engine.Analysis {
	return new(Search).Run(ctx, g, next, evaluators, p)
}

// Run searches g with next to move, with one goroutine for each evaluator, until a limit in p is
// reached or ctx ends. It returns the result so far, with Visits 0 if there is no result yet.
// Visits from an earlier Run count, but at least a few new ones are made. With one evaluator and a
// limit on visits, equal input gives equal analyses. Run does not change g.
func (s *Search) Run(
	ctx context.Context, g *game.Game, next board.Color, evaluators []engine.Evaluator, p engine.SearchParams,
) engine.Analysis {
	start := time.Now()
	if p.Nodes <= 0 {
		p.Nodes = DefaultNodes
	}
	if p.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, p.Time)
		defer stop()
	}
	s.prepare(g, next, p)
	t := s.tree
	t.start, t.policy = start, markIllegal(StaticPolicy(g, next))
	root, interior := t.selection.NewSelector(p), s.interiorSelection().NewSelector(p)
	workers := make([]*worker, len(evaluators))
	for i, e := range evaluators {
		workers[i] = newWorker(t, e, g.Clone(), root, interior)
	}
	stopReports := t.reportProgress(workers)
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range workers {
		group.Go(func() error { return panics.Call(func() error { return w.run(ctx) }) })
	}
	err := group.Wait() // any error but a panic means that ctx ended; the result so far is valid
	stopReports()
	if errors.As(err, new(*panics.Error)) {
		panic(err) // in the caller's goroutine, where it can be recovered
	}
	return t.analysis(workers)
}
