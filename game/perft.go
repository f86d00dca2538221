package game

import "rosette/game/board"

// Perft returns the number of legal sequences of depth moves, c to move: colours
// alternate, a pass is a move, and nothing follows two passes in a row. Such
// counts check a move generator against another one, as in chess.
//
// It plays and takes back on g, which is afterwards as before. The cost grows with
// the count of depth−1, that is about as points^(depth−1); the memory with depth.
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
