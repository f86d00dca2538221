package life

import "rosette/game/board"

// A CaptureRules is what of the rules decides who can be taken: whether suicide is
// legal, and whether a chain with a rosette may be left without a liberty by
// its own colour. There is no reading with suicide and without libertyless
// rosettes; such rules contradict themselves.
type CaptureRules uint8

const (
	AllowLibertyless  CaptureRules = iota // libertyless rosettes, no suicide
	AllowSuicide                          // libertyless rosettes and suicide
	ForbidLibertyless                     // neither
)

// A Safety says what of one colour is safe if it passes for ever.
type Safety struct {
	Alive     []bool // its stones that nobody can take, by point
	Territory []bool // the points where the opponent cannot live, dead stones on them included
}

// Unconditional returns what of c the opponent can never change. Repetition
// binds nobody, so what is safe here is safe under every rule of ko.
func Unconditional(b *board.Board, c board.Color, r CaptureRules) Safety {
	var notes Workspace
	return notes.Unconditional(b, c, r)
}

// Workspace are the memory that [Unconditional] takes, kept for who asks again and
// again. The zero Notes are ready; each goroutine has its own.
type Workspace struct {
	analysis safetyAnalysis
	answer   []bool
}

// Unconditional is the function of that name. Its answer is overwritten by the
// next.
func (m *Workspace) Unconditional(b *board.Board, c board.Color, r CaptureRules) Safety {
	n := b.Graph().Points()
	if cap(m.answer) < 2*n {
		m.answer = make([]bool, 2*n)
	}
	m.answer = m.answer[:2*n]
	clear(m.answer)
	safety := Safety{Alive: m.answer[:n:n], Territory: m.answer[n:]}
	s := &m.analysis
	*s = safetyAnalysis{board: b, graph: b.Graph(), color: c, rules: r, regions: s.regions[:0], vitalFor: s.vitalFor[:0]}
	s.findRegions()
	s.dropUnsafe()
	s.findTerritory()
	for p := range n {
		if b.At(board.Point(p)) == c {
			safety.Alive[p] = !s.dropped[b.Root(board.Point(p))]
		} else {
			safety.Territory[p] = s.regions[s.regionAt[p]].territory
		}
	}
	return safety
}

// A safetyAnalysis is one colour's chains and the regions between them. Chains go by
// their roots.
type safetyAnalysis struct {
	board *board.Board
	graph *board.Graph
	color board.Color
	rules CaptureRules

	regions  []territoryRegion
	regionAt [board.MaxPoints]int16       // the enclosure of each point that is not the colour's
	points   [board.MaxPoints]board.Point // those of each enclosure together
	vitalFor []board.Point                // the chains each enclosure is vital for, together

	vitalRegions [board.MaxPoints]int16 // by root: how many enclosures are vital
	dropped      [board.MaxPoints]bool  // by root: can be taken
	hasTerritory [board.MaxPoints]bool  // by root: has territory beside it

	steps   int16                  // how many points a walk has reached
	visited [board.MaxPoints]int16 // and when, from 1
	cut     [board.MaxPoints]bool  // its enclosure falls apart without it
}

// An territoryRegion is a region: a largest connected set of points without a stone
// of the colour.
type territoryRegion struct {
	from, to        int // its points
	firstVital      int // its links
	endVital        int
	bordered        bool // a chain of the colour is around it
	hasRosette      bool // one lies wholly inside
	opponentRosette bool // the opponent has one there or can make one
	dropped         bool // a chain around it can be taken
	territory       bool
}

// findRegions finds the enclosures and what each is vital for.
func (s *safetyAnalysis) findRegions() {
	n := s.graph.Points()
	for p := range n {
		s.regionAt[p] = -1
	}
	if s.regions == nil {
		s.regions, s.vitalFor = make([]territoryRegion, 0, 32), make([]board.Point, 0, 64)
	}
	filled := 0
	for p := range n {
		if s.board.At(board.Point(p)) != s.color && s.regionAt[p] < 0 {
			filled = s.floodRegion(board.Point(p), filled)
		}
	}
	for h := range s.graph.Rosettes() {
		s.noteRosette(h)
	}
	for i := range s.regions {
		s.findVitalChains(&s.regions[i])
	}
}

