package retrograde

import "rosette/game/board"

// A Start is a position without earlier moves. Its roots are the position itself, and then those
// after the first moves in Moves, which have to be legal.
type Start struct {
	Board *board.View
	Next  board.Color // to move
	Moves []board.Point
}

// A root is a node where a game begins.
type root struct {
	node
	before *situation // the start, if the root follows a first move
}

// rootsOf returns a start's roots.
func (w *words) rootsOf(s *Start) []root {
	start := node{situation: situation{mover: uint8(s.Next - board.Black)}}
	for p := range board.Point(s.Board.Graph().Points()) {
		if c := s.Board.At(p); c != board.Empty {
			start.stones[c-board.Black] |= 1 << p
		}
	}
	after := map[board.Point]node{board.Pass: start.afterPass()}
	for _, c := range w.children(start, nil) {
		after[board.Point(c.point)] = c.node
	}
	roots := []root{{node: start}}
	for _, p := range s.Moves {
		roots = append(roots, root{after[p], &start.situation})
	}
	return roots
}
