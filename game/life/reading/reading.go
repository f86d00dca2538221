// Package reading searches local fights to their end: whether one side can bring
// about a [Goal], such as the capture of a chain. It works on any graph, uses no
// randomness and gives the same answer to the same question.
//
// # Method
//
// A question is a game of two sides on a few points, the area. A side may play on
// a point of the area or pass; two passes in a row end the game. The prover wins
// if the goal is reached after finitely many plays. The won positions are the
// smallest set with these rules: a position is won if its goal is reached, if the
// prover is to move and one move is won, or if the other side is to move and all
// moves are. The search computes as much of that set as the question needs, with
// the local algorithm of Liu and Smolka (Simple Linear-Time Algorithms for Minimal
// Fixed Points, 1998): every position is expanded once, and positions that wait
// for another are looked at again when that one is won. There is no pruning that
// depends on judgement. An answer that is not [Unknown] is the value of that game,
// exact for play in the area; nothing is played outside.
//
// # Ko
//
// The search knows no ban on repetition. Instead a side that has to prove
// something wins no ko: a line of play that goes in circles is lost for the
// prover, so the other side may take every ko and answer every threat. What is
// proved holds therefore under every rule of repetition; to know that something
// fails for certain, its contrary is proved as the goal of the other side.
package reading

import "rosette/game/board"

// CaptureRules are the choices of the rules that decide what can be captured:
// whether suicide is legal, and whether a player may take the last liberty of
// their own chain with a rosette. There is no value with suicide and without
// libertyless rosettes: such rules contradict themselves.
type CaptureRules uint8

const (
	AllowLibertyless  CaptureRules = iota // libertyless rosettes, no suicide
	AllowSuicide                          // libertyless rosettes and suicide
	ForbidLibertyless                     // neither
)

// A Verdict is what a search found.
type Verdict uint8

const (
	Unknown Verdict = iota // the limit came first, or it depends on a ko or on points outside the area
	Yes
	No
)

// An Answer is the result of reading a question.
type Answer struct {
	Verdict Verdict
	Move    board.Point // of the side that plays first and succeeds: its play; else Pass
	Nodes   int         // positions searched
}

// A Goal is what one side, the prover, wants to bring about. The search takes a
// goal that is reached or lost as final, so both must be.
type Goal interface {
	// Settled returns Yes if the goal is reached whatever follows, No if it is
	// lost or no longer can be proved in the area, and Unknown otherwise.
	Settled(b *board.View) Verdict
	// Stands reports whether the goal is reached if both sides pass.
	Stands(b *board.View) bool
}

// A Reader reads positions. It keeps its buffers between questions. A Reader must
// not be used by two goroutines at once.
type Reader struct {
	Limit int // most positions to search for one proof

	search search
}

// Prove reads whether the prover reaches the goal by play in the area, with the
// given side to play first. It wins no ko. No means that it does not, not that
// the other side could prove so without a ko of its own; Unknown means that the
// limit came first.
func (r *Reader) Prove(
	b *board.View, rules CaptureRules, goal Goal, prover, first board.Color, area []board.Point,
) Answer {
	return r.search.run(b, problem{goal, prover, rules, area}, first, r.Limit)
}
