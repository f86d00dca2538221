package search

import (
	"context"
	"slices"
	"sync"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A Search keeps its tree from one move of a game to the next. The zero Search
// is ready. It is not safe for concurrent use.
type Search struct {
	tree  *tree
	rules game.Rules
	graph *board.Graph
	start board.Hash  // the position of the root
	moves []game.Move // that led to the root
}

// Run is [Run] with what an earlier run knows of the position, whose visits
// count as spent; at least a few are made anew.
func (s *Search) Run(ctx context.Context, g *game.Game, next board.Color, minds []engine.Evaluator, b Budget) Report {
	start := time.Now()
	if b.Nodes <= 0 {
		b.Nodes = DefaultNodes
	}
	if b.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, b.Time)
		defer stop()
	}
	s.prepare(g, next, b)
	s.tree.start = start
	walkers := make([]*worker, len(minds))
	var all sync.WaitGroup
	for i, mind := range minds {
		walkers[i] = newWorker(s.tree, mind, g.Clone(), i)
	}
	hush := s.tree.reportProgress(start, walkers)
	for _, w := range walkers {
		all.Go(func() { w.run(ctx) })
	}
	all.Wait()
	hush()
	report := s.tree.report(walkers)
	report.Elapsed = time.Since(start)
	return report
}

// freshVisits are made however much is known already, for ownership.
const freshVisits = 16

// prepare makes the position the root: by going down the tree if it holds the
// position, else with a tree of its own.
func (s *Search) prepare(g *game.Game, next board.Color, b Budget) {
	if !s.reroot(g, next, b) {
		s.tree = newTree(g, next, b)
	}
	s.rules, s.graph, s.start = g.Rules(), g.Graph(), g.Board().Hash()
	s.moves = s.moves[:0]
	for ply := range g.Ply() {
		s.moves = append(s.moves, g.Move(ply))
	}
	t := s.tree
	t.next, t.budget = next, b
	t.onlyMove.Store(false)
	t.stopped.Store(false)
	t.made.Store(0)
	t.reserved.Store(0)
	if b.Visits > 0 {
		spent := int(t.at(t.root).visits)
		t.reserved.Store(int64(min(spent, max(0, b.Visits-freshVisits))))
	}
}

// reroot goes down to the position by the moves made since, and tells whether
// the tree has it. A root whose moves are limited keeps nothing.
func (s *Search) reroot(g *game.Game, next board.Color, b Budget) bool {
	t := s.tree
	if t == nil || s.graph != g.Graph() || s.rules != g.Rules() || b.Nodes != t.budget.Nodes ||
		t.budget.notReusable() || b.notReusable() || g.Ply() < len(s.moves) {
		return false
	}
	at, c := t.root, t.next
	for ply := range g.Ply() {
		move := g.Move(ply)
		if ply < len(s.moves) {
			if move != s.moves[ply] {
				return false
			}
			continue
		}
		if move.Color != c {
			return false
		}
		if at = t.child(at, move.Point); at == 0 {
			return false
		}
		c = c.Opponent()
	}
	if c != next || g.Ply() == len(s.moves) && g.Board().Hash() != s.start {
		return false
	}
	s.tree = t.subtree(at)
	return true
}

// notReusable tells whether the tree is of no use to another search: because moves
// are left out, or the root's were visited as a draw would have it.
func (b *Budget) notReusable() bool {
	return len(b.AllowMoves) > 0 || b.Avoid != nil || b.Gumbel != nil
}

// child returns the node of a move, or 0.
func (t *tree) child(at int32, p board.Point) int32 {
	n := t.at(at)
	kids := t.nodes(n.firstChild, int(n.childCount))
	if i := slices.IndexFunc(kids, func(k node) bool { return k.move == p }); i >= 0 {
		return n.firstChild + int32(i)
	}
	return 0
}

// subtree returns a tree of its own with what stands under a node.
func (t *tree) subtree(at int32) *tree {
	if at == t.root {
		return t
	}
	to := &tree{arena: newArena(t.budget.Nodes, t.points+1), points: t.points, budget: t.budget, transpositions: t.transpositions}
	to.transpositions.clear()
	to.root = to.add([]node{*t.at(at)})
	for todo := []int32{to.root}; len(todo) > 0; {
		n := to.at(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if n.childCount == 0 {
			continue
		}
		first := to.add(t.nodes(n.firstChild, int(n.childCount)))
		if first == 0 {
			n.childCount = 0
			continue
		}
		n.firstChild = first
		for i := range int32(n.childCount) {
			todo = append(todo, first+i)
		}
	}
	return to
}
