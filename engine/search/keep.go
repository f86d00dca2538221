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
	s.open(g, next, b)
	s.tree.began = start
	walkers := make([]*walker, len(minds))
	var all sync.WaitGroup
	for i, mind := range minds {
		walkers[i] = newWalker(s.tree, mind, g.Clone(), i)
	}
	hush := s.tree.aloud(start, walkers)
	for _, w := range walkers {
		all.Go(func() { w.walk(ctx) })
	}
	all.Wait()
	hush()
	report := s.tree.report(walkers)
	report.Took = time.Since(start)
	return report
}

// freshVisits are made however much is known already, for ownership.
const freshVisits = 16

// open makes the position the root: by going down the tree if it holds the
// position, else with a tree of its own.
func (s *Search) open(g *game.Game, next board.Color, b Budget) {
	if !s.follow(g, next, b) {
		s.tree = newTree(g, next, b)
	}
	s.rules, s.graph, s.start = g.Rules(), g.Graph(), g.Board().Hash()
	s.moves = s.moves[:0]
	for ply := range g.Ply() {
		s.moves = append(s.moves, g.Move(ply))
	}
	t := s.tree
	t.next, t.budget = next, b
	t.single.Store(false)
	t.settled.Store(false)
	t.made.Store(0)
	t.reserved.Store(0)
	if b.Visits > 0 {
		spent := int(t.at(t.root).visits)
		t.reserved.Store(int64(min(spent, max(0, b.Visits-freshVisits))))
	}
}

// follow goes down to the position by the moves made since, and tells whether
// the tree has it. A root whose moves are limited keeps nothing.
func (s *Search) follow(g *game.Game, next board.Color, b Budget) bool {
	t := s.tree
	if t == nil || s.graph != g.Graph() || s.rules != g.Rules() || b.Nodes != t.budget.Nodes ||
		t.budget.limited() || b.limited() || g.Ply() < len(s.moves) {
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
	s.tree = t.below(at)
	return true
}

// limited tells whether the tree is of no use to another search: because moves
// are left out, or the root's were visited as a draw would have it.
func (b *Budget) limited() bool { return len(b.Among) > 0 || b.Avoid != nil || b.Gumbel != nil }

// child returns the node of a move, or 0.
func (t *tree) child(at int32, p board.Point) int32 {
	n := t.at(at)
	kids := t.run(n.first, int(n.kids))
	if i := slices.IndexFunc(kids, func(k node) bool { return k.move == p }); i >= 0 {
		return n.first + int32(i)
	}
	return 0
}

// below returns a tree of its own with what stands under a node.
func (t *tree) below(at int32) *tree {
	if at == t.root {
		return t
	}
	to := &tree{forest: newForest(t.budget.Nodes, t.points+1), points: t.points, budget: t.budget, twins: t.twins}
	to.twins.forget()
	to.root = to.add([]node{*t.at(at)})
	for todo := []int32{to.root}; len(todo) > 0; {
		n := to.at(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if n.kids == 0 {
			continue
		}
		first := to.add(t.run(n.first, int(n.kids)))
		if first == 0 {
			n.kids = 0
			continue
		}
		n.first = first
		for i := range int32(n.kids) {
			todo = append(todo, first+i)
		}
	}
	return to
}
