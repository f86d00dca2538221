package life

import (
	"cmp"
	"slices"

	"rosette/game/board"
)

// symmetricOrder returns the rank of each point in an order that turns with the position: every
// symmetric or colour-swapped image of the position has the same order. So a search that ends at a
// limit ends in the same way for all of them.
func symmetricOrder(b *board.View) []int16 {
	all := b.Graph().Symmetries()
	best := all[0]
	for _, s := range all[1:] {
		if comesBefore(b, s, best) {
			best = s
		}
	}
	rank := make([]int16, len(best))
	for at, p := range best {
		rank[p] = int16(at)
	}
	return rank
}

// comesBefore compares a position's stones in two orders of its points. A stone counts as 1 if it
// has the first stone's colour in its order, else as 2.
func comesBefore(b *board.View, s, t []board.Point) bool {
	firstS, firstT := board.Empty, board.Empty
	for i := range s {
		x, y := b.At(s[i]), b.At(t[i])
		if firstS == board.Empty {
			firstS = x
		}
		if firstT == board.Empty {
			firstT = y
		}
		if order := cmp.Compare(relative(x, firstS), relative(y, firstT)); order != 0 {
			return order < 0
		}
	}
	return false
}

func relative(c, first board.Color) int {
	switch c {
	case board.Empty:
		return 0
	case first:
		return 1
	}
	return 2
}

// sortPoints sorts points by rank.
func (s *groupSurvey) sortPoints(points []board.Point) {
	slices.SortFunc(points, func(p, q board.Point) int { return cmp.Compare(s.rank[p], s.rank[q]) })
}

// sortGroups sorts groups by the lowest rank among their stones.
func (s *groupSurvey) sortGroups(groups []int16) {
	slices.SortFunc(groups, func(i, j int16) int { return cmp.Compare(s.lowest(i), s.lowest(j)) })
}

func (s *groupSurvey) lowest(group int16) int16 {
	least := s.rank[s.groups[group].Stones[0]]
	for _, p := range s.groups[group].Stones {
		least = min(least, s.rank[p])
	}
	return least
}
