package game

import "rosette/game/board"

// Perft returns the number of legal move sequences with length depth, c to move first: colours
// alternate, a pass is a move, and two passes in a row end a sequence. As in chess, such counts
// compare move generators.
//
// It plays and undoes moves on g, and leaves g unchanged. The cost grows like the count for
// depth−1, about points^(depth−1); the memory is linear in depth.
func (g *Game) Perft(c board.Color, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if g.Passes() >= 2 {
		return 0
	}
	g.Make(board.Pass, c)
	n := g.Perft(c.Opponent(), depth-1)
	g.Undo()
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, c) != nil {
			continue
		}
		if depth == 1 {
			n++
			continue
		}
		g.Make(p, c)
		n += g.Perft(c.Opponent(), depth-1)
		g.Undo()
	}
	return n
}
