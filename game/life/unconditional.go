package life

import "rosette/game/board"

// A Reading is what of the rules decides who can be taken: whether suicide is
// legal, and whether a chain with a rosette may be left without a liberty by
// its own colour. There is no reading with suicide and without libertyless
// rosettes; such rules contradict themselves.
type Reading uint8

const (
	Allow   Reading = iota // libertyless rosettes, no suicide
	Suicide                // libertyless rosettes and suicide
	Forbid                 // neither
)

// A Safety says what of one colour is safe if it passes for ever.
type Safety struct {
	Alive     []bool // its stones that nobody can take, by point
	Territory []bool // the points where the opponent cannot live, dead stones on them included
}

// Unconditional returns what of c the opponent can never change. Repetition
// binds nobody, so what is safe here is safe under every rule of ko.
func Unconditional(b *board.Board, c board.Color, r Reading) Safety {
	var notes Notes
	return notes.Unconditional(b, c, r)
}

// Notes are the memory that [Unconditional] takes, kept for who asks again and
// again. The zero Notes are ready; each goroutine has its own.
type Notes struct {
	study  study
	answer []bool
}

// Unconditional is the function of that name. Its answer is overwritten by the
// next.
func (m *Notes) Unconditional(b *board.Board, c board.Color, r Reading) Safety {
	n := b.Graph().Points()
	if cap(m.answer) < 2*n {
		m.answer = make([]bool, 2*n)
	}
	m.answer = m.answer[:2*n]
	clear(m.answer)
	safety := Safety{Alive: m.answer[:n:n], Territory: m.answer[n:]}
	s := &m.study
	*s = study{board: b, graph: b.Graph(), color: c, reading: r, enclosures: s.enclosures[:0], links: s.links[:0]}
	s.divide()
	s.settle()
	s.claim()
	for p := range n {
		if b.At(board.Point(p)) == c {
			safety.Alive[p] = !s.dropped[b.Root(board.Point(p))]
		} else {
			safety.Territory[p] = s.enclosures[s.of[p]].territory
		}
	}
	return safety
}

// A study is one colour's chains and the regions between them. Chains go by
// their roots.
type study struct {
	board   *board.Board
	graph   *board.Graph
	color   board.Color
	reading Reading

	enclosures []enclosure
	of         [board.MaxPoints]int16       // the enclosure of each point that is not the colour's
	points     [board.MaxPoints]board.Point // those of each enclosure together
	links      []board.Point                // the chains each enclosure is vital for, together

	vital   [board.MaxPoints]int16 // by root: how many enclosures are vital
	dropped [board.MaxPoints]bool  // by root: can be taken
	firm    [board.MaxPoints]bool  // by root: has territory beside it

	steps int16                  // how many points a walk has reached
	step  [board.MaxPoints]int16 // and when, from 1
	cut   [board.MaxPoints]bool  // its enclosure falls apart without it
}

// An enclosure is a region: a largest connected set of points without a stone
// of the colour.
type enclosure struct {
	from, to  int // its points
	first     int // its links
	last      int
	bordered  bool // a chain of the colour is around it
	rosette   bool // one lies wholly inside
	makes     bool // the opponent has one there or can make one
	dropped   bool // a chain around it can be taken
	territory bool
}

// divide finds the enclosures and what each is vital for.
func (s *study) divide() {
	n := s.graph.Points()
	for p := range n {
		s.of[p] = -1
	}
	if s.enclosures == nil {
		s.enclosures, s.links = make([]enclosure, 0, 32), make([]board.Point, 0, 64)
	}
	filled := 0
	for p := range n {
		if s.board.At(board.Point(p)) != s.color && s.of[p] < 0 {
			filled = s.explore(board.Point(p), filled)
		}
	}
	for h := range s.graph.Rosettes() {
		s.noteRosette(h)
	}
	for i := range s.enclosures {
		s.link(&s.enclosures[i])
	}
}

// explore makes the enclosure around p out of s.points[from:] and returns where
// it ends.
func (s *study) explore(p board.Point, from int) int {
	id := int16(len(s.enclosures))
	e := enclosure{from: from, to: from + 1}
	s.points[from], s.of[p] = p, id
	for i := from; i < e.to; i++ {
		p := s.points[i]
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				e.bordered = true
			} else if s.of[q] < 0 {
				s.points[e.to], s.of[q] = q, id
				e.to++
			}
		}
	}
	s.enclosures = append(s.enclosures, e)
	return e.to
}

// noteRosette tells the enclosure in which all of the rosette lies, if there is
// one, and whether the opponent can make it: under Forbid only if it stands
// already, or there is a point besides for its liberty.
func (s *study) noteRosette(h int) {
	rosette := s.graph.Rosettes()[h]
	for _, p := range rosette {
		if s.board.At(p) == s.color {
			return
		}
	}
	e := &s.enclosures[s.of[rosette[0]]] // a rosette is connected
	stands := s.board.Filled(h, s.color.Opponent()) == len(rosette)
	e.rosette = true
	e.makes = e.makes || s.reading != Forbid || stands || e.to-e.from > len(rosette)
}

// link finds the chains that the enclosure is vital for: those around one of
// its points that all the others touch too. Without an empty point there is
// none: a full region holds a rosette.
func (s *study) link(e *enclosure) {
	e.first = len(s.links)
	e.last = e.first
	if e.rosette && s.reading != Forbid {
		return
	}
	began := false
	for _, p := range s.points[e.from:e.to] {
		if s.reading != Suicide && s.board.At(p) != board.Empty {
			continue
		}
		if !began {
			began = true
			s.meet(p, e.first)
		}
		kept := s.links[:e.first]
		for _, root := range s.links[e.first:] {
			if s.touches(p, root) {
				kept = append(kept, root)
			}
		}
		s.links = kept
	}
	e.last = len(s.links)
	for _, root := range s.links[e.first:] {
		s.vital[root]++
	}
}

// meet adds the chains around p to the links, each once.
func (s *study) meet(p board.Point, first int) {
near:
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) != s.color {
			continue
		}
		root := s.board.Root(q)
		for _, known := range s.links[first:] {
			if known == root {
				continue near
			}
		}
		s.links = append(s.links, root)
	}
}

// touches tells whether p has a neighbour in the chain.
func (s *study) touches(p, root board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && s.board.Root(q) == root {
			return true
		}
	}
	return false
}

// settle drops chains that can be taken and what they border, until the rest
// holds.
func (s *study) settle() {
	for s.dropChains() {
		for i := range s.enclosures {
			e := &s.enclosures[i]
			if e.dropped || !s.open(e) {
				continue
			}
			e.dropped = true
			for _, root := range s.links[e.first:e.last] {
				s.vital[root]--
			}
		}
	}
}

// dropChains drops the chains that have too few vital enclosures left and tells
// whether there were any.
func (s *study) dropChains() (any bool) {
	for p := range board.Point(s.graph.Points()) {
		if s.board.At(p) == s.color && s.board.Root(p) == p && !s.dropped[p] && s.vital[p] < 2 && !s.board.Immortal(p) {
			s.dropped[p], any = true, true
		}
	}
	return any
}

// open tells whether a chain around the enclosure is dropped.
func (s *study) open(e *enclosure) bool {
	for _, p := range s.points[e.from:e.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color && s.dropped[s.board.Root(q)] {
				return true
			}
		}
	}
	return false
}
