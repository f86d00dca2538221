// Package fair implements which positions the computer judges for nobody who plays them
// at the same time: those of a rated match that runs, wherever else they are reached.
//
// Two positions are the same if a symmetry of the board takes the stones of one to those
// of the other, with colours exchanged or not. Komi, prisoners and the player to move do
// not count, since a pass or another ruleset would change them.
package fair

import (
	"rosette/game"
	"rosette/game/board"
)

const (
	// Recent is how many of the last positions of a running match count, so that one
	// move more or less makes no difference.
	Recent = 8

	// opening and openingShare bound the moves that everybody makes: positions after
	// fewer than 8 moves are free, and after fewer than an eighth of the points of a
	// board that has less than 64.
	opening      = 8
	openingShare = 8
)

// Free returns after how many moves positions of a board begin to count.
func Free(points int) int { return min(opening, points/openingShare) }

// Positions are those of running matches. The zero Positions is empty.
type Positions map[string]map[board.Hash]bool // by the name of the board

// Add adds the last positions of a running match, which are those of g. It takes the
// moves of g back. The cost is that of the symmetries of the board times its points, for
// each position.
func (s Positions) Add(g *game.Game) {
	for range Recent {
		if g.Ply() < Free(g.Graph().Points()) {
			return
		}
		s.add(g.Board())
		if !g.Undo() {
			return
		}
	}
}

// add adds a position with all that look the same.
func (s Positions) add(b *board.View) {
	graph := b.Graph()
	same := s[graph.Name()]
	if same == nil {
		same = map[board.Hash]bool{}
		s[graph.Name()] = same
	}
	for _, image := range graph.Symmetries() {
		var as, exchanged board.Hash
		for p, q := range image {
			if c := b.At(board.Point(p)); c != board.Empty {
				as, exchanged = as.Xor(board.Key(q, c)), exchanged.Xor(board.Key(q, c.Opponent()))
			}
		}
		same[as], same[exchanged] = true, true
	}
}

// Reached reports whether g is at one of the positions or has passed through one.
func (s Positions) Reached(g *game.Game) bool {
	same := s[g.Graph().Name()]
	if len(same) == 0 {
		return false
	}
	for ply := range g.Ply() + 1 {
		if same[g.HashAt(ply)] {
			return true
		}
	}
	return false
}
