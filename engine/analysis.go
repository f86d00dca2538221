package engine

import (
	"time"

	"rosette/game/board"
)

// A SearchParams is what a position is searched for. What is zero asks for nothing
// and bounds nothing.
type SearchParams struct {
	Visits           int           // at most so many
	Time             time.Duration // and for so long
	Avoid            Avoid         // the moves to leave out
	OwnershipDetails bool          // say of each candidate whose the points will be, too

	WideRootNoise         float32 // how wide to look at the position itself, by chance: KataGo's wideRootNoise
	RootPolicyTemperature float32 // of its policy: above 1 the likely moves are looked at less, 1 if 0

	OnProgress       func(Analysis) // is told what has been found while the search goes on
	ReportEvery      time.Duration  // how often
	FirstReportAfter time.Duration  // when for the first time, after Every if 0
}

// Avoid tells which moves a search leaves out, so many moves below the position:
// 0 for those to choose from. Several goroutines may ask at once.
type Avoid func(p board.Point, c board.Color, depth int) bool

// An Analysis is what a search has found. Everything in it is seen by the player
// to move: his chance, his margin, and 1 in Ownership for his points.
type Analysis struct {
	Next           board.Color // who is to move
	Visits         int
	Win            float32     // his chance, 0 … 1
	Score          float32     // his expected margin
	ScoreStdev     float32     // the standard deviation of the final margin
	Utility        float32     // what the search maximises, −1 … 1
	Ownership      []float32   // of each point, −1 … 1
	OwnershipStdev []float32   // the standard deviation of that, 0 … 1
	Policy         []float32   // the chance of each move at first look, pass last; −1 if it is illegal
	Candidates     []Candidate // the best first
	Raw            *Opinion    `json:",omitempty"` // of a network, by itself; nil without one
}

// An Opinion is what is thought of a position without a search, seen by the player
// to move.
type Opinion struct {
	Win        float32
	Score      float32
	ScoreStdev float32
}

// A Candidate is a move and what comes of it, seen by the player who makes it.
type Candidate struct {
	Move           board.Point
	Visits         int
	Win            float32
	Score          float32
	ScoreStdev     float32
	Utility        float32
	Prior          float32 // its chance at first look
	PV             []board.Point
	PVVisits       []int     // of each move of the line
	Ownership      []float32 // empty without Details, as is Doubt
	OwnershipStdev []float32
}
