package life

import "rosette/game/board"

// bigRegion is the size from which a region always holds two eyes: no shape of
// so many points can be reduced to one eye by the opponent on a square board or
// a honeycomb.
const bigRegion = 7

// Seki returns the points, stones and empty ones, of the groups that live in
// seki when every stone is alive.
func Seki(b *board.Board) []bool {
	points := make([]bool, b.Graph().Points())
	for _, g := range Groups(b) {
		if !g.Seki() {
			continue
		}
		for _, p := range g.Stones {
			points[p] = true
		}
		for _, p := range g.Space {
			points[p] = true
		}
	}
	return points
}

// A Group is the chains of one colour that empty regions of that colour alone
// join, every stone taken for alive.
type Group struct {
	Color    board.Color
	Stones   []board.Point
	Space    []board.Point // the empty points that the colour alone surrounds
	Eyes     int           // up to two in each region of Space, although the opponent plays there first
	Immortal bool          // a chain of it holds a rosette
	Shared   bool          // it touches an empty region that the opponent touches too
}

// Independent tells whether the group lives by itself: with a rosette or two
// eyes.
func (g *Group) Independent() bool { return g.Immortal || g.Eyes >= 2 }

// Seki tells whether the group lives only because neither player will fill what
// both touch.
func (g *Group) Seki() bool { return g.Shared && !g.Independent() }

// Groups returns the groups of both colours, by their first stone.
func Groups(b *board.Board) []*Group {
	s := newSurvey(b)
	var groups []*Group
	of := map[board.Point]*Group{}
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty {
			continue
		}
		g := of[s.head(p)]
		if g == nil {
			g = &Group{Color: b.At(p)}
			of[s.head(p)] = g
			groups = append(groups, g)
		}
		g.Stones = append(g.Stones, p)
		g.Immortal = g.Immortal || b.Immortal(p)
	}
	for _, r := range s.regions {
		s.enter(of, r)
	}
	return groups
}

// A region is a largest set of empty points that hang together.
type region struct {
	points []board.Point
	stones []board.Point // one stone of each chain around it, or more
	owner  board.Color   // the only colour around it, or Empty
}

// A survey holds the regions of a position and joins chains across them.
type survey struct {
	board   *board.Board
	regions []*region
	of      []*region // the region of each empty point
	joined  map[board.Point]board.Point
}

func newSurvey(b *board.Board) *survey {
	s := &survey{board: b, of: make([]*region, b.Graph().Points()), joined: map[board.Point]board.Point{}}
	for p := range s.of {
		if b.At(board.Point(p)) == board.Empty && s.of[p] == nil {
			s.regions = append(s.regions, s.explore(board.Point(p)))
		}
	}
	for _, r := range s.regions {
		if r.owner == board.Empty {
			continue
		}
		for _, q := range r.stones[1:] {
			if from, to := s.head(q), s.head(r.stones[0]); from != to {
				s.joined[from] = to
			}
		}
	}
	return s
}

// explore finds the region around an empty point and who touches it.
func (s *survey) explore(p board.Point) *region {
	r := &region{points: []board.Point{p}}
	s.of[p] = r
	colours := [3]bool{}
	for i := 0; i < len(r.points); i++ {
		for _, q := range s.board.Graph().Near(r.points[i]) {
			if c := s.board.At(q); c != board.Empty {
				colours[c] = true
				r.stones = append(r.stones, q)
			} else if s.of[q] == nil {
				s.of[q] = r
				r.points = append(r.points, q)
			}
		}
	}
	if colours[board.Black] != colours[board.White] {
		r.owner = s.board.At(r.stones[0])
	}
	return r
}

// head returns the stone that stands for the whole group of the stone at p.
func (s *survey) head(p board.Point) board.Point {
	p = s.board.Root(p)
	for {
		q, ok := s.joined[p]
		if !ok {
			return p
		}
		p = q
	}
}

// enter counts a region for the groups around it.
func (s *survey) enter(of map[board.Point]*Group, r *region) {
	if r.owner == board.Empty {
		for _, q := range r.stones {
			of[s.head(q)].Shared = true
		}
		return
	}
	g := of[s.head(r.stones[0])]
	g.Eyes += s.eyes(r)
	g.Space = append(g.Space, r.points...)
}

// eyes returns how many eyes, up to two, the owner of the region has in it even
// if the opponent plays there first. With two points each of which cuts the
// region in two, the opponent can take only one. Without, the opponent takes
// the vital point of 1, 2 or 3 points, of four in a square or a star, of five
// in a block or a cross, and of the six around one point (rabbity six), but has
// none in two rows of three or in a ring of six.
func (s *survey) eyes(r *region) int {
	cuts := 0
	for _, p := range r.points {
		if s.cuts(r, p) {
			cuts++
		}
	}
	if cuts >= 2 || len(r.points) >= bigRegion || len(r.points) == bigRegion-1 && cuts == 0 {
		return 2
	}
	return 1
}

// cuts tells whether the rest of the region falls apart without p.
func (s *survey) cuts(r *region, p board.Point) bool {
	if len(r.points) < 3 || len(r.points) >= bigRegion {
		return false
	}
	start := r.points[0]
	if start == p {
		start = r.points[1]
	}
	found := map[board.Point]bool{start: true, p: true}
	for queue := []board.Point{start}; len(queue) > 0; queue = queue[1:] {
		for _, q := range s.board.Graph().Near(queue[0]) {
			if s.of[q] == r && !found[q] {
				found[q] = true
				queue = append(queue, q)
			}
		}
	}
	return len(found) < len(r.points)
}
