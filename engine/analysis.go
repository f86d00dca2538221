package engine

import (
	"time"

	"rosette/game/board"
)

// SearchParams are the limits of a search and the reports it makes. A field that
// is zero sets no limit and requests no report; without Visits and Time a search
// runs until its context ends.
type SearchParams struct {
	Visits    int           // at most, those kept from an earlier search included
	Time      time.Duration // at most
	Nodes     int           // the tree stops growing at this size; the search has a default
	EarlyStop bool          // stop as soon as no other move can become the most visited
	// with EarlyStop, stop already if another move can only with more than this share of what is
	// left; 1 if 0
	StopShare float32

	AllowMoves []board.Point // the moves to consider at the root; all if empty
	Avoid      Avoid         // the moves to leave out

	// of moves of the root that a symmetry of the position makes equal, consider one (KataGo's
	// rootSymmetryPruning)
	PruneSymmetries bool

	WideRootNoise         float32 // KataGo's wideRootNoise: how much noise widens the search of the root
	RootPolicyTemperature float32 // KataGo's rootPolicyTemperature: above 1 flattens the priors of the root; 1 if 0

	PVLen int // at most so many moves of a principal variation after the first; 15 if 0

	OwnershipDetails bool // report the ownership of each candidate, and its standard deviations

	OnProgress       func(Analysis) // called with intermediate results while the search runs
	ReportEvery      time.Duration  // how often; never if 0
	FirstReportAfter time.Duration  // when for the first time; ReportEvery if 0
}

// Avoid reports whether a search leaves out the move p of c at a depth: 0 is a
// move of the root. Several goroutines call it at once.
type Avoid func(p board.Point, c board.Color, depth int) bool

// An Analysis is the result of a search, seen from Black's side.
type Analysis struct {
	Next           board.Color // the player to move
	Visits         int         // those kept from an earlier search included
	Elapsed        time.Duration
	Win            float32     // the chance that Black wins, 0 … 1
	Score          float32     // the expected score in points, Black less White, komi included
	ScoreStdev     float32     // the standard deviation of the final score
	ScoreError     float32     // the standard error of Score by the spread of the evaluations
	Utility        float32     // the value that Black maximizes and White minimizes, −1 … 1
	Ownership      []float32   // of each point at the end, 1 Black's … −1 White's: len = points
	OwnershipStdev []float32   // its standard deviation, 0 … 1: len = points; empty without OwnershipDetails
	Policy         []float32   // the prior probability of each move: len = points+1, pass last, −1 where illegal
	HasPolicy      bool        // Policy comes from the evaluator; otherwise from static features
	Candidates     []Candidate // the moves of the root, the best first
	Raw            *Evaluation // of the root, by a network alone; nil without one
}

// A Candidate is a move of the root with the result of the search below it, seen from
// Black's side.
type Candidate struct {
	Move           board.Point
	Visits         int
	Win            float32       // the chance that Black wins after the move
	Score          float32       // the expected score in points, Black less White
	ScoreStdev     float32       // the standard deviation of the final score
	ScoreError     float32       // as in Analysis
	Utility        float32       // the mean utility of the visits, −1 … 1
	Prior          float32       // the probability of the move in the policy
	Improved       float32       // the probability in the policy that a Gumbel search improved; 0 for other searches
	PV             []board.Point // the principal variation; Move is its first move
	PVVisits       []int         // the visits of each move of PV
	Ownership      []float32     // as in Analysis; empty without OwnershipDetails
	OwnershipStdev []float32     // as in Analysis; empty without OwnershipDetails
}
