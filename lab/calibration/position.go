package calibration

import (
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A drawn position, and the player to move.
type drawn struct {
	game *game.Game
	next board.Color
}

// withKomi returns the position with another komi.
func (d drawn) withKomi(komi float64) drawn {
	rules := d.game.Rules()
	rules.Komi = komi
	g, _ := d.game.WithRules(rules)
	return drawn{g, d.next}
}

// latest is the maximum number of moves before a drawn position, as a share of the points.
const latest = 0.7

// draw returns the position with a number. It plays random moves from the empty board, drawn from
// the network's policy; the first position is the empty board.
func (p Plan) draw(number int) drawn {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(number)))
	moves := 0
	if number > 0 {
		moves = rng.IntN(int(latest * float64(p.Graph.Points())))
	}
	evaluator := neural.New(p.Player, rng.Uint64())
	at := drawn{game.New(p.Graph, p.Rules), p.Rules.First(0)}
	for range moves {
		move := policyMove(rng, at, evaluator)
		if move == board.Pass {
			break
		}
		at.game.Make(move, at.next)
		at.next = at.next.Opponent()
	}
	return at
}

// policyMove draws a move from the evaluator's policy, without passes and moves into own eyes. It
// returns a pass if no other move is left.
func policyMove(rng *rand.Rand, at drawn, evaluator engine.Evaluator) board.Point {
	var e engine.Evaluation
	evaluator.Evaluate(at.game, at.next, &e)
	sum := 0.0
	for i := range e.Policy {
		p := board.Point(i)
		if i == len(e.Policy)-1 || at.game.Board().At(p) == board.Empty && at.game.Board().IsEye(p, at.next) {
			e.Policy[i] = 0
		}
		sum += float64(e.Policy[i])
	}
	left := rng.Float64() * sum
	for i, x := range e.Policy {
		if left -= float64(x); x > 0 && left < 0 {
			return board.Point(i)
		}
	}
	return board.Pass
}
