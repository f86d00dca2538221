package solve

import (
	"math/bits"
	"slices"

	"rosette/game/board"
)

// MostPoints is the largest board that can be solved: a colour's stones are the
// bits of one word.
const MostPoints = 64

// A ground is a graph as sets of points.
type ground struct {
	graph    *board.Graph
	points   int
	all      uint64
	near     [MostPoints]uint64
	rosettes []uint64
	turns    [][]board.Point // the symmetries
	inverse  []int           // of each symmetry the one that leads back
	turned   [][]uint64      // by symmetry: where the points of each byte go, 256 entries a byte
}

func newGround(g *board.Graph) *ground {
	s := &ground{graph: g, points: g.Points(), turns: g.Symmetries()}
	s.all = ^uint64(0) >> (MostPoints - s.points)
	for p := range s.points {
		s.near[p] = set(g.Near(board.Point(p)))
	}
	for _, rosette := range g.Rosettes() {
		s.rosettes = append(s.rosettes, set(rosette))
	}
	for _, turn := range s.turns {
		s.turned = append(s.turned, spread(turn))
		s.inverse = append(s.inverse, back(s.turns, turn))
	}
	return s
}

// set returns the points as bits.
func set(points []board.Point) (in uint64) {
	for _, p := range points {
		in |= 1 << p
	}
	return in
}

// back returns which symmetry undoes one.
func back(turns [][]board.Point, turn []board.Point) int {
	return slices.IndexFunc(turns, func(other []board.Point) bool {
		for p, to := range turn {
			if int(other[to]) != p {
				return false
			}
		}
		return true
	})
}

// spread tabulates where a symmetry takes each value of each byte of a set.
func spread(turn []board.Point) []uint64 {
	table := make([]uint64, 256*((len(turn)+7)/8))
	for i := range table {
		for b := i & 255; b != 0; b &= b - 1 {
			if p := i/256*8 + bits.TrailingZeros(uint(b)); p < len(turn) {
				table[i] |= 1 << turn[p]
			}
		}
	}
	return table
}

// turn takes a set where the symmetry takes it.
func (s *ground) turn(by int, points uint64) (to uint64) {
	table := s.turned[by]
	for at := 0; points != 0; at += 256 {
		to |= table[at+int(points&255)]
		points >>= 8
	}
	return to
}

// canonical returns what stands for a position and all that look like it: the
// least under the symmetries, and which of them leads there.
func (s *ground) canonical(own, foe uint64, ko board.Point) (key, int) {
	least, by := key{own, foe, int8(ko)}, 0
	for i := 1; i < len(s.turns); i++ {
		k := key{own: s.turn(i, own), foe: 0, ko: int8(ko)}
		if k.own > least.own {
			continue
		}
		k.foe = s.turn(i, foe)
		if ko != board.Pass {
			k.ko = int8(s.turns[i][ko])
		}
		if k.less(least) {
			least, by = k, i
		}
	}
	return least, by
}

// beside returns the points that touch those.
func (s *ground) beside(points uint64) (near uint64) {
	for ; points != 0; points &= points - 1 {
		near |= s.near[bits.TrailingZeros64(points)]
	}
	return near
}

// flood returns what hangs together with start inside the points.
func (s *ground) flood(start, points uint64) uint64 {
	for edge := start; edge != 0; {
		edge = s.beside(edge) & points &^ start
		start |= edge
	}
	return start
}

// margin counts the area, first colour less second, every stone alive.
func (s *ground) margin(own, foe uint64) int {
	sum := bits.OnesCount64(own) - bits.OnesCount64(foe)
	for empty := s.all &^ (own | foe); empty != 0; {
		region := s.flood(empty&-empty, s.all&^(own|foe))
		empty &^= region
		around := s.beside(region)
		if reached, other := around&own != 0, around&foe != 0; reached && !other {
			sum += bits.OnesCount64(region)
		} else if other && !reached {
			sum -= bits.OnesCount64(region)
		}
	}
	return sum
}

// settles tells whether a colour may have anything that is safe: a rosette, or
// two regions that are not its own. It is a quick look before a thorough one.
func (s *ground) settles(own uint64) bool {
	for _, r := range s.rosettes {
		if r&^own == 0 {
			return true
		}
	}
	rest := s.all &^ own
	if own == 0 || rest == 0 {
		return own != 0
	}
	return s.flood(rest&-rest, rest) != rest
}
