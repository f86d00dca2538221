package solve

import (
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Question asks whether a chain can be captured.
type Question struct {
	Board *board.Board
	Chain board.Point // a stone of it
	First board.Color // who moves first
	Rules game.Rules  // suicide and libertyless rosettes
	Free  int         // liberties with which the chain has escaped when the attacker is to move; 0 asks for life
	Nodes int         // at most so many positions; DefaultNodes if 0

	of board.Color // whose chain it is, once it may have been taken
}

// DefaultNodes is how many positions an answer may take when nobody says: some
// 50 MB.
const DefaultNodes = 1 << 19

// An Answer says whether a chain is captured.
type Answer string

// Every answer there is.
const (
	Captured Answer = "captured" // even if the attacker loses every ko
	Saved    Answer = "saved"    // even if the defender loses every ko
	ByKo     Answer = "ko"       // it depends on who wins a ko
	Unknown  Answer = "unknown"  // it would take more positions
)

// Capture answers a question by proof-number search (Allis 1994), once with
// every repetition, the taking back of a ko included, a failure of the attacker
// and once of the defender. Every legal play of both in the part of the board
// that safe stones of the attacker cut off is looked at, so what it says is
// proven. It fails if there is no chain to ask about.
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
	s := newSiege(q, defender)
	hurt := s.solve(ctx, defender.Opponent())
	if hurt == yes {
		return Captured, nil
	}
	switch helped := s.solve(ctx, defender); {
	case helped == no:
		return Saved, nil
	case helped == yes && hurt == no:
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

// A siege is a question being answered.
type siege struct {
	Question
	board    *board.Board
	defender board.Color
	zone     []bool // where plays matter

	hurt  board.Color // for whom repetition is a failure
	path  []board.Hash
	tree  []leaf
	moved []board.Point
}

func newSiege(q Question, defender board.Color) *siege {
	s := &siege{Question: q, board: q.Board.Clone(), defender: defender}
	s.zone = make([]bool, q.Board.Graph().Points())
	walls := life.Unconditional(s.board, defender.Opponent(), q.Rules.Reading()).Alive
	edge := []board.Point{q.Chain}
	s.zone[q.Chain] = true
	for len(edge) > 0 {
		p := edge[len(edge)-1]
		edge = edge[:len(edge)-1]
		for _, n := range q.Board.Graph().Near(p) {
			if !s.zone[n] && !walls[n] {
				s.zone[n] = true
				edge = append(edge, n)
			}
		}
	}
	return s
}

// allows tells whether the rules allow a play, repetition aside.
func (s *siege) allows(p board.Point, c board.Color) bool {
	switch s.board.Outlook(p, c) {
	case board.Occupied:
		return false
	case board.Suicide:
		return s.Rules.Suicide && s.board.Neighbours(p, c) > 0
	case board.Libertyless:
		return s.Rules.Libertyless == game.Allow
	}
	return true
}

// judge answers for a position with that colour to move, if it is decided.
func (s *siege) judge(mover board.Color) answer {
	if s.board.At(s.Chain) != s.defender {
		return yes
	}
	if s.board.Immortal(s.Chain) {
		return no
	}
	if last, atari := s.board.Atari(s.Chain); atari {
		if mover != s.defender && s.fresh(last, mover) {
			return yes
		}
		return unknown
	}
	if s.Free > 0 && mover != s.defender && len(s.board.Liberties(s.Chain)) >= s.Free {
		return no
	}
	if life.Unconditional(s.board, s.defender, s.Rules.Reading()).Alive[s.Chain] {
		return no
	}
	return unknown
}

// fresh tells whether a play makes a position that has not stood.
func (s *siege) fresh(p board.Point, c board.Color) bool {
	h := s.board.HashAfter(p, c)
	for _, before := range s.path {
		if before == h {
			return false
		}
	}
	return true
}

// replies lists what the mover may do. A defender in atari has no choice but to
// change the liberties of the chain: to extend, or to take a neighbour of it;
// whatever else he plays, the chain is taken.
// The attacker never passes: the defender would too.
func (s *siege) replies(mover board.Color) []board.Point {
	s.moved = s.moved[:0]
	last, atari := s.board.Atari(s.Chain)
	forced := atari && mover == s.defender
	for p := range board.Point(len(s.zone)) {
		if !s.zone[p] || !s.allows(p, mover) || forced && p != last && !s.relieves(p) {
			continue
		}
		s.moved = append(s.moved, p)
	}
	if !forced && mover == s.defender {
		s.moved = append(s.moved, board.Pass)
	}
	return s.moved
}

// relieves tells whether a play takes attacking stones.
func (s *siege) relieves(p board.Point) bool {
	for _, n := range s.board.Graph().Near(p) {
		if s.board.At(n) == s.defender.Opponent() && !s.board.Immortal(n) {
			if last, atari := s.board.Atari(n); atari && last == p {
				return true
			}
		}
	}
	return false
}
