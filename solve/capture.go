package solve

import (
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// A CaptureProblem is the question whether a chain can be captured.
type CaptureProblem struct {
	Board *board.Board
	Chain board.Point // any stone in the chain
	First board.Color // the player to move
	Rules game.Rules  // only suicide and libertyless rosettes matter
	// the chain is safe with this many liberties if the attacker is to move; 0: it has to live
	EscapeLiberties int
	Nodes           int // maximum positions for each of the two searches; 0 means DefaultNodes

	owner      board.Color   // the chain's colour, set by After because the chain may be gone
	except     []board.Point // excluded first moves
	tableLimit int           // maximum entries in the transposition table; 0 means maxCaptureEntries
}

// DefaultNodes is the default for CaptureProblem.Nodes; it takes a few seconds.
const DefaultNodes = 1 << 20

// A CaptureOutcome is the answer to a [CaptureProblem].
type CaptureOutcome string

// The answers to a [CaptureProblem].
const (
	Captured CaptureOutcome = "captured" // even if the attacker loses every ko
	Saved    CaptureOutcome = "saved"    // even if the defender loses every ko
	ByKo     CaptureOutcome = "ko"       // the winner of a ko decides
	Unknown  CaptureOutcome = "unknown"  // not decided within the limits
)

// Capture solves a problem by depth-first proof-number search. It searches twice: once every
// repetition, retaking a ko included, loses for the attacker, and once it loses for the defender.
// It searches the part of the board around the chain that the attacker's unconditionally alive
// stones enclose, and considers every legal move there, so an answer other than [Unknown] is
// proven. It returns [Unknown] if ctx ends or a limit is reached, and an error if there is no stone
// at q.Chain or q.First is not a player.
//
// Capture does not change q.Board.
func Capture(ctx context.Context, q CaptureProblem) (CaptureOutcome, error) {
	outcome, _, err := captureMove(ctx, q)
	return outcome, err
}

// captureMove is [Capture] and also returns the first move that wins for the player to move, or
// [board.Pass] if a ko or the opponent decides.
func captureMove(ctx context.Context, q CaptureProblem) (CaptureOutcome, board.Point, error) {
	defender := q.Board.At(q.Chain)
	if q.owner != board.Empty && defender != q.owner {
		return Captured, board.Pass, nil
	}
	if defender == board.Empty {
		return Unknown, board.Pass, fmt.Errorf("no stone at %s; use a stone of the chain",
			q.Board.Graph().PointName(q.Chain))
	}
	if q.First == board.Empty {
		return Unknown, board.Pass, errors.New("no first player; use black or white")
	}
	if q.Nodes <= 0 {
		q.Nodes = DefaultNodes
	}
	if q.tableLimit <= 0 {
		q.tableLimit = maxCaptureEntries
	}
	s := newCaptureSearch(q, defender)
	taken := s.solve(ctx, defender.Opponent())
	if taken == yes {
		return Captured, s.move, nil
	}
	switch lives := s.solve(ctx, defender); {
	case lives == yes:
		return Saved, s.move, nil
	case lives == no && taken == no:
		return ByKo, board.Pass, nil
	}
	return Unknown, board.Pass, nil
}

// After returns the problem that remains after a first move, on a new board.
func (q CaptureProblem) After(move board.Point) CaptureProblem {
	if q.Chain >= 0 && q.owner == board.Empty {
		q.owner = q.Board.At(q.Chain)
	}
	b := q.Board.Clone()
	if move != board.Pass {
		b.Play(move, q.First)
	}
	q.Board = b
	q.First = q.First.Opponent()
	q.except = nil
	return q
}

// Moves returns the first moves that [Capture] considers, without the pass. It returns nil if the
// chain has been captured.
func (q CaptureProblem) Moves() []board.Point {
	if q.Board.At(q.Chain) == board.Empty {
		return nil
	}
	s := newCaptureSearch(q, q.Board.At(q.Chain))
	var moves []board.Point
	for p := range board.Point(q.Board.Graph().Points()) {
		if s.region[p] && s.allows(p, q.First) {
			moves = append(moves, p)
		}
	}
	return moves
}

// Region returns the points that [Capture] searches, stones included.
func (q CaptureProblem) Region() []board.Point {
	return newCaptureSearch(q, q.Board.At(q.Chain)).points
}
