package retrograde

import (
	"context"
	"slices"
)

// An edge is a move from a node. With noMove it is not a move, but leads to a node that has to be
// searched together with this one (see the package comment).
type edge struct {
	to     node
	state  *state // nil where the table has the label
	label  label  // from the table, or open
	pass   bool
	retake bool // takes a ko after a pass, and before the pass it may have been banned
	noMove bool
}

// A state is a node that the table leaves open.
type state struct {
	node
	edges     []edge
	number    int // in discovery order
	low       int // the smallest number on the stack known to be reachable
	settled   label
	best      node       // for a settled win: the node after the move that proves it
	component *component // if it has more than one node, else nil
	complete  bool       // its component is known
}

// A graph holds the open nodes in a table that matter to a root. A depth-first search finds
// its strongly connected components (Tarjan, Depth-first search and linear graph algorithms, 1972),
// the bottom ones first, and settles what it can. It forgets states that a settled node makes
// needless.
type graph struct {
	*table
	ctx        context.Context // the argument to solve; once it has ended nothing more is proven
	states     map[node]*state
	stack      []*state
	discovered int
	most       int // limit on discovered states
	effort     int // limit on nodes for a component
	searched   int // nodes with history so far
	gaveUp     int // components too hard
	list       []child
	ends       map[stones]label // the winner where that takes reading
}

func newGraph(t *table, most, effort int) *graph {
	return &graph{
		ctx: context.Background(), table: t, states: map[node]*state{}, ends: map[stones]label{}, most: most,
		effort: effort,
	}
}

// solve returns the label of a node where a game begins, or, with before, of a node right after the
// start before. It is open if the graph or a component is too large, or if the context has ended.
func (g *graph) solve(ctx context.Context, n node, before *situation) label {
	g.ctx = ctx
	defer func() { g.ctx = context.Background() }()
	if v := g.value(n); v != open {
		return v
	}
	if s := g.states[n]; s != nil {
		return g.labelOf(s, before)
	}
	return g.labelOf(g.visit(n), before)
}

// labelOf returns a state's label when entered from a situation, or at the start if from is nil.
func (g *graph) labelOf(s *state, from *situation) label {
	if s.settled != open || s.component == nil {
		return s.settled
	}
	return g.search(s, from)
}

// expand finds a state's edges.
func (g *graph) expand(s *state) {
	n := s.node
	if !n.passed {
		s.edges = append(s.edges, edge{to: n.afterPass(), pass: true})
	}
	g.list = g.children(n, g.list[:0])
	s.edges = slices.Grow(s.edges, len(g.list))
	for _, c := range g.list {
		e := edge{to: c.node}
		if n.passed && c.node.ban != 0 {
			banned := n
			banned.passed, banned.ban = false, 1<<c.point
			if g.value(banned) == open {
				e.retake = true
				s.edges = append(s.edges, edge{to: banned, noMove: true})
			}
		}
		s.edges = append(s.edges, e)
	}
	for i := range s.edges {
		e := &s.edges[i]
		e.label = g.value(e.to)
	}
}

// A frame is a state whose edges are being followed.
type frame struct {
	state *state
	depth int // stack size below it
	next  int // edge
	won   bool
}

// visit discovers a state and the states that it leads to. It has its own stack for frames, since a
// line may be as long as the graph is large. If the context ends, it forgets incomplete states.
func (g *graph) visit(n node) *state {
	depth := len(g.stack)
	first := g.discover(n)
	frames := []frame{g.begin(first)}
	for len(frames) > 0 && g.ctx.Err() == nil {
		f := &frames[len(frames)-1]
		if e := g.follow(f); e != nil {
			if e.state = g.discover(e.to); !e.state.complete {
				frames = append(frames, g.begin(e.state))
			}
			continue
		}
		g.finish(f)
		frames = frames[:len(frames)-1]
	}
	for _, s := range g.stack[depth:] {
		delete(g.states, s.node)
	}
	g.stack = g.stack[:depth]
	return first
}

// discover makes the state for a node. If there are too many, the state is complete and stays open.
func (g *graph) discover(n node) *state {
	s := &state{node: n, number: g.discovered, low: g.discovered}
	g.discovered++
	s.complete = g.discovered > g.most
	return s
}

// begin finds a state's edges.
func (g *graph) begin(s *state) frame {
	f := frame{state: s, depth: len(g.stack)}
	if s.complete {
		return f
	}
	g.states[s.node], g.stack = s, append(g.stack, s)
	g.expand(s)
	f.won = g.wins(s)
	return f
}

// follow follows a state's open edges until one proves a win for the mover. It returns the
// first edge to a node without a state, or nil if there is no other.
func (g *graph) follow(f *frame) *edge {
	s := f.state
	for ; !f.won && f.next < len(s.edges); f.next++ {
		e := &s.edges[f.next]
		if e.label != open {
			continue
		}
		if e.state == nil {
			e.state = g.states[e.to]
		}
		if e.state == nil {
			return e
		}
		if !e.state.complete {
			s.low = min(s.low, e.state.low)
		} else if !e.retake && !e.noMove && g.labelOf(e.state, &s.situation) == winOf(s.mover) {
			s.best, f.won = e.to, true
		}
	}
	return nil
}

// finish settles a state after its edges have been followed, if it is won or the first in its
// component. It forgets states that a win makes needless.
func (g *graph) finish(f *frame) {
	s := f.state
	switch {
	case s.complete:
	case f.won:
		for _, above := range g.stack[f.depth+1:] {
			delete(g.states, above.node)
		}
		g.stack = g.stack[:f.depth]
		s.settled = winOf(s.mover)
		s.complete = true
		s.edges = nil
	case s.low == s.number:
		g.complete(f.depth)
	}
}

// wins reports whether the table has a winning move for the mover.
func (g *graph) wins(s *state) bool {
	for i := range s.edges {
		if e := &s.edges[i]; e.label == winOf(s.mover) && !e.retake && !e.noMove {
			s.best = e.to
			return true
		}
	}
	return s.passed && g.end(s.stones) == winOf(s.mover)
}

// complete takes a component off the stack.
func (g *graph) complete(depth int) {
	members := append([]*state(nil), g.stack[depth:]...)
	g.stack = g.stack[:depth]
	for _, s := range members {
		s.complete = true
	}
	if len(members) > 1 {
		newComponent(members)
		return
	}
	s := members[0]
	s.settled = g.settle(s)
}

// settle returns the label for a state that is its own component.
func (g *graph) settle(s *state) label {
	lost := !s.passed || g.end(s.stones) == winOf(s.mover^1)
	for i := range s.edges {
		e := &s.edges[i]
		if e.noMove {
			continue
		}
		v := e.label
		if v == open {
			v = g.labelOf(e.state, &s.situation)
		}
		if v == winOf(s.mover) {
			s.best = e.to
			return v
		}
		lost = lost && v != open
	}
	if lost {
		return winOf(s.mover ^ 1)
	}
	return open
}
