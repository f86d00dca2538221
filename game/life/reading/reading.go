// Package reading searches local fights to their end: whether a chain can be
// captured, whether two chains can be connected, or any other [Goal]. It works
// on any graph, uses no randomness and gives the same answer to the same
// question.
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
// prover, so the other side may take every ko and answer every threat. The two
// answers of a question are proved separately, each by the side that profits from
// it. What depends on a ko is therefore Unknown, and what is Yes or No holds under
// every rule of repetition.
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
	Area  int // most empty points that Capture and Connect read

	search search
}

// NewReader returns a reader with limits that end most questions within some
// milliseconds.
func NewReader() *Reader { return &Reader{Limit: 20000, Area: 16} }

// Capture reads whether the opponent can capture the chain at p, with the given
// side to play first. Yes: it is captured whatever its owner does. No: its owner
// keeps it whatever the opponent does. A chain with a rosette is never captured.
//
// The area is what the chain can reach over empty points and stones of its colour,
// with the opposing chains beside it that have few other liberties. A chain that
// gets a liberty outside the area has escaped: that proves neither answer. One that
// captures seven connected stones or more lives.
func (r *Reader) Capture(b *board.View, rules CaptureRules, p board.Point, first board.Color) Answer {
	owner := b.At(p)
	if owner == board.Empty {
		panic("reading: no chain to capture at an empty point")
	}
	if b.Immortal(p) {
		return Answer{Verdict: No, Move: board.Pass}
	}
	of := areaOf(b, r.Area, p)
	capture, keep := &captureGoal{p, owner, of, false}, &captureGoal{p, owner, of, true}
	return r.both(b, rules, first, of.area, owner.Opponent(), capture, keep)
}

// Connect reads whether the owner of the chains at p and q can make them one
// chain, with the given side to play first. Yes: whatever the opponent does. No:
// the opponent keeps them apart, or captures one, whatever their owner does.
func (r *Reader) Connect(b *board.View, rules CaptureRules, p, q board.Point, first board.Color) Answer {
	owner := b.At(p)
	if owner == board.Empty || b.At(q) != owner {
		panic("reading: to connect takes two chains of one colour")
	}
	area := areaOf(b, r.Area, p, q).area
	connect := &connectGoal{p: p, q: q, owner: owner}
	cut := &connectGoal{p: p, q: q, owner: owner, cut: true}
	return r.both(b, rules, first, area, owner, connect, cut)
}

// both proves the goal of one side or the goal of the other, its contrary.
func (r *Reader) both(b *board.View, rules CaptureRules, first board.Color, area []board.Point, prover board.Color, yes, no Goal) Answer {
	won := r.Prove(b, rules, yes, prover, first, area)
	if won.Verdict == Yes {
		return won
	}
	lost := r.Prove(b, rules, no, prover.Opponent(), first, area)
	answer := Answer{Move: board.Pass, Nodes: won.Nodes + lost.Nodes}
	if lost.Verdict == Yes {
		answer.Verdict, answer.Move = No, lost.Move
	}
	return answer
}

// Prove reads whether the prover reaches the goal by play in the area, with the
// given side to play first. It wins no ko. No means that it does not, not that
// the other side could prove so without a ko of its own; Unknown means that the
// limit came first.
func (r *Reader) Prove(b *board.View, rules CaptureRules, goal Goal, prover, first board.Color, area []board.Point) Answer {
	return r.search.run(b, problem{goal, prover, rules, area}, first, r.Limit)
}
