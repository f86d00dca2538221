package retrograde

// An edge is a move from a node, or, where it is no move, a node that the one before
// has to be searched together with (see the package comment).
type edge struct {
	to     node
	state  *state // nil where the table knows the label
	label  label  // that the table knows, or open
	pass   bool
	retake bool // takes a ko after a pass, and before the pass it may have been banned
	noMove bool
}

// A state is a node that the table leaves open.
type state struct {
	node
	edges     []edge
	number    int // in the order of discovery
	low       int // the smallest number on the stack that is known to be reachable
	settled   label
	best      node       // of a settled win: what the move leads to that proves it
	component *component // of more than one node, or nil
	complete  bool       // its component is known
}

// A graph is the part of the nodes that a table leaves open that matters to a root:
// depth-first search finds its strongly connected components (Tarjan, Depth-first
// search and linear graph algorithms, 1972), the bottom ones first, and settles what
// it can. What a settled node makes needless is forgotten.
type graph struct {
	*table
	states     map[node]*state
	stack      []*state
	discovered int
	most       int // states to be discovered
	effort     int // nodes that a component may take
	searched   int // nodes with history so far
	gaveUp     int // components too hard
	list       []child
	ends       map[stones]label // who has won where it takes reading to know that
}

func newGraph(t *table, most, effort int) *graph {
	return &graph{table: t, states: map[node]*state{}, ends: map[stones]label{}, most: most, effort: effort}
}

// solve returns the label of a node at which a game begins, or that is reached from
// the situation before it, at which the game began. It is open if the graph or a
// component is too large.
func (g *graph) solve(n node, before *situation) label {
	if v := g.value(n); v != open {
		return v
	}
	if s := g.states[n]; s != nil {
		return g.labelOf(s, before)
	}
	return g.labelOf(g.visit(n), before)
}

// labelOf returns the label of a state entered from a situation, or at the start if
// that is nil.
func (g *graph) labelOf(s *state, from *situation) label {
	if s.settled != open || s.component == nil {
		return s.settled
	}
	return g.search(s, from)
}

// expand finds the edges of a state.
func (g *graph) expand(s *state) {
	n := s.node
	if !n.passed {
		s.edges = append(s.edges, edge{to: n.afterPass(), pass: true})
	}
	g.list = g.children(n, g.list[:0])
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

// visit discovers a state and what it leads to.
func (g *graph) visit(n node) *state {
	s := &state{node: n, number: g.discovered, low: g.discovered}
	if g.discovered++; g.discovered > g.most {
		s.complete = true
		return s
	}
	depth := len(g.stack)
	g.states[n], g.stack = s, append(g.stack, s)
	g.expand(s)
	if own := winOf(n.mover); g.wins(s) || g.follow(s) {
		for _, above := range g.stack[depth+1:] {
			delete(g.states, above.node)
		}
		g.stack = g.stack[:depth]
		s.settled, s.complete, s.edges = own, true, nil
		return s
	}
	if s.low == s.number {
		g.complete(depth)
	}
	return s
}

// wins reports whether the table knows a move that wins for the mover.
func (g *graph) wins(s *state) bool {
	for i := range s.edges {
		if e := &s.edges[i]; e.label == winOf(s.mover) && !e.retake && !e.noMove {
			s.best = e.to
			return true
		}
	}
	return s.passed && g.end(s.stones) == winOf(s.mover)
}

// follow visits the open states that a state leads to, until one of them is a win of
// the mover, which it reports.
func (g *graph) follow(s *state) bool {
	for i := range s.edges {
		e := &s.edges[i]
		if e.label != open {
			continue
		}
		if e.state = g.states[e.to]; e.state == nil {
			e.state = g.visit(e.to)
		}
		if !e.state.complete {
			s.low = min(s.low, e.state.low)
		} else if !e.retake && !e.noMove && g.labelOf(e.state, &s.situation) == winOf(s.mover) {
			s.best = e.to
			return true
		}
	}
	return false
}

// complete takes a component off the stack.
func (g *graph) complete(depth int) {
	members := append([]*state(nil), g.stack[depth:]...)
	g.stack = g.stack[:depth]
	for _, s := range members {
		s.complete = true
	}
	if len(members) > 1 {
		c := &component{members: members, answers: map[entry]label{}, proofs: map[situation][][]proof{}}
		for _, s := range members {
			s.component = c
		}
		return
	}
	s := members[0]
	s.settled = g.settle(s)
}

// settle returns the label of a state that is a component of its own.
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
