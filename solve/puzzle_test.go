package solve

import (
	"math/rand/v2"
	"testing"

	"rosette/game/board"
)

// solutions returns the moves after which the player to move gets at least a ko or the goal, each
// by its own search, and false if one is not decided.
func solutions(t *testing.T, q CaptureProblem) (goal, ko []board.Point, decided bool) {
	t.Helper()
	for _, move := range append([]board.Point{board.Pass}, q.Moves()...) {
		got, err := Capture(t.Context(), q.After(move))
		switch {
		case err != nil:
			t.Fatal(err)
		case got == Unknown:
			return nil, nil, false
		case got == ByKo:
			ko = append(ko, move)
		case got != q.lost():
			goal = append(goal, move)
		}
	}
	return goal, ko, true
}

func TestAPuzzleIsAProblemThatOneMoveAloneSolves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	found, graphs := map[CaptureOutcome]int{}, []*board.Graph{board.Rosette(2), board.Square(4, 3)}
	for i := range 400 {
		q, ok := randomProblem(t, graphs[i%2], r)
		if !ok {
			continue
		}
		q.Nodes = 1500
		goal, ko, decided := solutions(t, q)
		if !decided {
			continue
		}
		want := board.Pass
		_, atari := q.Board.Atari(q.Chain)
		switch {
		case atari && q.lost() == Saved: // an immediate capture
		case len(goal) == 1 && len(ko) == 0:
			want = goal[0]
		case len(goal) == 0 && len(ko) == 1:
			want = ko[0]
		}
		q.Nodes *= 20 // the searches are larger
		p, ok, err := FindPuzzle(t.Context(), q)
		if err != nil || ok && p.Move != want {
			t.Errorf("%d: found %v, %v; solved by %v, a ko by %v", i, p.Move, err, goal, ko)
		}
		if !ok {
			if want != board.Pass {
				t.Errorf("%d: %v solves it and was not found", i, want)
			}
			continue
		}
		found[p.Goal]++
		if again, err := p.Verify(t.Context()); err != nil || !again {
			t.Errorf("%d: not proven again: %v", i, err)
		}
		if len(p.Wrong) > 0 {
			other := p
			other.Move = p.Wrong[0]
			if again, err := other.Verify(t.Context()); err != nil || again {
				t.Errorf("%d: %v is proven to solve it too, %v", i, other.Move, err)
			}
		}
	}
	if found[Captured] < 3 || found[Saved] < 5 || found[ByKo] < 1 {
		t.Errorf("too few puzzles to compare: %v", found)
	}
}
