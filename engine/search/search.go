// Package search implements Monte Carlo tree search for Go on any board: it
// simulates, expands and backs up visits, several goroutines in one tree. The
// evaluator is an argument: with a policy the search selects by PUCT as KataGo
// does, without one by UCT with RAVE and priors from static features. The rule of
// selection is an argument too, see [Selection].
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

// DefaultNodes is the size of a tree if [engine.SearchParams] has none. It keeps
// the tree under 100 MiB, at [NodeBytes] each.
const DefaultNodes = 3 << 19

// NodeBytes is the memory of a node.
const NodeBytes = int(unsafe.Sizeof(node{}))

// A Search runs searches and keeps its tree from one move of a game to the next.
// The zero Search is ready. It is not safe for concurrent use.
type Search struct {
	// Root selects the moves of the root; if nil, [BestChild] does, or
	// [WideRoot] if the parameters ask for noise or a temperature.
	Root Selection
	// Interior selects the moves below the root; if nil, [BestChild] does.
	Interior Selection

	tree  *tree
	rules game.Rules
	graph *board.Graph
	start board.Hash  // the position before the first move
	moves []game.Move // that led to the root

	passesFrom int // the ply from which passes count
}

// Run searches g with next to move by a new [Search].
func Run(
	ctx context.Context, g *game.Game, next board.Color, evaluators []engine.Evaluator, p engine.SearchParams,
) engine.Analysis {
	return new(Search).Run(ctx, g, next, evaluators, p)
}

// Run searches g with next to move, one goroutine for each evaluator, until a
// limit of p is reached or ctx ends, and returns what it has found by then: that
// has no Visits if it has found nothing. Visits that an earlier Run made of the
// position count; at least a few are made anew. With one evaluator and a limit of
// visits, the same input gives the same analysis. Run leaves g as it was.
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
	err := group.Wait() // otherwise the only error is the end of ctx; the result so far is valid
	stopReports()
	if errors.As(err, new(*panics.Error)) {
		panic(err) // for the caller, who may recover
	}
	return t.analysis(workers)
}
