package lifedeath

import (
	"slices"

	"rosette/game/board"
)

// Region returns the points that can matter for the stones of a chain: those that
// are connected with it by empty points and stones that are not solid. Solid
// stones, by point, are those that are taken to live; they surround the region.
func Region(b *board.View, stones []board.Point, solid []bool) []board.Point {
	found := make([]bool, b.Graph().Points())
	region := slices.Clone(stones)
	for _, p := range region {
		found[p] = true
	}
	for i := 0; i < len(region); i++ {
		for _, q := range b.Graph().Near(region[i]) {
			if !found[q] && (b.At(q) == board.Empty || !solid[q]) {
				found[q] = true
				region = append(region, q)
			}
		}
	}
	return region
}
