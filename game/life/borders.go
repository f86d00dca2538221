package life

import "rosette/game/board"

// openBorders returns the points of borders that are not closed: the regions of the
// cleared board that both colours touch, unless they are dame or around a
// stalemate.
func (q *statusAnalysis) openBorders(cleared *board.Board) (points []board.Point) {
	s := newRegionSurvey(cleared)
	closed := map[*emptyRegion]bool{}
	for _, r := range s.regions {
		closed[r] = r.owner != board.Empty || len(r.stones) == 0 || s.dame(r) || q.besideSeki(r)
	}
	for p, r := range s.regionAt {
		if r != nil && !closed[r] {
			points = append(points, board.Point(p))
		}
	}
	return points
}

// dame tells whether nothing is to be had in a region that both touch: every
// point touches both, and none is the last liberty of a chain.
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

// besideSeki tells whether a chain around the region is in a stalemate.
func (q *statusAnalysis) besideSeki(r *emptyRegion) bool {
	for _, p := range r.stones {
		if q.chains[q.chainAt[p]].Status == InSeki {
			return true
		}
	}
	return false
}
