package testsuite

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// canonicalPosition is a position as the player to move sees it; all symmetric
// positions have the same.
type canonicalPosition string

// The contents of a point in a canonicalPosition, besides 0 for empty.
const (
	ownStone = 1 + iota
	oppStone
	koPoint // empty, and retaking the ko there is illegal
)

// canonicalize returns the canonical position of a game: the smallest image under
// the symmetries of the board, and the number of passes in a row.
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
