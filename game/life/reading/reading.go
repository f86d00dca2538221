// Package reading searches local fights to their end: can one side reach a [Goal], such as the
// capture of a chain? It works on any graph, uses no randomness and is deterministic.
//
// # Method
//
// A question is a game between two sides on a few points, the area. A side may play on a point in
// the area or pass; two consecutive passes end the game. The prover wins if the goal is reached
// after finitely many plays. The won positions are the smallest set with these rules: a position is
// won if its goal is reached, if the prover is to move and a move is won, or if the other side is
// to move and all moves are won. The search computes only the part of that set that the question
// needs, with the local algorithm by Liu and Smolka (Simple Linear-Time Algorithms for Minimal
// Fixed Points, 1998): it expands every position once, and returns to a position when another that
// it waits for is won. It never prunes by judgement. An answer other than [Unknown] is the value of
// that game, exact for play in the area; nothing is played outside.
//
// # Ko
//
// The search has no ban on repetition. Instead the prover wins no ko: an endless line is lost for
// the prover, so the other side may take every ko and answer every threat. So a proof holds under
// every repetition rule. To be certain that a goal fails, prove its opposite as the other side's
// goal.
package reading

import "rosette/game/board"

// CaptureRules are the rules that affect captures: whether suicide is legal, and whether players
// may take the last liberty of their own chain with a rosette. No value combines suicide with a ban
// on libertyless rosettes: such rules contradict themselves.
type CaptureRules uint8

const (
	AllowLibertyless  CaptureRules = iota // libertyless rosettes, no suicide
	AllowSuicide                          // libertyless rosettes and suicide
	ForbidLibertyless                     // neither
)

// A Verdict is the result of a search.
type Verdict uint8

const (
	Unknown Verdict = iota // the limit came first, or it depends on a ko or on points outside the area
	Yes
	No
)

// An Answer is the result of reading a question.
type Answer struct {
	Verdict Verdict
	Move    board.Point // the winning play, if the first side succeeds; else Pass
	Nodes   int         // positions searched
}

// A Goal is the outcome that one side, the prover, tries to reach. The search treats a reached or
// lost goal as final, so both must be permanent.
type Goal interface {
	// Settled returns Yes if the goal is reached whatever follows, No if it is lost or cannot be
	// proved in the area, and Unknown otherwise.
	Settled(b *board.View) Verdict
	// Stands reports whether the goal is reached if both sides pass.
	Stands(b *board.View) bool
}

// A Reader reads positions and reuses its buffers. It is not safe for concurrent use.
type Reader struct {
	Limit int // maximum positions for a proof

	search search
}

// Prove reads whether the prover reaches the goal by play in the area, with the given side to play
// first. The prover wins no ko. No means that the prover fails. It does not mean that the other
// side could prove this failure while losing every ko. Unknown means that the search reached its
// limit.
func (r *Reader) Prove(
	b *board.View, rules CaptureRules, goal Goal, prover, first board.Color, area []board.Point,
) Answer {
	return r.search.run(b, problem{goal, prover, rules, area}, first, r.Limit)
}
