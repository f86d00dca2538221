package life

import "rosette/game/board"

// open returns the points of borders that are not closed: the regions of the
// cleared board that both colours touch, unless they are dame or around a
// stalemate.
func (q *inquest) open(cleared *board.Board) (points []board.Point) {
	s := newSurvey(cleared)
	closed := map[*region]bool{}
	for _, r := range s.regions {
		closed[r] = r.owner != board.Empty || len(r.stones) == 0 || s.dame(r) || q.still(r)
	}
	for p, r := range s.of {
		if r != nil && !closed[r] {
			points = append(points, board.Point(p))
		}
	}
	return points
}

// dame tells whether nothing is to be had in a region that both touch: every
// point touches both, and none is the last liberty of a chain.
func (s *survey) dame(r *region) bool {
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

// still tells whether a chain around the region is in a stalemate.
func (q *inquest) still(r *region) bool {
	for _, p := range r.stones {
		if q.chains[q.of[p]].Status == InSeki {
			return true
		}
	}
	return false
}
