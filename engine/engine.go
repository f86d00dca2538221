// Package engine holds the words that thinking programs share: what a position
// is worth, who can tell, and how much time there is.
package engine

import (
	"time"

	"rosette/game"
	"rosette/game/board"
)

// An Evaluation is an opinion of a position. Everything in it is seen from
// Black's side.
type Evaluation struct {
	Win         float32       // the chance that Black wins, 0 … 1
	Score       float32       // the expected margin, Black less White, komi counted
	ScoreStdev  float32       // the standard deviation of the margin; 0 if the opinion is of one that came about
	Policy      []float32     // the chance of each move of the player to move, pass last; empty if there is no opinion
	Ownership   []float32     // of each point at the end: 1 Black, −1 White; empty if there is no opinion
	FirstToPlay []board.Color // who played first on each point, if the opinion came from playing on; empty otherwise
}

// An Evaluator has opinions. It is not safe for concurrent use: each goroutine
// has its own.
type Evaluator interface {
	// Evaluate fills in what it has to say of the position, next to move. It
	// reuses the slices of into and leaves the game as it found it.
	Evaluate(g *game.Game, next board.Color, into *Evaluation)
}

// Time is what any clock leaves a player, and what a move may cost. The zero
// Time has no limit.
type Time struct {
	Move      time.Duration // a fixed time for this move, if over 0
	Main      time.Duration // main time left
	Increment time.Duration // added after each move
	Period    time.Duration // length of an overtime period, if over 0
	Stones    int           // moves to make in the period (Canadian); 1 in byo-yomi
	Periods   int           // byo-yomi periods left
	Clocked   bool          // Main, Increment and periods are in force
}
