package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// EvaluateFinal fills into with what a position is worth in which play has stopped. Under
// territory scoring stones that the network gives to the opponent are dead, for nobody
// has to capture them there; otherwise every stone is alive.
func (e *Evaluator) EvaluateFinal(g *game.Game, into *engine.Evaluation) {
	r := g.Rules()
	if r.Scoring != game.ScoringTerritory || r.Ending == game.EndingAllAlive {
		into.Final(g)
		return
	}
	e.Evaluate(g, g.ToMove(), into)
	e.dead = appendDead(e.dead[:0], g.Board(), into.Ownership)
	into.Final(g, e.dead...)
}

// appendDead appends the stones of the chains of which one stone, the same for all of a
// chain, belongs to the opponent by ownership.
func appendDead(dead []board.Point, b *board.View, owner []float32) []board.Point {
	for i := range owner {
		p := board.Point(i)
		if c := b.At(p); c != board.Empty && !b.Immortal(p) && engine.ScoreFor(c, owner[b.Root(p)]) < 0 {
			dead = append(dead, p)
		}
	}
	return dead
}
