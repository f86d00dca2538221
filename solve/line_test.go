package solve

import (
	"context"
	"slices"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

// parseLine converts names to moves.
func parseLine(t *testing.T, g *board.Graph, names ...string) (line []board.Point) {
	t.Helper()
	for _, name := range names {
		move, err := g.Move(name)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, move)
	}
	return line
}

// The positions in a line are on the path of its proofs: a proof under the rule itself found on
// another line may play to one of them.
func TestAProofIsNotReusedOnALineThatHasVisitedItsPositions(t *testing.T) {
	g := graphNamed(t, "square-3x1")
	s := solver(t, "square-3x1", positional, NewTable(1<<20))
	moves := parseLine(t, g, "A1", "pass", "B1", "C1", "B1", "pass", "C1", "A1", "C1")
	for n := len(moves) - 1; n >= 0; n-- {
		got, err := s.Solve(t.Context(), moves[:n]...)
		if n == 7 && (err != nil || !got.Exact() || got.Low != -3) {
			t.Errorf("after %v: %v, %v, want -3", moves[:n], got, err)
		}
	}
}

func TestASolverUsedForOtherLinesProvesTheSame(t *testing.T) {
	r := newRNG(t)
	for i := range *games {
		g := graphNamed(t, []string{"square-3x1", "square-4x1", "square-5x1", "square-2"}[i%4])
		rules := rulesNamed(t, []string{situational, positional}[r.IntN(2)])
		at, c := game.New(g, rules), board.Black
		var moves []board.Point
		for at.Passes() < 2 && at.Ply() < 3*g.Points() {
			if p := board.Point(r.IntN(g.Points()+1)) - 1; p == board.Pass || at.Legal(p, c) == nil {
				at.Make(p, c)
				moves, c = append(moves, p), c.Opponent()
			}
		}
		ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
		old := solver(t, g.Name(), rules.KataGoJSON(), NewTable(1<<20))
		for n := len(moves) - 1; n >= 0; n-- {
			line := slices.Clone(moves[:n])
			a, err := old.Solve(ctx, line...)
			if err != nil {
				t.Fatal(err)
			}
			b, err := solver(t, g.Name(), rules.KataGoJSON(), NewTable(1<<20)).Solve(ctx, line...)
			if err != nil || a.Low > b.High || a.High < b.Low {
				t.Errorf("%s, %s, after %v of %v: %v, by a new solver %v, %v", g.Name(), rules.Repetition, line, moves, a, b, err)
			}
		}
		stop()
	}
}
