package life

import (
	"slices"

	"rosette/game/board"
)

// bigRegion is the least size at which a region always holds two eyes: on a square board or a honeycomb
// the opponent cannot reduce a shape with that many points to one eye.
const bigRegion = 7

// An emptyRegion is a maximal connected set of empty points.
type emptyRegion struct {
	points []board.Point
	stones []board.Point // at least one stone of each chain around it
	owner  board.Color   // the only colour around it, else Empty
}

// A regionSurvey holds the empty regions in a position and joins chains through regions that only
// their colour borders.
type regionSurvey struct {
	board    *board.View
	regions  []*emptyRegion
	regionAt []*emptyRegion              // by point: the region of an empty point, else nil
	joinedTo map[board.Point]board.Point // from root to root, as in a disjoint-set forest
}

func newRegionSurvey(b *board.View) *regionSurvey {
	s := &regionSurvey{
		board: b, regionAt: make([]*emptyRegion, b.Graph().Points()), joinedTo: map[board.Point]board.Point{},
	}
	for p := range s.regionAt {
		if b.At(board.Point(p)) == board.Empty && s.regionAt[p] == nil {
			s.regions = append(s.regions, s.floodRegion(board.Point(p)))
		}
	}
	for _, r := range s.regions {
		if r.owner == board.Empty {
			continue
		}
		for _, q := range r.stones[1:] {
			if from, to := s.groupHead(q), s.groupHead(r.stones[0]); from != to {
				s.joinedTo[from] = to
			}
		}
	}
	return s
}

// floodRegion returns the region of the empty point p with the stones around
// it.
func (s *regionSurvey) floodRegion(p board.Point) *emptyRegion {
	r := &emptyRegion{points: []board.Point{p}}
	s.regionAt[p] = r
	colours := board.ByColor[bool]{}
	for i := 0; i < len(r.points); i++ {
		for _, q := range s.board.Graph().Near(r.points[i]) {
			if c := s.board.At(q); c != board.Empty {
				colours[c] = true
				r.stones = append(r.stones, q)
			} else if s.regionAt[q] == nil {
				s.regionAt[q] = r
				r.points = append(r.points, q)
			}
		}
	}
	if colours[board.Black] != colours[board.White] {
		r.owner = s.board.At(r.stones[0])
	}
	return r
}

// groupHead returns the stone that identifies the group of the stone at p.
func (s *regionSurvey) groupHead(p board.Point) board.Point {
	p = s.board.Root(p)
	for {
		q, ok := s.joinedTo[p]
		if !ok {
			return p
		}
		p = q
	}
}

// eyes counts the eyes, one or two, that the owner has in the region even if the
// opponent plays there first.
func (s *regionSurvey) eyes(r *emptyRegion) int {
	if twoEyes(s.board.Graph(), r.points) {
		return 2
	}
	return 1
}

// twoEyes reports whether connected points make two eyes for their owner even if the opponent plays
// there first. If two of the points each cut the others in two, the opponent can take only one of
// them. Otherwise the opponent takes the vital point in 1, 2 or 3 points, in four as a square or a
// star, in five as a block or a cross, and in six around one point (rabbity six), but has no such
// point in two rows of three or in a ring of six.
func twoEyes(g *board.Graph, points []board.Point) bool {
	if len(points) >= bigRegion {
		return true
	}
	cuts := 0
	for _, p := range points {
		if cutsApart(g, points, p) {
			cuts++
		}
	}
	return cuts >= 2 || len(points) == bigRegion-1 && cuts == 0
}

// cutsApart reports whether the connected points fall apart without p.
func cutsApart(g *board.Graph, points []board.Point, p board.Point) bool {
	if len(points) < 3 {
		return false
	}
	start := points[0]
	if start == p {
		start = points[1]
	}
	found := []board.Point{p, start}
	for i := 1; i < len(found); i++ {
		for _, q := range g.Near(found[i]) {
			if slices.Contains(points, q) && !slices.Contains(found, q) {
				found = append(found, q)
			}
		}
	}
	return len(found) < len(points)
}
