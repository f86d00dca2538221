package engine

import (
	"rosette/game"
	"rosette/game/board"
)

// Final sets e to the exact result of a position after two passes, with the given dead stones
// removed. The policy is empty.
func (e *Evaluation) Final(g *game.Game, dead ...board.Point) {
	s := g.Score(dead...)
	e.Score = float32(s.Margin())
	e.ScoreStdev = 0
	e.Win = 0.5
	if s.Margin() > 0 {
		e.Win = 1
	} else if s.Margin() < 0 {
		e.Win = 0
	}
	e.FirstToPlay, e.Policy = e.FirstToPlay[:0], e.Policy[:0]
	e.Ownership = e.Ownership[:0]
	for _, c := range s.Owner {
		e.Ownership = append(e.Ownership, ownershipOf[c])
	}
}

// ownershipOf maps a point's owner to its ownership.
var ownershipOf = board.ByColor[float32]{board.Black: 1, board.White: -1}
