package life

import "rosette/game/board"

// findTerritory marks the enclosures in which the opponent cannot live. Under Forbid
// one that is territory takes eyes from the opponent in others, so it goes on
// until no more are found.
func (s *safetyAnalysis) findTerritory() {
	for found := true; found; {
		found = false
		for i := range s.regions {
			e := &s.regions[i]
			if e.territory || e.dropped || !e.bordered || e.opponentRosette || s.holdsEyes(e) {
				continue
			}
			e.territory = true
			if s.rules == ForbidLibertyless {
				found = true
				s.noteTerritory(e)
			}
		}
	}
}

// noteTerritory notes that the chains around the enclosure have territory.
func (s *safetyAnalysis) noteTerritory(e *territoryRegion) {
	for _, p := range s.points[e.from:e.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				s.hasTerritory[s.board.Root(q)] = true
			}
		}
	}
}

// maxClique is the most points that can all touch each other.
const maxClique = board.MaxDegree + 1

// holdsEyes tells whether the opponent can have two eyes in the enclosure: two
// points fit for eyes that do not touch, neither of which cuts it in two.
func (s *safetyAnalysis) holdsEyes(e *territoryRegion) bool {
	var eyes [maxClique]board.Point
	n, apart := 0, false
	for _, p := range s.points[e.from:e.to] {
		if !s.canBeEye(e, p) {
			continue
		}
		if apart = n == maxClique || s.makesSecondEye(eyes[:n], p); apart {
			break
		}
		eyes[n] = p
		n++
	}
	return apart && s.holdsWholeEyes(e)
}

// holdsWholeEyes is the same where points that are fit do not all touch each
// other; what it leaves out is those that cut.
func (s *safetyAnalysis) holdsWholeEyes(e *territoryRegion) bool {
	var eyes [maxClique]board.Point
	n := 0
	s.findCuts(e)
	for _, p := range s.points[e.from:e.to] {
		if s.cut[p] || !s.canBeEye(e, p) {
			continue
		}
		if n == maxClique || s.makesSecondEye(eyes[:n], p) {
			return true
		}
		eyes[n] = p
		n++
	}
	return false
}

// canBeEye tells whether p can be an eye of the opponent: once all around is his,
// the owner cannot play there. A stone on it may come off.
func (s *safetyAnalysis) canBeEye(e *territoryRegion, p board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && !s.canLoseOutsideLiberties(e, s.board.Root(q)) {
			return false
		}
	}
	return true
}

// canLoseOutsideLiberties tells whether the chain may be left without a liberty outside the
// enclosure and then, under Forbid, not fill its last one inside.
func (s *safetyAnalysis) canLoseOutsideLiberties(e *territoryRegion, root board.Point) bool {
	if s.rules != ForbidLibertyless || !s.board.Immortal(root) || s.hasTerritory[root] {
		return false
	}
	elsewhere := s.vitalRegions[root]
	for _, r := range s.vitalFor[e.firstVital:e.endVital] {
		if r == root {
			elsewhere--
		}
	}
	return elsewhere == 0
}

// makesSecondEye tells whether p neither touches one of the points nor shares a chain
// with it, so that they are two eyes.
func (s *safetyAnalysis) makesSecondEye(eyes []board.Point, p board.Point) bool {
	for _, q := range eyes {
		if !s.isSameEye(p, q) {
			return true
		}
	}
	return false
}

func (s *safetyAnalysis) isSameEye(p, q board.Point) bool {
	for _, r := range s.graph.Near(p) {
		if r == q || s.board.At(r) == s.color && s.touches(q, s.board.Root(r)) {
			return true
		}
	}
	return false
}

// findCuts marks the points without which the enclosure falls apart (Hopcroft
// and Tarjan, Algorithm 447, 1973).
func (s *safetyAnalysis) findCuts(e *territoryRegion) {
	for _, p := range s.points[e.from:e.to] {
		s.visited[p], s.cut[p] = 0, false
	}
	s.steps = 0
	s.visit(s.points[e.from], board.Pass)
}

// visit goes on from p, depth first, and returns the earliest step that it or
// what it leads to touches.
func (s *safetyAnalysis) visit(p, from board.Point) int16 {
	s.steps++
	s.visited[p] = s.steps
	lowest, branches := s.steps, 0
	for _, q := range s.graph.Near(p) {
		switch {
		case q == from || s.regionAt[q] != s.regionAt[p]:
		case s.visited[q] != 0:
			lowest = min(lowest, s.visited[q])
		default:
			branches++
			low := s.visit(q, p)
			lowest = min(lowest, low)
			s.cut[p] = s.cut[p] || from != board.Pass && low >= s.visited[p]
		}
	}
	s.cut[p] = s.cut[p] || from == board.Pass && branches > 1
	return lowest
}
