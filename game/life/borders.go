package life

import "rosette/game/board"

// openBorders returns the points in open borders: in regions of the cleared board that both colours
// touch, except dame and regions that touch a seki.
func (a *statusAnalysis) openBorders(cleared *board.View) (points []board.Point) {
	s := newRegionSurvey(cleared)
	closed := map[*emptyRegion]bool{}
	for _, r := range s.regions {
		closed[r] = r.owner != board.Empty || len(r.stones) == 0 || s.dame(r) || a.besideSeki(r)
	}
	for p, r := range s.regionAt {
		if r != nil && !closed[r] {
			points = append(points, board.Point(p))
		}
	}
	return points
}

// dame reports whether a region that both colours touch is worth nothing: every point touches both
// colours, and no point is a chain's last liberty.
func (s *regionSurvey) dame(r *emptyRegion) bool {
	for _, p := range r.points {
		if s.board.Neighbours(p, board.Black) == 0 || s.board.Neighbours(p, board.White) == 0 {
			return false
		}
	}
	for _, p := range r.stones {
		if _, atari := s.board.Atari(p); atari && !s.board.Immortal(p) {
			return false
		}
	}
	return true
}

// besideSeki reports whether a chain in seki touches the region.
func (a *statusAnalysis) besideSeki(r *emptyRegion) bool {
	for _, p := range r.stones {
		if a.chains[a.chainAt[p]].Status == InSeki {
			return true
		}
	}
	return false
}
