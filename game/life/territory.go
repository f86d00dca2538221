package life

import "rosette/game/board"

// findTerritory marks the regions where the opponent cannot live. Under [ForbidLibertyless] a
// territory removes the opponent's possible eyes in other regions, so the search repeats until it
// finds no more.
func (s *safetyAnalysis) findTerritory() {
	for found := true; found; {
		found = false
		for i := range s.regions {
			region := &s.regions[i]
			if region.territory || region.dropped || !region.bordered || region.opponentRosette || s.holdsEyes(region) {
				continue
			}
			region.territory = true
			if s.rules == ForbidLibertyless {
				found = true
				s.noteTerritory(region)
			}
		}
	}
}

// noteTerritory records that the chains around the region border territory.
func (s *safetyAnalysis) noteTerritory(region *bensonRegion) {
	for _, p := range s.points[region.from:region.to] {
		for _, q := range s.graph.Near(p) {
			if s.board.At(q) == s.color {
				s.hasTerritory[s.board.Root(q)] = true
			}
		}
	}
}

// maxClique is the largest number of points that can all touch each other.
const maxClique = board.MaxDegree + 1

// holdsEyes reports whether the opponent can have two eyes in the region: two possible eyes that do
// not touch, and do not cut the region in two. It computes cut points only if there are two
// possible eyes.
func (s *safetyAnalysis) holdsEyes(region *bensonRegion) bool {
	var eyes [maxClique]board.Point
	n, apart := 0, false
	for _, p := range s.points[region.from:region.to] {
		if !s.canBeEye(region, p) {
			continue
		}
		if apart = n == maxClique || s.makesSecondEye(eyes[:n], p); apart {
			break
		}
		eyes[n] = p
		n++
	}
	return apart && s.holdsWholeEyes(region)
}

// holdsWholeEyes is holdsEyes restricted to points that do not cut the region.
func (s *safetyAnalysis) holdsWholeEyes(region *bensonRegion) bool {
	var eyes [maxClique]board.Point
	n := 0
	s.findCuts(region)
	for _, p := range s.points[region.from:region.to] {
		if s.cut[p] || !s.canBeEye(region, p) {
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

// canBeEye reports whether p can be the opponent's eye: if the opponent holds all points around it,
// the owner cannot play there. A stone on p does not matter, because it may be captured.
func (s *safetyAnalysis) canBeEye(region *bensonRegion, p board.Point) bool {
	for _, q := range s.graph.Near(p) {
		if s.board.At(q) == s.color && !s.canLoseOutsideLiberties(region, s.board.Root(q)) {
			return false
		}
	}
	return true
}

// canLoseOutsideLiberties reports whether the chain may have no liberty outside
// the region. Under [ForbidLibertyless] it then may not fill its last liberty
// inside.
func (s *safetyAnalysis) canLoseOutsideLiberties(region *bensonRegion, root board.Point) bool {
	if s.rules != ForbidLibertyless || !s.board.Immortal(root) || s.hasTerritory[root] {
		return false
	}
	elsewhere := s.vitalRegions[root]
	for _, r := range s.vitalFor[region.firstVital:region.endVital] {
		if r == root {
			elsewhere--
		}
	}
	return elsewhere == 0
}

// makesSecondEye reports whether p makes two eyes with one of the points:
// neither touches the other nor a chain that the other touches.
func (s *safetyAnalysis) makesSecondEye(eyes []board.Point, p board.Point) bool {
	for _, q := range eyes {
		if !s.isSameEye(p, q) {
			return true
		}
	}
	return false
}

// isSameEye reports whether p and q touch each other or a common chain of the owner.
func (s *safetyAnalysis) isSameEye(p, q board.Point) bool {
	for _, r := range s.graph.Near(p) {
		if r == q || s.board.At(r) == s.color && s.touches(q, s.board.Root(r)) {
			return true
		}
	}
	return false
}

// findCuts marks the points without which the region falls apart (Hopcroft and
// Tarjan, Algorithm 447, 1973).
func (s *safetyAnalysis) findCuts(region *bensonRegion) {
	for _, p := range s.points[region.from:region.to] {
		s.visited[p], s.cut[p] = 0, false
	}
	s.steps = 0
	s.visit(s.points[region.from], board.Pass)
}

// visit continues depth first from p and returns the earliest step that p or
// any point after it touches.
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
