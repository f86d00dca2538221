package engine

import (
	"rosette/game"
	"rosette/game/board"
)

// Final fills the evaluation with the exact result of a position after two passes,
// without those dead stones. It has no policy.
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

// ownershipOf is the ownership of a point by its owner.
var ownershipOf = board.ByColor[float32]{board.Black: 1, board.White: -1}
