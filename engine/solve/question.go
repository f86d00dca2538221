package solve

import (
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// A Question asks whether a chain can be captured.
type Question struct {
	Board *board.Board
	Chain board.Point // a stone of it
	First board.Color // who moves first
	Rules game.Rules  // suicide and libertyless rosettes
	Free  int         // liberties with which the chain has escaped when the attacker is to move; 0 asks for life
	Nodes int         // at most so many positions; DefaultNodes if 0

	of   board.Color // whose chain it is, once it may have been taken
	room int         // how many notes at most; mostNotes if 0
}

// DefaultNodes is how many positions an answer may take when nobody says: a few
// seconds.
const DefaultNodes = 1 << 20

// An Answer says whether a chain is captured.
type Answer string

// Every answer there is.
const (
	Captured Answer = "captured" // even if the attacker loses every ko
	Saved    Answer = "saved"    // even if the defender loses every ko
	ByKo     Answer = "ko"       // it depends on who wins a ko
	Unknown  Answer = "unknown"  // it would take more positions
)

// Capture answers a question by proof and disproof numbers, once with every
// repetition, the taking back of a ko included, a failure of the attacker and
// once of the defender. Every legal play of both in the part of the board that
// safe stones of the attacker cut off is looked at, so what it says is proven. It
// fails if there is no chain to ask about.
func Capture(ctx context.Context, q Question) (Answer, error) {
	defender := q.Board.At(q.Chain)
	if q.of != board.Empty && defender != q.of {
		return Captured, nil
	}
	if defender == board.Empty {
		return Unknown, fmt.Errorf("no stone at %s: name a stone of the chain", q.Board.Graph().PointName(q.Chain))
	}
	if q.First == board.Empty {
		return Unknown, errors.New("a question needs a colour that moves first: black or white")
	}
	if q.Nodes <= 0 {
		q.Nodes = DefaultNodes
	}
	if q.room <= 0 {
		q.room = mostNotes
	}
	s := newSiege(q, defender)
	taken := s.solve(ctx, defender.Opponent())
	if taken == yes {
		return Captured, nil
	}
	switch lives := s.solve(ctx, defender); {
	case lives == yes:
		return Saved, nil
	case lives == no && taken == no:
		return ByKo, nil
	}
	return Unknown, nil
}

// After returns the question that a first move leaves. The board is a new one.
func (q Question) After(move board.Point) Question {
	if q.Chain >= 0 && q.of == board.Empty {
		q.of = q.Board.At(q.Chain)
	}
	b := q.Board.Clone()
	if move != board.Pass {
		b.Play(move, q.First)
	}
	q.Board, q.First = b, q.First.Opponent()
	return q
}

// Moves returns the first moves that a question lets choose from, without the
// pass.
func (q Question) Moves() []board.Point {
	if q.Board.At(q.Chain) == board.Empty {
		return nil
	}
	s := newSiege(q, q.Board.At(q.Chain))
	var moves []board.Point
	for p := range board.Point(q.Board.Graph().Points()) {
		if s.zone[p] && s.allows(p, q.First) {
			moves = append(moves, p)
		}
	}
	return moves
}

// An Outcome says how a race between two chains ends.
type Outcome string

// Every outcome there is.
const (
	FirstWins  Outcome = "first"  // the chain of the one who moves first takes the other
	SecondWins Outcome = "second" // it is taken
	BothLive   Outcome = "both"   // neither can take the other
	RaceByKo   Outcome = "ko"
	RaceOpen   Outcome = "unknown"
)

// Race tells who wins when two chains can only live by taking each other; mine
// is the chain of the one who moves first.
func Race(ctx context.Context, q Question, mine, theirs board.Point) (Outcome, error) {
	q.First, q.Chain = q.Board.At(mine), theirs
	if q.Board.At(mine) == q.Board.At(theirs) {
		return RaceOpen, errors.New("a race is between a black chain and a white one: name a stone of each")
	}
	take, err := Capture(ctx, q)
	if err != nil || take == Captured {
		return FirstWins, err
	}
	q.Chain = mine
	lose, err := Capture(ctx, q)
	switch {
	case err != nil || take == Unknown || lose == Unknown:
		return RaceOpen, err
	case lose == Captured:
		return SecondWins, nil
	case take == ByKo || lose == ByKo:
		return RaceByKo, nil
	}
	return BothLive, nil
}
