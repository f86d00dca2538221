// Package search looks ahead: a tree grown by choosing, evaluating and backing
// up, which takes its mind as an argument.
package search

import (
	"context"
	"time"
	"unsafe"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A Budget bounds a search; what is zero does not bound. A search without any
// bound runs until its context ends.
type Budget struct {
	Visits     int
	Time       time.Duration
	Nodes      int           // of the tree, DefaultNodes if zero: it stops growing there
	AllowMoves []board.Point // the moves to choose from at the root, all if empty
	EarlyStop  bool          // stop as soon as no other move can come to be the most visited

	WideRootNoise         float32 // how wide the root is looked at, by chance: KataGo's wideRootNoise
	RootPolicyTemperature float32 // of the root's policy: above 1 it looks wider, 1 if 0

	Gumbel *Gumbel // how the root chooses where the evaluator has a policy; nil for the usual way

	Avoid            engine.Avoid  // moves that the tree leaves out, none if nil
	OwnershipDetails bool          // report whose the points are after each candidate
	OnProgress       func(Report)  // is told what has been found so far, if Every is over 0
	ReportEvery      time.Duration // how often
	FirstReportAfter time.Duration // when for the first time, after Every if 0
}

// DefaultNodes keeps a tree under 100 MB, at [NodeBytes] each.
const DefaultNodes = 2 << 20

// NodeBytes is the memory of a node.
const NodeBytes = int(unsafe.Sizeof(node{}))

// A Candidate is a move at the root and what the search thinks of it.
type Candidate struct {
	Move   board.Point
	Visits int
	Win    float32 // the chance of the player to move, 0 … 1, with a little score in it
	PV     []board.Point

	Chance         float32 // the chance alone
	Prior          float32 // what to think of it before any visit, or its chance by a policy
	Improved       float32 // its chance by the policy that a Gumbel search has made better
	Score          float32 // the mover's margin
	ScoreStdev     float32 // the standard deviation of the final margin
	PVVisits       []int
	Ownership      []float32 // as in the Report, empty without Details
	OwnershipStdev []float32
}

// A Report is what a search found. Win and Score are the mover's, Ownership is
// 1 for his points and −1 for the opponent's.
type Report struct {
	Candidates     []Candidate // the most visited first
	HasPolicy      bool        // by the policy of an evaluator
	Visits         int         // those kept from an earlier search included
	Win            float32
	Score          float32
	ScoreStdev     float32 // the standard deviation of the final margin
	Ownership      []float32
	OwnershipStdev []float32 // the standard deviation of Ownership
	Elapsed        time.Duration
}

// Run searches g with next to move, one goroutine for each evaluator, until
// the budget is spent or ctx ends, and reports what it has found by then. With
// one evaluator and a budget of visits the same input gives the same report.
func Run(ctx context.Context, g *game.Game, next board.Color, minds []engine.Evaluator, b Budget) Report {
	return new(Search).Run(ctx, g, next, minds, b)
}

// sign is a colour as ownership counts it.
var sign = board.ByColor[float32]{board.Empty: 0, board.Black: 1, board.White: -1}
