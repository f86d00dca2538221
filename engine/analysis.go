package engine

import (
	"time"

	"rosette/game/board"
)

// SearchParams are the limits of a search and options for its reports. A zero field sets no limit
// and requests no report. Without Visits and Time, a search runs until its context is done.
type SearchParams struct {
	Visits    int           // maximum, including visits reused from an earlier search
	Time      time.Duration // maximum
	Nodes     int           // maximum size of the tree, after which it stops growing; 0 for the search's default
	EarlyStop bool          // stop as soon as no other move can become the most visited
	// with EarlyStop, also stop if another move would need more than this share of the remaining
	// visits; 1 if 0
	StopShare float32

	AllowMoves []board.Point // moves to consider at the root; all if empty
	Avoid      Avoid         // moves to leave out

	// consider only one of the root moves that are equal under a symmetry of the position (KataGo's
	// rootSymmetryPruning)
	PruneSymmetries bool

	WideRootNoise         float32 // KataGo's wideRootNoise: noise that widens the search at the root
	RootPolicyTemperature float32 // KataGo's rootPolicyTemperature: above 1 flattens the root priors; 1 if 0

	PVLen int // maximum length of a principal variation after the first move; 15 if 0

	OwnershipDetails bool // report each candidate's ownership and all standard deviations of ownership

	OnProgress       func(Analysis) // called with intermediate results while the search runs
	ReportEvery      time.Duration  // interval between reports; never if 0
	FirstReportAfter time.Duration  // time until the first report; ReportEvery if 0
}

// Avoid reports whether a search leaves out the move p by c at a depth; root moves have depth 0. It
// must be safe for concurrent use.
type Avoid func(p board.Point, c board.Color, depth int) bool

// An Analysis is the result of a search, from Black's view.
type Analysis struct {
	Next           board.Color // player to move
	Visits         int         // including visits reused from an earlier search
	Elapsed        time.Duration
	Win            float32     // probability that Black wins, 0 … 1
	Score          float32     // expected score in points, Black minus White, including komi
	ScoreStdev     float32     // standard deviation of the final score
	ScoreError     float32     // standard error of Score, from the spread of the evaluations
	Utility        float32     // value that Black maximizes and White minimizes, −1 … 1
	Ownership      []float32   // final ownership, 1 Black … −1 White: len = points
	OwnershipStdev []float32   // standard deviation of ownership, 0 … 1: len = points; empty without OwnershipDetails
	Policy         []float32   // prior probabilities: len = points+1, pass last, −1 where illegal
	HasPolicy      bool        // Policy comes from the evaluator, not from static features
	Candidates     []Candidate // root moves, best first
	Raw            *Evaluation // network output at the root; nil without a network
}

// A Candidate is a root move with its search result, from Black's view.
type Candidate struct {
	Move           board.Point
	Visits         int
	Win            float32       // probability that Black wins after the move
	Score          float32       // expected score in points, Black minus White
	ScoreStdev     float32       // standard deviation of the final score
	ScoreError     float32       // as in Analysis
	Utility        float32       // mean utility over visits, −1 … 1
	Prior          float32       // policy probability
	Improved       float32       // probability in the improved policy of a Gumbel search; 0 in other searches
	PV             []board.Point // principal variation, starting with Move
	PVVisits       []int         // visits to each move in PV
	Ownership      []float32     // as in Analysis; empty without OwnershipDetails
	OwnershipStdev []float32     // as in Analysis; empty without OwnershipDetails
}
