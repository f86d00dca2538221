package solve

import (
	"context"

	"rosette/game/board"
)

// A Puzzle is a question that exactly one first move solves.
type Puzzle struct {
	Question
	Goal  Answer // Captured or Saved
	Move  board.Point
	Wrong []board.Point // every other first move; each is proven to fail
}

// Pose tells whether a question is a puzzle: if one first move reaches the
// goal, and all others, the pass too, are proven not to.
func Pose(ctx context.Context, q Question) (Puzzle, bool, error) {
	p := Puzzle{Question: q, Goal: Captured, Move: board.Pass}
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

// Reply returns the answer of the other side that makes a wrong first move
// fail, board.Pass if it need not answer.
func (p *Puzzle) Reply(ctx context.Context, wrong board.Point) (board.Point, error) {
	after := p.After(wrong)
	for _, move := range append([]board.Point{board.Pass}, after.Moves()...) {
		next := after.After(move)
		if next.Board.At(p.Chain) == board.Empty { // taken
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