// floodRegion makes the enclosure around p out of s.points[from:] and returns where
// it ends.
func (s *safetyAnalysis) floodRegion(p board.Point, from int) int {
	id := int16(len(s.regions))
	e := territoryRegion{from: from, to: from + 1}
	s.points[from], s.regionAt[p] = p, id
	for i := from; i < e.to; i++ {
		p := s.points[i]
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				e.bordered = true
			} else if s.regionAt[q] < 0 {
				s.points[e.to], s.regionAt[q] = q, id
				e.to++
			}
		}
	}
	s.regions = append(s.regions, e)
	return e.to
}

// noteRosette tells the enclosure in which all of the rosette lies, if there is
// one, and whether the opponent can make it: under Forbid only if it stands
// already, or there is a point besides for its liberty.
func (s *safetyAnalysis) noteRosette(h int) {
	rosette := s.graph.Rosettes()[h]
	for _, p := range rosette {
		if s.board.At(p) == s.color {
			return
		}
	}
	e := &s.regions[s.regionAt[rosette[0]]] // a rosette is connected
	stands := s.board.RosetteCount(h, s.color.Opponent()) == len(rosette)
	e.hasRosette = true
	e.opponentRosette = e.opponentRosette || s.rules != ForbidLibertyless || stands || e.to-e.from > len(rosette)
}

// findVitalChains finds the chains that the enclosure is vital for: those around one of
// its points that all the others touch too. Without an empty point there is
// none: a full region holds a rosette.
func (s *safetyAnalysis) findVitalChains(e *territoryRegion) {
	e.firstVital = len(s.vitalFor)
	e.endVital = e.firstVital
	if e.hasRosette && s.rules != ForbidLibertyless {
		return
	}
	began := false
	for _, p := range s.points[e.from:e.to] {
		if s.rules != AllowSuicide && s.board.At(p) != board.Empty {
			continue
		}
		if !began {
			began = true
			s.addChainsAround(p, e.firstVital)
		}
		kept := s.vitalFor[:e.firstVital]
		for _, root := range s.vitalFor[e.firstVital:] {
			if s.touches(p, root) {
				kept = append(kept, root)
			}
		}
		s.vitalFor = kept
	}
	e.endVital = len(s.vitalFor)
	for _, root := range s.vitalFor[e.firstVital:] {
		s.vitalRegions[root]++
	}
}

// addChainsAround adds the chains around p to the links, each once.
func (s *safetyAnalysis) addChainsAround(p board.Point, first int) {
near:
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) != s.color {
			continue
		}
		root := s.board.Root(q)
		for _, known := range s.vitalFor[first:] {
			if known == root {
				continue near
			}
		}
		s.vitalFor = append(s.vitalFor, root)
	}
}

// touches tells whether p has a neighbour in the chain.
func (s *safetyAnalysis) touches(p, root board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && s.board.Root(q) == root {
			return true
		}
	}
	return false
}

// dropUnsafe drops chains that can be taken and what they border, until the rest
// holds.
func (s *safetyAnalysis) dropUnsafe() {
	for s.dropChains() {
		for i := range s.regions {
			e := &s.regions[i]
			if e.dropped || !s.hasDroppedBorder(e) {
				continue
			}
			e.dropped = true
			for _, root := range s.vitalFor[e.firstVital:e.endVital] {
				s.vitalRegions[root]--
			}
		}
	}
}

// dropChains drops the chains that have too few vital enclosures left and tells
// whether there were any.
func (s *safetyAnalysis) dropChains() (any bool) {
	for p := range board.Point(s.graph.Points()) {
		if s.board.At(p) == s.color && s.board.Root(p) == p && !s.dropped[p] && s.vitalRegions[p] < 2 && !s.board.Immortal(p) {
			s.dropped[p], any = true, true
		}
	}
	return any
}

// hasDroppedBorder tells whether a chain around the enclosure is dropped.
func (s *safetyAnalysis) hasDroppedBorder(e *territoryRegion) bool {
	for _, p := range s.points[e.from:e.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color && s.dropped[s.board.Root(q)] {
				return true
			}
		}
	}
	return false
}
