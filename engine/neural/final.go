package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// EvaluateFinal sets into to the value of a position where play has stopped. Under territory
// scoring without [game.EndingAllAlive], stones in the opponent's area by the network's ownership
// are dead, because they need not be captured; otherwise every stone is alive.
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

// appendDead appends the stones in every mortal chain that belongs to the opponent by ownership.
// Ownership is read at the chain's root, so that the whole chain shares one fate.
func appendDead(dead []board.Point, b *board.View, owner []float32) []board.Point {
	for i := range owner {
		p := board.Point(i)
		if c := b.At(p); c != board.Empty && !b.Immortal(p) && engine.ScoreFor(c, owner[b.Root(p)]) < 0 {
			dead = append(dead, p)
		}
	}
	return dead
}
