package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// A Puzzle is a capture problem solved by exactly one first move.
type Puzzle struct {
	CaptureProblem
	Goal  CaptureOutcome // Captured, Saved, or ByKo if a ko is the best result for the player to move
	Move  board.Point
	Wrong []board.Point // all other first moves; after each the opponent is proven to win
}

// lost returns the outcome that the opponent wants.
func (q *CaptureProblem) lost() CaptureOutcome {
	if q.Board.At(q.Chain) == q.First {
		return Captured
	}
	return Saved
}

// FindPuzzle reports whether a problem is a puzzle: one first move reaches the mover's goal, or a
// ko if the goal is out of reach, and after all others, the pass included, the opponent is proven
// to win even without a ko. It takes three to five times the nodes of [Capture], and more if a ko
// is the best result: it proves that the goal is reached, and that the opponent wins without that
// move. A chain that can be captured at once is not a puzzle.
func FindPuzzle(ctx context.Context, q CaptureProblem) (p Puzzle, ok bool, err error) {
	p = Puzzle{CaptureProblem: q}
	theirs := q.lost()
	after, err := Capture(ctx, q.After(board.Pass))
	if err != nil || after != theirs {
		return p, false, err
	}
	p.Goal, p.Move, err = captureMove(ctx, q)
	if err == nil && p.Goal == ByKo {
		p.Move, err = q.koMove(ctx)
	}
	if err != nil || p.Move == board.Pass {
		return p, false, err
	}
	rest := q
	rest.except = []board.Point{p.Move}
	if got, err := Capture(ctx, rest); err != nil || got != theirs {
		return p, false, err
	}
	p.Wrong = slices.DeleteFunc(q.Moves(), func(m board.Point) bool { return m == p.Move })
	return p, true, ctx.Err()
}

// koMove returns a move that is proven to lead to a ko, or [board.Pass].
func (q CaptureProblem) koMove(ctx context.Context) (board.Point, error) {
	for _, move := range q.Moves() {
		if got, err := Capture(ctx, q.After(move)); err != nil || got == ByKo {
			return move, err
		}
	}
	return board.Pass, nil
}

// Verify proves the puzzle independently of [FindPuzzle], with a new search after each first move.
// It reports whether only the puzzle's move reaches the goal.
func (p *Puzzle) Verify(ctx context.Context) (bool, error) {
	theirs := p.lost()
	for _, move := range append([]board.Point{board.Pass}, p.Moves()...) {
		got, err := Capture(ctx, p.After(move))
		if err != nil {
			return false, err
		}
		if move == p.Move && got != p.Goal || move != p.Move && got != theirs {
			return false, ctx.Err() // an interrupted search proves nothing
		}
	}
	return p.Move != board.Pass, ctx.Err()
}

// Reply returns the opponent's move that refutes a wrong first move. It returns board.Pass if the
// opponent need not answer, or if no refutation is proven within the limits.
func (p *Puzzle) Reply(ctx context.Context, wrong board.Point) (board.Point, error) {
	theirs := p.lost()
	after := p.After(wrong)
	if after.Board.At(p.Chain) == board.Empty {
		return board.Pass, nil
	}
	if got, err := Capture(ctx, after.After(board.Pass)); err != nil || got == theirs {
		return board.Pass, err
	}
	if last, atari := after.Board.Atari(p.Chain); atari && theirs == Captured {
		return last, nil
	}
	_, move, err := captureMove(ctx, after)
	return move, err
}
