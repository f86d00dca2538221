package life

import "rosette/game/board"

// claim marks the enclosures in which the opponent cannot live. Under Forbid
// one that is territory takes eyes from the opponent in others, so it goes on
// until no more are found.
func (s *study) claim() {
	for found := true; found; {
		found = false
		for i := range s.enclosures {
			e := &s.enclosures[i]
			if e.territory || e.dropped || !e.bordered || e.makes || s.holdsEyes(e) {
				continue
			}
			e.territory = true
			if s.reading == Forbid {
				found = true
				s.firmUp(e)
			}
		}
	}
}

// firmUp notes that the chains around the enclosure have territory.
func (s *study) firmUp(e *enclosure) {
	for _, p := range s.points[e.from:e.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				s.firm[s.board.Root(q)] = true
			}
		}
	}
}

// maxClique is the most points that can all touch each other.
const maxClique = board.MaxDegree + 1

// holdsEyes tells whether the opponent can have two eyes in the enclosure: two
// points fit for eyes that do not touch, neither of which cuts it in two.
func (s *study) holdsEyes(e *enclosure) bool {
	var eyes [maxClique]board.Point
	n, apart := 0, false
	for _, p := range s.points[e.from:e.to] {
		if !s.fits(e, p) {
			continue
		}
		if apart = n == maxClique || s.apart(eyes[:n], p); apart {
			break
		}
		eyes[n] = p
		n++
	}
	return apart && s.holdsWholeEyes(e)
}

// holdsWholeEyes is the same where points that are fit do not all touch each
// other; what it leaves out is those that cut.
func (s *study) holdsWholeEyes(e *enclosure) bool {
	var eyes [maxClique]board.Point
	n := 0
	s.findCuts(e)
	for _, p := range s.points[e.from:e.to] {
		if s.cut[p] || !s.fits(e, p) {
			continue
		}
		if n == maxClique || s.apart(eyes[:n], p) {
			return true
		}
		eyes[n] = p
		n++
	}
	return false
}

// fits tells whether p can be an eye of the opponent: once all around is his,
// the owner cannot play there. A stone on it may come off.
func (s *study) fits(e *enclosure, p board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && !s.bare(e, s.board.Root(q)) {
			return false
		}
	}
	return true
}

// bare tells whether the chain may be left without a liberty outside the
// enclosure and then, under Forbid, not fill its last one inside.
func (s *study) bare(e *enclosure, root board.Point) bool {
	if s.reading != Forbid || !s.board.Immortal(root) || s.firm[root] {
		return false
	}
	elsewhere := s.vital[root]
	for _, r := range s.links[e.first:e.last] {
		if r == root {
			elsewhere--
		}
	}
	return elsewhere == 0
}

// apart tells whether p neither touches one of the points nor shares a chain
// with it, so that they are two eyes.
func (s *study) apart(eyes []board.Point, p board.Point) bool {
	for _, q := range eyes {
		if !s.together(p, q) {
			return true
		}
	}
	return false
}

func (s *study) together(p, q board.Point) bool {
	for _, r := range s.graph.Near(p) {
		if r == q || s.board.At(r) == s.color && s.touches(q, s.board.Root(r)) {
			return true
		}
	}
	return false
}

// findCuts marks the points without which the enclosure falls apart (Hopcroft
// and Tarjan, Algorithm 447, 1973).
func (s *study) findCuts(e *enclosure) {
	for _, p := range s.points[e.from:e.to] {
		s.step[p], s.cut[p] = 0, false
	}
	s.steps = 0
	s.visit(s.points[e.from], board.Pass)
}

// visit goes on from p, depth first, and returns the earliest step that it or
// what it leads to touches.
func (s *study) visit(p, from board.Point) int16 {
	s.steps++
	s.step[p] = s.steps
	lowest, branches := s.steps, 0
	for _, q := range s.graph.Near(p) {
		switch {
		case q == from || s.of[q] != s.of[p]:
		case s.step[q] != 0:
			lowest = min(lowest, s.step[q])
		default:
			branches++
			low := s.visit(q, p)
			lowest = min(lowest, low)
			s.cut[p] = s.cut[p] || from != board.Pass && low >= s.step[p]
		}
	}
	s.cut[p] = s.cut[p] || from == board.Pass && branches > 1
	return lowest
}
