package configure

import (
	"context"
	"errors"
	"flag"
	"math"
	"reflect"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

var mostVisits = flag.Int("visits", 100, "most visits of an estimate on an otherwise empty board; more take minutes")

// played returns a game with the given moves, Black first.
func played(t *testing.T, name string, points ...string) *game.Game {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(graph, game.DefaultRules(graph))
	for i, point := range points {
		p, err := graph.Point(point)
		if err == nil {
			err = g.Play(p, [2]board.Color{board.Black, board.White}[i%2])
		}
		if err != nil {
			t.Fatalf("%s: %v", point, err)
		}
	}
	return g
}

func estimate(t *testing.T, c Config, g *game.Game, next board.Color, visits int) engine.Estimate {
	t.Helper()
	e, err := c.Estimate(t.Context(), g, next, engine.SearchParams{Visits: visits})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAnEstimateOfTheSamePositionIsAlwaysTheSame(t *testing.T) {
	for _, config := range []Config{{}, {Playouts: true}} {
		g := played(t, "rosette-3", "C3", "D5", "B4")
		first := estimate(t, config, g, board.White, 40)
		if again := estimate(t, config, g, board.White, 40); !reflect.DeepEqual(first, again) {
			t.Errorf("playouts %v: %+v, then %+v", config.Playouts, first, again)
		}
		if g.Ply() != 3 || len(first.Ownership) != g.Graph().Points() || first.Win <= 0 || first.Win >= 1 {
			t.Errorf("playouts %v: after %d moves %+v", config.Playouts, g.Ply(), first)
		}
	}
}

// The boards and moves come from a user's report: the raw network valued a stone in the middle less
// than a distant stone on the first line.
func TestAStoneInTheMiddleIsNeverWorthLessThanOneOnTheFirstLine(t *testing.T) {
	for _, c := range []struct{ board, middle, edge string }{
		{"rosette-5", "F9", "E18"}, {"rosette-6", "G11", "G2"}, {"rosette-7", "H13", "H2"}, {"square-9", "E5", "A1"},
	} {
		for _, visits := range []int{100, 400, 1000} {
			if visits > *mostVisits {
				break
			}
			empty := estimate(t, Config{}, played(t, c.board), board.Black, visits)
			middle := estimate(t, Config{}, played(t, c.board, c.middle), board.White, visits)
			edge := estimate(t, Config{}, played(t, c.board, c.edge), board.White, visits)
			both := estimate(t, Config{}, played(t, c.board, c.middle, c.edge), board.Black, visits)
			t.Logf("%s, %d visits: empty %v ± %v, middle %v ± %v, edge %v ± %v, both %v ± %v", c.board, visits,
				empty.Score, empty.Error, middle.Score, middle.Error, edge.Score, edge.Error, both.Score, both.Error)
			if middle.Score < edge.Score {
				t.Errorf("%s, %d visits: Black leads by %v with %s and by %v with %s", c.board, visits, middle.Score, c.middle, edge.Score, c.edge)
			}
			if both.Score < empty.Score-searchError*both.ScoreStdev {
				t.Errorf("%s, %d visits: with %s for %s Black leads by %v, without either by %v", c.board, visits, c.middle, c.edge, both.Score, empty.Score)
			}
			for _, e := range []engine.Estimate{empty, middle, edge, both} {
				if (e.Score > 0) != (e.Win > 0.5) || e.Error <= 0 {
					t.Errorf("%s, %d visits: a lead of %v ± %v wins %v", c.board, visits, e.Score, e.Error, e.Win)
				}
			}
		}
	}
}

func TestSearchesEstimateSymmetricImagesAlike(t *testing.T) {
	var c Config
	g := played(t, "rosette-3", "C3", "D5", "B4", "E7")
	want := estimate(t, c, g, board.Black, 100)
	for i, turn := range g.Graph().Symmetries() {
		image := game.New(g.Graph(), g.Rules())
		for ply := range g.Ply() {
			if m := g.Move(ply); image.Play(turn[m.Point], m.Color) != nil {
				t.Fatalf("the move %d cannot be turned", ply)
			}
		}
		got := estimate(t, c, image, board.Black, 100)
		if off := math.Abs(float64(got.Score - want.Score)); off > 2*searchError*float64(want.ScoreStdev) {
			t.Errorf("the image %d leads by %v, the position by %v", i, got.Score, want.Score)
		}
	}
}

// On this board Black has five rows and White two, separated by a wall.
func TestPlayoutsEstimateTheLargerTerritoryAhead(t *testing.T) {
	c := Config{Playouts: true}
	g := played(t, "square-7", "A5", "A6", "B5", "B6", "C5", "C6", "D5", "D6", "E5", "E6", "F5", "F6", "G5", "G6")
	e := estimate(t, c, g, board.Black, 0)
	if e.Win < 0.54 || e.Score < 2 {
		t.Errorf("Black's chance is %v, the lead %v", e.Win, e.Score)
	}
	for point, side := range map[string]float32{"D5": 1, "D6": -1} {
		p, err := g.Graph().Point(point)
		if err != nil {
			t.Fatal(err)
		}
		if e.Ownership[p]*side < 0.5 {
			t.Errorf("%s: %v", point, e.Ownership[p])
		}
	}
}

func TestAnEstimateEndsWithItsContext(t *testing.T) {
	for _, config := range []Config{{}, {Playouts: true}} {
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := config.Estimate(gone, played(t, "rosette-3"), board.Black, engine.SearchParams{Visits: 100}); !errors.Is(err, context.Canceled) {
			t.Errorf("playouts %v: %v", config.Playouts, err)
		}
	}
}
