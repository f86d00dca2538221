package retrograde

import "slices"

// A component is a strongly connected component with more than one state. Within it situational
// superko matters, so a state has a label for each way to enter.
type component struct {
	members    []*state
	situations map[situation]int  // the members' situations; nil if they are too many to search
	moves      [][]move           // by member
	made       map[situation]bool // situations that the members' plays make
	answers    map[entry]label
	proofs     map[situation][][]proof // by the situation before the component, if no member has it, and by member
}

// A move leads from a component's member to another node.
type move struct {
	to      int // member, −1 outside
	label   label
	pass    bool
	makes   situation
	history int // index for the situation it makes, −1 if no member has it
}

// An entry is a way to enter a component: the state, and the situation before it if a member's play
// can make that situation again.
type entry struct {
	at     *state
	before situation // or the zero value, the empty board, which no play makes
}

// mostSituations limits the situations in a component that is searched.
const mostSituations = 1024

// A past is a set with situations in a component.
type past [mostSituations / 64]uint64

func (p *past) has(i int) bool { return p[i/64]>>(i%64)&1 != 0 }
func (p *past) add(i int)      { p[i/64] |= 1 << (i % 64) }
func (p *past) drop(i int)     { p[i/64] &^= 1 << (i % 64) }

// addAll adds the situations in o.
func (p *past) addAll(o *past) {
	for i := range p {
		p[i] |= o[i]
	}
}

// newComponent returns a component with those members.
func newComponent(members []*state) *component {
	c := &component{
		members: members, answers: map[entry]label{}, proofs: map[situation][][]proof{},
		situations: map[situation]int{},
	}
	for _, s := range members {
		s.component = c
		if _, known := c.situations[s.situation]; c.situations != nil && !known {
			c.situations[s.situation] = len(c.situations)
		}
		if len(c.situations) > mostSituations {
			c.situations = nil
		}
	}
	return c
}

// search returns a state's label in a component entered from a situation outside, or at the
// start of the game.
func (g *graph) search(s *state, from *situation) label {
	c := s.component
	if !g.ready(c) {
		return open
	}
	at := entry{at: s}
	if from != nil && c.made[*from] {
		at.before = *from
	}
	v, known := c.answers[at]
	if !known {
		v = g.searchPast(s, from, []situation{s.situation})
		c.answers[at] = v
	}
	return v
}

// searchPast returns a state's label in a component that was entered from a situation, after a
// line through the component that ends at the state.
func (g *graph) searchPast(s *state, from *situation, made []situation) label {
	c := s.component
	if !g.ready(c) {
		return open
	}
	h := historySearch{graph: g, component: c, left: g.effort}
	var p past
	var outside situation
	if from != nil {
		if i, known := c.situations[*from]; known {
			p.add(i)
		} else {
			h.outside, outside = from, *from
		}
	}
	for _, m := range made {
		p.add(c.situations[m])
	}
	if c.proofs[outside] == nil {
		c.proofs[outside] = make([][]proof, len(c.members))
	}
	h.proofs = c.proofs[outside]
	v, at := open, slices.Index(c.members, s)
	for depth := 2; v == open && h.left > 0 && (h.deeper || depth == 2); depth += 2 {
		h.deeper = false
		v = h.search(at, &p, depth).label
	}
	g.searched += g.effort - h.left
	if v == open {
		g.gaveUp++
	}
	return v
}

// ready reports whether a component can be searched: it is small enough, and its moves are listed.
// A strategy may be the first to need them.
func (g *graph) ready(c *component) bool {
	if c.situations == nil || c.moves == nil && !g.prepare(c) {
		g.gaveUp++
		return false
	}
	return true
}

// prepare lists the members' moves, those that leave the component first. It reports whether it
// finished before the context ended.
func (g *graph) prepare(c *component) bool {
	index := map[*state]int{}
	for i, s := range c.members {
		index[s] = i
	}
	list, made := make([][]move, len(c.members)), map[situation]bool{}
	for i, s := range c.members {
		for _, e := range s.edges {
			if e.noMove {
				continue
			}
			m := move{to: -1, label: e.label, pass: e.pass, makes: e.to.situation, history: -1}
			if e.label == open {
				if to, inside := index[e.state]; inside {
					m.to = to
				} else {
					m.label = g.labelOf(e.state, &s.situation)
				}
			}
			if at, known := c.situations[m.makes]; known {
				m.history = at
			}
			if !m.pass {
				made[m.makes] = true
			}
			list[i] = append(list[i], m)
		}
		slices.SortStableFunc(list[i], func(a, b move) int { return min(a.to, 0) - min(b.to, 0) })
	}
	if g.ctx.Err() != nil {
		return false
	}
	c.moves, c.made = list, made
	return true
}

// A proof is a label of a member that holds after every past that contains the blocked situations
// and does not contain the free ones: plays that make a blocked situation have to be illegal, and
// plays that make a free one legal.
type proof struct {
	label         label
	blocked, free past
}

// holds reports whether the proof holds after a past.
func (f *proof) holds(p *past) bool {
	for i := range p {
		if f.blocked[i]&^p[i] != 0 || f.free[i]&p[i] != 0 {
			return false
		}
	}
	return true
}

// mostProofs limits the proofs stored for a member.
const mostProofs = 64

// A historySearch searches a component, entered in one way, by iterative deepening. Each line
// carries its own past.
type historySearch struct {
	*graph
	*component
	outside *situation // the situation before the component, if no member has it
	proofs  [][]proof  // by member
	deeper  bool       // a line was cut off
	left    int        // nodes
}

// search returns what is proven about a member after a past.
func (h *historySearch) search(at int, p *past, depth int) *proof {
	known := h.proofs[at]
	for i := range known {
		if known[i].holds(p) {
			return &known[i]
		}
	}
	if h.left%1024 == 0 && h.ctx.Err() != nil {
		h.left = 0
	}
	if h.left--; h.left <= 0 || depth == 0 {
		h.deeper = true
		return &proof{}
	}
	f := h.best(at, p, depth)
	if f.label != open {
		if len(h.proofs[at]) == mostProofs {
			h.proofs[at] = append(h.proofs[at][:0], h.proofs[at][mostProofs/2:]...)
		}
		h.proofs[at] = append(h.proofs[at], *f)
	}
	return f
}

// best returns what the member's moves prove about it.
func (h *historySearch) best(at int, p *past, depth int) *proof {
	s := h.members[at]
	own := winOf(s.mover)
	lost := &proof{label: winOf(s.mover ^ 1)}
	if s.passed {
		if lost.label = h.end(s.stones); lost.label == own {
			return lost
		}
	}
	for _, m := range h.moves[at] {
		switch {
		case m.pass:
		case h.outside != nil && m.makes == *h.outside:
			continue
		case m.history >= 0 && p.has(m.history):
			lost.blocked.add(m.history)
			continue
		}
		f := h.after(m, p, depth)
		if f.label == own {
			if !m.pass && m.history >= 0 {
				f.free.add(m.history)
			}
			return &f
		}
		if f.label == open {
			lost.label = open
		}
		lost.blocked.addAll(&f.blocked)
		lost.free.addAll(&f.free)
	}
	return lost
}

// after returns what is proven about the node after a move.
func (h *historySearch) after(m move, p *past, depth int) proof {
	if m.to < 0 {
		return proof{label: m.label}
	}
	next := *p
	next.add(m.history)
	f := *h.search(m.to, &next, depth-1)
	f.blocked.drop(m.history)
	return f
}
