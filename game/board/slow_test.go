package board

import (
	"math"
	"slices"
)

// A slowBoard is the reference for the fast board. It stores only the stones, and computes the rest
// by flood fill and scanning.
type slowBoard struct {
	near     [][]Point
	rosettes [][]Point
	stones   []Color
}

// newSlow uses only the point coordinates of a built-in board: points 1 apart are neighbours, and
// each ring of six is a hexagon.
func newSlow(g *Graph) *slowBoard {
	s := &slowBoard{stones: make([]Color, g.Points())}
	if g.Lattice() == Custom {
		s.near, s.rosettes = g.near, g.rosettes
		return s
	}
	s.near = nearByDistance(g)
	if g.Lattice() == Honeycomb {
		s.rosettes = ringsOfSix(s.near)
	}
	return s
}

func nearByDistance(g *Graph) [][]Point {
	near := make([][]Point, g.Points())
	for p := range near {
		for q := range near {
			a, b := g.At(Point(p)), g.At(Point(q))
			if math.Abs(math.Hypot(a.X-b.X, a.Y-b.Y)-1) < 1e-9 {
				near[p] = append(near[p], Point(q))
			}
		}
	}
	return near
}

// ringsOfSix finds every cycle of six different points once, sorted.
func ringsOfSix(near [][]Point) [][]Point {
	var rings [][]Point
	var walk func(path []Point)
	walk = func(path []Point) {
		for _, q := range near[path[len(path)-1]] {
			switch {
			case len(path) == 6 && q == path[0] && path[1] < path[5]:
				ring := slices.Clone(path)
				slices.Sort(ring)
				rings = append(rings, ring)
			case len(path) < 6 && q > path[0] && !slices.Contains(path, q):
				walk(append(path, q))
			}
		}
	}
	for p := range near {
		walk([]Point{Point(p)})
	}
	return rings
}

// chain returns the stones connected with p, sorted.
func (s *slowBoard) chain(p Point) []Point {
	in := make([]bool, len(s.stones))
	in[p] = true
	chain := []Point{p}
	for i := 0; i < len(chain); i++ {
		for _, q := range s.near[chain[i]] {
			if !in[q] && s.stones[q] == s.stones[p] {
				in[q] = true
				chain = append(chain, q)
			}
		}
	}
	slices.Sort(chain)
	return chain
}

// liberties returns the empty points that touch the chain, sorted.
func (s *slowBoard) liberties(chain []Point) []Point {
	var libs []Point
	for _, p := range chain {
		for _, q := range s.near[p] {
			if s.stones[q] == Empty {
				libs = append(libs, q)
			}
		}
	}
	slices.Sort(libs)
	return slices.Compact(libs)
}

// immortal reports whether all points of some rosette are in the chain.
func (s *slowBoard) immortal(chain []Point) bool {
	return slices.ContainsFunc(s.rosettes, func(rosette []Point) bool {
		return !slices.ContainsFunc(rosette, func(p Point) bool { return !slices.Contains(chain, p) })
	})
}

// completes reports whether all points of some rosette but the empty p are c's.
func (s *slowBoard) completes(p Point, c Color) bool {
	return slices.ContainsFunc(s.rosettes, func(rosette []Point) bool {
		return slices.Contains(rosette, p) && !slices.ContainsFunc(rosette, func(q Point) bool {
			return q != p && s.stones[q] != c
		})
	})
}

// after returns the board after c plays at the empty p, the kind of play, and the number of removed
// stones.
func (s *slowBoard) after(p Point, c Color) (*slowBoard, PlayResult, int) {
	n := &slowBoard{s.near, s.rosettes, slices.Clone(s.stones)}
	n.stones[p] = c
	off := 0
	for _, q := range n.near[p] {
		if n.stones[q] == c.Opponent() {
			off += n.removeIfDead(n.chain(q))
		}
	}
	own := n.chain(p)
	if len(n.liberties(own)) > 0 {
		return n, HasLiberty, off
	}
	if n.immortal(own) {
		return n, Libertyless, off
	}
	return n, Suicide, n.removeIfDead(own)
}

func (s *slowBoard) removeIfDead(chain []Point) int {
	if len(s.liberties(chain)) > 0 || s.immortal(chain) {
		return 0
	}
	for _, p := range chain {
		s.stones[p] = Empty
	}
	return len(chain)
}

// eye reports whether c surrounds the empty p with one chain, or with chains that
// are all immortal or have another liberty.
func (s *slowBoard) eye(p Point, c Color) bool {
	first := -1
	one := true
	safe := true
	for i, q := range s.near[p] {
		if s.stones[q] != c {
			return false
		}
		chain := s.chain(q)
		if i == 0 {
			first = int(chain[0])
		}
		one = one && int(chain[0]) == first
		safe = safe && (s.immortal(chain) || len(s.liberties(chain)) > 1)
	}
	return first >= 0 && (one || safe)
}

// exposes reports whether c on the empty p captures nothing and then has one liberty.
func (s *slowBoard) exposes(p Point, c Color) bool {
	after, look, off := s.after(p, c)
	if look != HasLiberty || off > 0 {
		return false
	}
	chain := after.chain(p)
	return len(after.liberties(chain)) == 1 && !after.immortal(chain)
}

// hash combines the keys of all stones.
func (s *slowBoard) hash() Hash {
	var h Hash
	for p, c := range s.stones {
		if c != Empty {
			h = h.Xor(Key(Point(p), c))
		}
	}
	return h
}
