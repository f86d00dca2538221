// Package engine implements the types that evaluators, searches, players and
// protocols share: [Evaluation], [Analysis], [SearchParams] and [Time].
//
// Every chance, score, utility and ownership in them is Black's. Protocols and
// pages convert them to another view, with [Analysis.For], [WinFor] and [ScoreFor].
package engine

import (
	"rosette/game"
	"rosette/game/board"
)

// An Evaluation is the value of a position by an evaluator, without a search, seen
// from Black's side.
type Evaluation struct {
	Win        float32 // the chance that Black wins, 0 … 1; a draw counts half
	Score      float32 // the expected score in points, Black less White, komi included
	ScoreStdev float32 // the standard deviation of the score; 0 if Score is the result of a single playout
	// the probability of each move: len = points+1, pass last, 0 where illegal; empty without a
	// policy
	Policy    []float32
	Ownership []float32 // of each point at the end, 1 Black's … −1 White's: len = points, or empty if unknown
	// the color that played first on each point of the playout: len = points, or empty without a
	// playout
	FirstToPlay []board.Color
}

// An Evaluator evaluates positions. It is not safe for concurrent use: each
// goroutine has its own.
type Evaluator interface {
	// Evaluate fills into with the evaluation of the position with next to move.
	// It reuses the slices of into and leaves the game as it was.
	Evaluate(g *game.Game, next board.Color, into *Evaluation)
}
