package search

import (
	"context"
	"math"
	"slices"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

func TestSymmetriesOfAPositionAreThoseOfItsWholeHistory(t *testing.T) {
	for _, c := range []struct {
		board, moves string
		want         int // maps without the identity
	}{
		{"rosette-3", "", 11},
		{"square-9", "", 7},
		{"square-9", "E5", 7},            // the centre
		{"square-9", "E5 pass", 7},       // a pass has no place
		{"square-9", "E5 E3", 1},         // on one axis
		{"square-9", "C3", 1},            // on a diagonal
		{"square-9", "C3 G7", 1},         // the rotation would swap the colours
		{"square-9", "C3 G4", 0},         //
		{"square-9", "E3 E7 C5", 0},      //
		{"square-3", "B3 A1 B1", 0},      // A1 breaks the symmetry of the stones
		{"square-5", "A1 A2 pass B1", 0}, // the stone in the corner is captured
	} {
		g := newGame(t, c.board, "tromp-taylor")
		play(t, g, board.Black, c.moves)
		if got := len(Symmetries(g)); got != c.want {
			t.Errorf("%s %s: %d symmetries, want %d", c.board, c.moves, got, c.want)
		}
	}
}

// Capturing a stone leaves the board empty but not the history.
func TestAnEmptyBoardAfterACaptureIsNotSymmetric(t *testing.T) {
	g := newGame(t, "square-2", `{"komi":0,"suicide":true,"tax":"NONE","ko":"SIMPLE"}`)
	play(t, g, board.Black, "A1 A2")
	if got := len(Symmetries(g)); got != 0 {
		t.Errorf("%d symmetries after two moves of one side of the board", got)
	}
}

// orbits evaluates by playouts. Its policy differs from point to point.
type orbits struct{ *playout.Evaluator }

func (o orbits) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	o.Evaluator.Evaluate(g, next, into)
	into.Policy = into.Policy[:0]
	for p := range g.Graph().Points() + 1 {
		into.Policy = append(into.Policy, float32(p+1))
	}
}

func TestOfSymmetricMovesTheRootHasOneWithThePriorOfAll(t *testing.T) {
	for name, moves := range map[string]int{"rosette-3": 6, "square-9": 15} { // orbits, and a pass below them
		g := newGame(t, name, "tromp-taylor")
		for _, evaluator := range []engine.Evaluator{playout.New(1), orbits{playout.New(1)}} {
			run := func(prune bool) engine.Analysis {
				return Run(context.Background(), g, board.Black, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: 40, PruneSymmetries: prune})
			}
			all, pruned := run(false), run(true)
			if len(all.Candidates) != g.Graph().Points()+1 || len(pruned.Candidates) != moves+1 {
				t.Errorf("%s: %d moves, %d of them considered; want %d", name, len(all.Candidates), len(pruned.Candidates), moves+1)
			}
			for _, c := range pruned.Candidates {
				if pruned.HasPolicy && c.Move != board.Pass {
					comparePrior(t, g, all, c)
				}
			}
		}
	}
}

// comparePrior compares the prior of a move with the sum over its images.
func comparePrior(t *testing.T, g *game.Game, all engine.Analysis, c engine.Candidate) {
	t.Helper()
	var images []board.Point
	sum := float32(0)
	for _, image := range g.Graph().Symmetries() {
		if q := image[c.Move]; !slices.Contains(images, q) {
			images = append(images, q)
			sum += all.Policy[q]
		}
	}
	if math.Abs(float64(sum-c.Prior)) > 1e-4 {
		t.Errorf("%s: prior %v, its %d images have %v", g.Graph().PointName(c.Move), c.Prior, len(images), sum)
	}
}

func TestASearchOfAllMovesDoesNotGoOnWithAPrunedRoot(t *testing.T) {
	g := newGame(t, "square-5", "tromp-taylor")
	evaluators := []engine.Evaluator{playout.New(1)}
	var s Search
	s.Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 200, PruneSymmetries: true})
	if all := s.Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 200}); len(all.Candidates) != 26 {
		t.Errorf("%d moves, want 26", len(all.Candidates))
	}
}
