package life

import (
	"rosette/game/board"
	"rosette/game/life/reading"
)

// CaptureRules are the rules that affect captures.
type CaptureRules = reading.CaptureRules

const (
	AllowLibertyless  = reading.AllowLibertyless  // libertyless rosettes, no suicide
	AllowSuicide      = reading.AllowSuicide      // libertyless rosettes and suicide
	ForbidLibertyless = reading.ForbidLibertyless // neither
)

// A Safety holds the points that one colour keeps even if it always passes. len = points for both
// slices.
type Safety struct {
	Alive     []bool // stones of the colour that cannot be captured
	Territory []bool // other points where the opponent cannot live, dead stones included
}

// Unconditional returns the points of colour c that the opponent can never change. It does not use
// a repetition rule, so its result holds under every ko rule.
func Unconditional(b *board.View, c board.Color, r CaptureRules) Safety {
	var w Workspace
	return w.Unconditional(b, c, r)
}

// A Workspace holds the buffers of [Unconditional] for repeated calls without allocation. The zero
// value is ready to use. A Workspace is not safe for concurrent use.
type Workspace struct {
	analysis safetyAnalysis
	result   []bool
}

// Unconditional is the function of the same name. Its result is valid until the
// next call on the same Workspace.
func (w *Workspace) Unconditional(b *board.View, c board.Color, r CaptureRules) Safety {
	n := b.Graph().Points()
	if cap(w.result) < 2*n {
		w.result = make([]bool, 2*n)
	}
	w.result = w.result[:2*n]
	clear(w.result)
	safety := Safety{Alive: w.result[:n:n], Territory: w.result[n:]}
	s := &w.analysis
	*s = safetyAnalysis{
		board: b, graph: b.Graph(), color: c, rules: r, regions: s.regions[:0], vitalFor: s.vitalFor[:0],
	}
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

// A safetyAnalysis holds the chains of one colour and the regions between them.
// Chains are identified by their roots.
type safetyAnalysis struct {
	board *board.View
	graph *board.Graph
	color board.Color
	rules CaptureRules

	regions  []bensonRegion
	regionAt [board.MaxPoints]int16       // by point: index of its region, −1 on stones of the colour
	points   [board.MaxPoints]board.Point // all regions' points, one region after the other
	vitalFor []board.Point                // by region: roots of the chains that it is vital for

	vitalRegions [board.MaxPoints]int16 // by root: number of regions vital for the chain
	dropped      [board.MaxPoints]bool  // by root: the chain can be captured
	hasTerritory [board.MaxPoints]bool  // by root: the chain borders territory

	steps   int16                  // points visited by findCuts so far
	visited [board.MaxPoints]int16 // the step in which a point was visited, from 1; 0 before
	cut     [board.MaxPoints]bool  // the region falls apart without the point
}

// A bensonRegion is a maximal connected set of points without a stone of the
// colour.
type bensonRegion struct {
	from, to        int // its points are points[from:to]
	firstVital      int // the chains it is vital for are vitalFor[firstVital:endVital]
	endVital        int
	bordered        bool // a chain of the colour touches it
	hasRosette      bool // a rosette lies wholly inside
	opponentRosette bool // the opponent has a rosette inside or can make one
	dropped         bool // a chain that touches it can be captured
	territory       bool
}

// findRegions finds the regions and the chains each is vital for.
func (s *safetyAnalysis) findRegions() {
	n := s.graph.Points()
	for p := range n {
		s.regionAt[p] = -1
	}
	if s.regions == nil {
		s.regions, s.vitalFor = make([]bensonRegion, 0, 32), make([]board.Point, 0, 64)
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

// floodRegion adds the region around p, whose points begin at s.points[from], and returns the end
// of its points.
func (s *safetyAnalysis) floodRegion(p board.Point, from int) int {
	id := int16(len(s.regions))
	region := bensonRegion{from: from, to: from + 1}
	s.points[from], s.regionAt[p] = p, id
	for i := from; i < region.to; i++ {
		p := s.points[i]
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				region.bordered = true
			} else if s.regionAt[q] < 0 {
				s.points[region.to], s.regionAt[q] = q, id
				region.to++
			}
		}
	}
	s.regions = append(s.regions, region)
	return region.to
}

// noteRosette records rosette h in the region that contains all of it, if any, and whether the
// opponent can make it. Under [ForbidLibertyless] it must already be complete, or the region
// needs another point as its liberty.
func (s *safetyAnalysis) noteRosette(h int) {
	rosette := s.graph.Rosettes()[h]
	for _, p := range rosette {
		if s.board.At(p) == s.color {
			return
		}
	}
	region := &s.regions[s.regionAt[rosette[0]]] // a rosette is connected
	complete := s.board.RosetteCount(h, s.color.Opponent()) == len(rosette)
	region.hasRosette = true
	region.opponentRosette = region.opponentRosette || s.rules != ForbidLibertyless || complete ||
		region.to-region.from > len(rosette)
}

// findVitalChains finds the chains that the region is vital for: those that touch all its empty
// points, or all its points if suicide is legal. A region without an empty point is vital for no
// chain: it holds a rosette.
func (s *safetyAnalysis) findVitalChains(region *bensonRegion) {
	region.firstVital = len(s.vitalFor)
	region.endVital = region.firstVital
	if region.hasRosette && s.rules != ForbidLibertyless {
		return
	}
	began := false
	for _, p := range s.points[region.from:region.to] {
		if s.rules != AllowSuicide && s.board.At(p) != board.Empty {
			continue
		}
		if !began {
			began = true
			s.addChainsAround(p, region.firstVital)
		}
		kept := s.vitalFor[:region.firstVital]
		for _, root := range s.vitalFor[region.firstVital:] {
			if s.touches(p, root) {
				kept = append(kept, root)
			}
		}
		s.vitalFor = kept
	}
	region.endVital = len(s.vitalFor)
	for _, root := range s.vitalFor[region.firstVital:] {
		s.vitalRegions[root]++
	}
}

// addChainsAround adds the chains that touch p to vitalFor[first:], each once.
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

// touches reports whether p has a neighbour in the chain.
func (s *safetyAnalysis) touches(p, root board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && s.board.Root(q) == root {
			return true
		}
	}
	return false
}

// dropUnsafe drops the chains that can be captured and the regions they touch,
// until nothing changes.
func (s *safetyAnalysis) dropUnsafe() {
	for s.dropChains() {
		for i := range s.regions {
			region := &s.regions[i]
			if region.dropped || !s.hasDroppedBorder(region) {
				continue
			}
			region.dropped = true
			for _, root := range s.vitalFor[region.firstVital:region.endVital] {
				s.vitalRegions[root]--
			}
		}
	}
}

// dropChains drops the chains with fewer than two vital regions and reports whether there were any.
func (s *safetyAnalysis) dropChains() (any bool) {
	for p := range board.Point(s.graph.Points()) {
		if s.board.At(p) == s.color && s.board.Root(p) == p && !s.dropped[p] && s.vitalRegions[p] < 2 &&
			!s.board.Immortal(p) {
			s.dropped[p], any = true, true
		}
	}
	return any
}

// hasDroppedBorder reports whether a dropped chain touches the region.
func (s *safetyAnalysis) hasDroppedBorder(region *bensonRegion) bool {
	for _, p := range s.points[region.from:region.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color && s.dropped[s.board.Root(q)] {
				return true
			}
		}
	}
	return false
}
