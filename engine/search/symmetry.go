package search

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// Symmetries returns the maps of the board onto itself under which g looks the same: the stones,
// the ko and all earlier positions. The identity is not included. A move and its images are then
// equally good. The result is nil for most positions.
func Symmetries(g *game.Game) (same [][]board.Point) {
	for _, image := range g.Graph().Symmetries()[1:] {
		if keepsMoves(g, image) && keepsStones(g.Board(), image) {
			same = append(same, image)
		}
	}
	if len(same) == 0 || g.Ply() == 0 {
		return same
	}
	start := g.Clone()
	for start.Undo() {
	}
	return slices.DeleteFunc(same, func(image []board.Point) bool { return !keepsStones(start.Board(), image) })
}

// keepsMoves reports whether the map fixes the point of each play in g.
func keepsMoves(g *game.Game, image []board.Point) bool {
	for ply := range g.Ply() {
		if p := g.Move(ply).Point; p != board.Pass && image[p] != p {
			return false
		}
	}
	return true
}

// keepsStones reports whether the map leaves the stones and the ko unchanged.
func keepsStones(b *board.View, image []board.Point) bool {
	if ko := b.Ko(); ko != board.Pass && image[ko] != ko {
		return false
	}
	for p, q := range image {
		if b.At(board.Point(p)) != b.At(q) {
			return false
		}
	}
	return true
}

// isImage reports whether another root move represents p. The lowest point among a move's images is
// the representative.
func (t *tree) isImage(p board.Point) bool {
	return slices.ContainsFunc(t.symmetries, func(image []board.Point) bool { return image[p] < p })
}

// orbitPrior returns the total probability of p and its images.
func (t *tree) orbitPrior(policy []float32, p board.Point) float32 {
	sum := policy[p]
	for i, image := range t.symmetries {
		q := image[p]
		again := func(earlier []board.Point) bool { return earlier[p] == q }
		if q != p && !slices.ContainsFunc(t.symmetries[:i], again) {
			sum += policy[q]
		}
	}
	return sum
}
