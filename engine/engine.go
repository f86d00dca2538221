// Package engine defines the types shared by evaluators, searches, players and protocols:
// [Evaluation], [Analysis], [SearchParams] and [Time].
//
// All probabilities, scores, utilities and ownership values are from Black's view. Protocols and
// pages convert them with [Analysis.For], [WinFor] and [ScoreFor].
package engine

import (
	"rosette/game"
	"rosette/game/board"
)

// An Evaluation is an evaluator's value for a position, without search, from Black's view.
type Evaluation struct {
	Win        float32 // probability that Black wins, 0 … 1; a draw counts half
	Score      float32 // expected score in points, Black minus White, including komi
	ScoreStdev float32 // standard deviation of the score; 0 if Score is from a single playout
	// move probabilities: len = points+1, pass last, 0 where illegal; empty without a policy
	Policy    []float32
	Ownership []float32 // final ownership, 1 Black … −1 White: len = points, or empty if unknown
	// color that played first on each point in the playout: len = points, or empty without a
	// playout
	FirstToPlay []board.Color
}

// An Evaluator evaluates positions. It is not safe for concurrent use.
type Evaluator interface {
	// An Evaluator evaluates positions. It is not safe for concurrent use: each goroutine needs its
	// own.
	Evaluate(g *game.Game, next board.Color, into *Evaluation)
}
