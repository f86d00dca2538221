package engine

import (
	"time"

	"rosette/game/board"
)

// A Question is what a position is searched for. What is zero asks for nothing
// and bounds nothing.
type Question struct {
	Visits  int           // at most so many
	Time    time.Duration // and for so long
	Avoid   Avoid         // the moves to leave out
	Details bool          // say of each candidate whose the points will be, too

	Noise       float32 // how wide to look at the position itself, by chance: KataGo's wideRootNoise
	Temperature float32 // of its policy: above 1 the likely moves are looked at less, 1 if 0

	Tell  func(Analysis) // is told what has been found while the search goes on
	Every time.Duration  // how often
	First time.Duration  // when for the first time, after Every if 0
}

// Avoid tells which moves a search leaves out, so many moves below the position:
// 0 for those to choose from. Several goroutines may ask at once.
type Avoid func(p board.Point, c board.Color, depth int) bool

// An Analysis is what a search has found. Everything in it is seen by the player
// to move: his chance, his margin, and 1 in Ownership for his points.
type Analysis struct {
	Next       board.Color // who is to move
	Visits     int
	Win        float32     // his chance, 0 … 1
	Score      float32     // his expected margin
	Spread     float32     // the standard deviation of the final margin
	Utility    float32     // what the search maximises, −1 … 1
	Ownership  []float32   // of each point, −1 … 1
	Doubt      []float32   // the standard deviation of that, 0 … 1
	Policy     []float32   // the chance of each move at first look, pass last; −1 if it is illegal
	Candidates []Candidate // the best first
	Raw        *Opinion    `json:",omitempty"` // of a network, by itself; nil without one
}

// An Opinion is what is thought of a position without a search, seen by the player
// to move.
type Opinion struct {
	Win    float32
	Score  float32
	Spread float32
}

// A Candidate is a move and what comes of it, seen by the player who makes it.
type Candidate struct {
	Move       board.Point
	Visits     int
	Win        float32
	Score      float32
	Spread     float32
	Utility    float32
	Prior      float32 // its chance at first look
	Line       []board.Point
	LineVisits []int     // of each move of the line
	Ownership  []float32 // empty without Details, as is Doubt
	Doubt      []float32
}
