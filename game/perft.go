package game

import "rosette/game/board"

// Perft counts the sequences of depth turns from here, c to move: passes are
// turns, colours alternate, nothing follows two passes.
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
