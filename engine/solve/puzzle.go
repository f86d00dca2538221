package solve

import (
	"context"

	"rosette/game/board"
)

// A Puzzle is a capture problem that exactly one first move solves.
type Puzzle struct {
	CaptureProblem
	Goal  CaptureOutcome // Captured or Saved
	Move  board.Point
	Wrong []board.Point // all other first moves; each is proven to fail
}

// FindPuzzle reports whether a problem is a puzzle: one first move reaches the
// goal of the player to move, and all others, the pass included, are proven not
// to.
func FindPuzzle(ctx context.Context, q CaptureProblem) (Puzzle, bool, error) {
	p := Puzzle{CaptureProblem: q, Goal: Captured, Move: board.Pass}
	if q.Board.At(q.Chain) == q.First {
		p.Goal = Saved
	}
	for _, move := range append([]board.Point{board.Pass}, q.Moves()...) {
		got, err := Capture(ctx, q.After(move))
		switch {
		case err != nil:
			return p, false, err
		case got == ByKo || got == Unknown || got == p.Goal && p.Move != board.Pass || got == p.Goal && move == board.Pass:
			return p, false, nil
		case got == p.Goal:
			p.Move = move
		case move != board.Pass:
			p.Wrong = append(p.Wrong, move)
		}
	}
	return p, p.Move != board.Pass, ctx.Err()
}

// Reply returns the opponent's move that refutes a wrong first move, board.Pass if
// the opponent need not answer or no refutation is proven within the limits.
func (p *Puzzle) Reply(ctx context.Context, wrong board.Point) (board.Point, error) {
	after := p.After(wrong)
	for _, move := range append([]board.Point{board.Pass}, after.Moves()...) {
		next := after.After(move)
		if next.Board.At(p.Chain) == board.Empty { // captured
			return move, nil
		}
		got, err := Capture(ctx, next)
		if err != nil {
			return board.Pass, err
		}
		if got != p.Goal && got != Unknown && got != ByKo {
			return move, nil
		}
	}
	return board.Pass, nil
}
