package testsuite

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// canonicalPosition is a position seen by the player to move. Symmetric positions are equal.
type canonicalPosition string

// A point's values in a canonicalPosition; 0 is empty.
const (
	ownStone = 1 + iota
	oppStone
	koPoint // empty, and retaking the ko there is illegal
)

// canonicalize returns a game's canonical position: the smallest image under the board's
// symmetries, and the number of consecutive passes.
func canonicalize(g *game.Game, next board.Color) canonicalPosition {
	b := g.Board()
	points := make([]byte, g.Graph().Points())
	for p := range points {
		switch b.At(board.Point(p)) {
		case next:
			points[p] = ownStone
		case next.Opponent():
			points[p] = oppStone
		}
	}
	if at := b.Ko(); at != board.Pass {
		points[at] = koPoint
	}
	least, image := slices.Clone(points), make([]byte, len(points))
	for _, symmetry := range g.Graph().Symmetries() {
		for p, to := range symmetry {
			image[to] = points[p]
		}
		if slices.Compare(image, least) < 0 {
			copy(least, image)
		}
	}
	return canonicalPosition(append(least, byte(g.Passes())))
}
