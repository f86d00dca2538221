package search

import (
	"slices"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// freshVisits is the smallest number of new visits in a reused tree; ownership needs them.
const freshVisits = 16

// prepare makes the position the root. It descends in the tree if the tree contains the position,
// and otherwise starts a new tree.
func (s *Search) prepare(g *game.Game, next board.Color, p engine.SearchParams) {
	selection := s.rootSelection(p)
	if !s.reroot(g, next, p, selection) {
		s.tree = newTree(g, next, p)
		if p.PruneSymmetries && !leavesMovesOut(p) {
			s.tree.symmetries = Symmetries(g)
		}
	}
	s.rules = g.Rules()
	s.graph = g.Graph()
	s.start = g.HashAt(0)
	s.passesFrom = g.PassesFrom()
	s.moves = s.moves[:0]
	for ply := range g.Ply() {
		s.moves = append(s.moves, g.Move(ply))
	}
	t := s.tree
	t.next = next
	t.params = p
	t.selection = selection
	t.onlyMove.Store(false)
	t.stopped.Store(false)
	t.made.Store(0)
	t.reserved.Store(0)
	if p.Visits > 0 {
		spent := int(t.at(t.root).visits)
		t.reserved.Store(int64(min(spent, max(0, p.Visits-freshVisits))))
	}
}

// reroot descends by the moves made since the last search. It reports whether the tree contains the
// position.
func (s *Search) reroot(g *game.Game, next board.Color, p engine.SearchParams, selection Selection) bool {
	t := s.tree
	if t == nil || s.graph != g.Graph() || s.rules != g.Rules() || p.Nodes != t.params.Nodes ||
		leavesMovesOut(t.params) || leavesMovesOut(p) || startsNewTree(t.selection) || startsNewTree(selection) ||
		g.Ply() < len(s.moves) || g.HashAt(0) != s.start || g.PassesFrom() != s.passesFrom {
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
	if at == t.root && len(t.symmetries) > 0 && !p.PruneSymmetries {
		return false
	}
	if c != next {
		return false
	}
	s.tree = t.subtree(at)
	return true
}

// leavesMovesOut reports whether a tree searched with these parameters may lack moves that another
// search needs.
func leavesMovesOut(p engine.SearchParams) bool { return len(p.AllowMoves) > 0 || p.Avoid != nil }

// child returns the node number for move p below at, or 0.
func (t *tree) child(at int32, p board.Point) int32 {
	n := t.at(at)
	if i := slices.IndexFunc(t.children(n), func(k node) bool { return k.move == p }); i >= 0 {
		return n.firstChild + int32(i)
	}
	return 0
}

// subtree returns a tree with a copy of the node and its descendants.
func (t *tree) subtree(at int32) *tree {
	if at == t.root {
		return t
	}
	to := &tree{
		arena: newArena(t.params.Nodes, t.points+1), points: t.points, params: t.params, selection: t.selection,
		transpositions: t.transpositions,
	}
	to.transpositions.clear()
	to.root = to.add([]node{*t.at(at)})
	for todo := []int32{to.root}; len(todo) > 0; {
		n := to.at(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if n.childCount == 0 {
			continue
		}
		first := to.add(t.children(n))
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
