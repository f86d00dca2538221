package solve

import (
	"math/bits"
	"slices"

	"rosette/game/board"
)

// MostPoints is the maximum number of points on a board for a [Solver]: one 64-bit word holds the
// stones of a colour.
const MostPoints = 64

// boardTables holds a board graph as bit sets: bit p in a word stands for point p.
type boardTables struct {
	graph          *board.Graph
	points         int
	all            uint64
	adjacent       [MostPoints]uint64
	rosettes       []uint64
	symmetries     [][]board.Point
	inverse        []int      // index of the inverse, by symmetry
	symmetryTables [][]uint64 // by symmetry: the result of byteTables
}

func newBoardTables(g *board.Graph) *boardTables {
	s := &boardTables{graph: g, points: g.Points(), symmetries: g.Symmetries()}
	s.all = ^uint64(0) >> (MostPoints - s.points)
	for p := range s.points {
		s.adjacent[p] = pointSet(g.Near(board.Point(p)))
	}
	for _, rosette := range g.Rosettes() {
		s.rosettes = append(s.rosettes, pointSet(rosette))
	}
	for _, turn := range s.symmetries {
		s.symmetryTables = append(s.symmetryTables, byteTables(turn))
		s.inverse = append(s.inverse, inverseOf(s.symmetries, turn))
	}
	return s
}

// pointSet converts points to a bit set.
func pointSet(points []board.Point) (in uint64) {
	for _, p := range points {
		in |= 1 << p
	}
	return in
}

// inverseOf returns the index of the symmetry that undoes turn.
func inverseOf(turns [][]board.Point, turn []board.Point) int {
	return slices.IndexFunc(turns, func(other []board.Point) bool {
		for p, to := range turn {
			if int(other[to]) != p {
				return false
			}
		}
		return true
	})
}

// byteTables tabulates a symmetry: entry 256*i+v is the image of the points that byte i stands for
// if its value is v.
func byteTables(turn []board.Point) []uint64 {
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

// transform returns the image of a set under a symmetry.
func (s *boardTables) transform(by int, points uint64) (to uint64) {
	table := s.symmetryTables[by]
	for at := 0; points != 0; at += 256 {
		to |= table[at+int(points&255)]
		points >>= 8
	}
	return to
}

// canonical returns the smallest key among a position's images under all symmetries, and the index
// of the symmetry that yields it.
func (s *boardTables) canonical(own, foe uint64, ko board.Point) (key, int) {
	least, by := key{own, foe, int8(ko)}, 0
	for i := 1; i < len(s.symmetries); i++ {
		k := key{own: s.transform(i, own), foe: 0, ko: int8(ko)}
		if k.own > least.own {
			continue
		}
		k.foe = s.transform(i, foe)
		if ko != board.Pass {
			k.ko = int8(s.symmetries[i][ko])
		}
		if k.less(least) {
			least, by = k, i
		}
	}
	return least, by
}

// neighbours returns all points next to a set.
func (s *boardTables) neighbours(points uint64) (near uint64) {
	for ; points != 0; points &= points - 1 {
		near |= s.adjacent[bits.TrailingZeros64(points)]
	}
	return near
}

// floodFill returns the points connected to start within a set.
func (s *boardTables) floodFill(start, points uint64) uint64 {
	for edge := start; edge != 0; {
		edge = s.neighbours(edge) & points &^ start
		start |= edge
	}
	return start
}

// margin returns own's area minus foe's, with every stone alive.
func (s *boardTables) margin(own, foe uint64) int {
	sum := bits.OnesCount64(own) - bits.OnesCount64(foe)
	for empty := s.all &^ (own | foe); empty != 0; {
		region := s.floodFill(empty&-empty, s.all&^(own|foe))
		empty &^= region
		around := s.neighbours(region)
		if reached, other := around&own != 0, around&foe != 0; reached && !other {
			sum += bits.OnesCount64(region)
		} else if other && !reached {
			sum -= bits.OnesCount64(region)
		}
	}
	return sum
}

// maySecure reports whether a colour may have unconditional stones or territory: it has a rosette,
// or the points without its stones form two or more regions. It is a cheap test before the exact
// analysis in package life.
func (s *boardTables) maySecure(own uint64) bool {
	for _, r := range s.rosettes {
		if r&^own == 0 {
			return true
		}
	}
	rest := s.all &^ own
	if own == 0 || rest == 0 {
		return own != 0
	}
	return s.floodFill(rest&-rest, rest) != rest
}
