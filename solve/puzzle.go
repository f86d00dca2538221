package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// A Puzzle is a capture problem that exactly one first move solves.
type Puzzle struct {
	CaptureProblem
	Goal  CaptureOutcome // Captured, Saved, or ByKo if a ko is the best that the player to move gets
	Move  board.Point
	Wrong []board.Point // all other first moves; after each the opponent is proven to get all
}

// lost returns what the opponent of the player to move wants.
func (q *CaptureProblem) lost() CaptureOutcome {
	if q.Board.At(q.Chain) == q.First {
		return Captured
	}
	return Saved
}

// FindPuzzle reports whether a problem is a puzzle: one first move reaches the goal
// of the player to move, or a ko where the goal is out of reach, and after all others,
// the pass included, the opponent is proven to win even without a ko. It takes three to
// five times the nodes of [Capture], more where a ko is the best: it proves that the
// goal is reached, and that the opponent wins without the move that did. A chain that can
// be taken at once is no puzzle.
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

// koMove returns a move after which a ko decides, [board.Pass] if none is proven to.
func (q CaptureProblem) koMove(ctx context.Context) (board.Point, error) {
	for _, move := range q.Moves() {
		if got, err := Capture(ctx, q.After(move)); err != nil || got == ByKo {
			return move, err
		}
	}
	return board.Pass, nil
}

// Verify proves the puzzle again, in another way than [FindPuzzle]: each first move by a
// search that starts after it. It reports whether the move of the puzzle, and no other,
// reaches the goal.
func (p *Puzzle) Verify(ctx context.Context) (bool, error) {
	theirs := p.lost()
	for _, move := range append([]board.Point{board.Pass}, p.Moves()...) {
		got, err := Capture(ctx, p.After(move))
		if err != nil {
			return false, err
		}
		if move == p.Move && got != p.Goal || move != p.Move && got != theirs {
			return false, ctx.Err() // a search that was cut short proves nothing
		}
	}
	return p.Move != board.Pass, ctx.Err()
}

// Reply returns the opponent's move that refutes a wrong first move, board.Pass if
// the opponent need not answer or no refutation is proven within the limits.
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
