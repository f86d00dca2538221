package configure

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// played returns a game after those points, Black first.
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

func estimate(t *testing.T, c Config, g *game.Game, next board.Color) engine.Evaluation {
	t.Helper()
	e, err := c.Estimate(t.Context(), g, next)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAnEstimateOfTheSamePositionIsAlwaysTheSame(t *testing.T) {
	for _, config := range []Config{{}, {Playouts: true}} {
		g := played(t, "rosette-3", "C3", "D5", "B4")
		first := estimate(t, config, g, board.White)
		if again := estimate(t, config, g, board.White); !reflect.DeepEqual(first, again) {
			t.Errorf("playouts %v: %+v, then %+v", config.Playouts, first, again)
		}
		if g.Ply() != 3 || len(first.Ownership) != g.Graph().Points() || first.Win <= 0 || first.Win >= 1 {
			t.Errorf("playouts %v: after %d moves %+v", config.Playouts, g.Ply(), first)
		}
	}
}

func TestANetworkEstimatesSymmetricImagesAlike(t *testing.T) {
	var c Config
	g := played(t, "rosette-3", "C3", "D5", "B4", "E7")
	want := estimate(t, c, g, board.Black)
	for i, turn := range g.Graph().Symmetries() {
		image := game.New(g.Graph(), g.Rules())
		for ply := range g.Ply() {
			if m := g.Move(ply); image.Play(turn[m.Point], m.Color) != nil {
				t.Fatalf("the move %d cannot be turned", ply)
			}
		}
		got := estimate(t, c, image, board.Black)
		far := max(math.Abs(float64(got.Win-want.Win)), math.Abs(float64(got.Score-want.Score))/100)
		for p := range want.Ownership {
			far = max(far, math.Abs(float64(got.Ownership[turn[p]]-want.Ownership[p])))
		}
		if far > 1e-3 {
			t.Errorf("the image %d is judged otherwise, by %v: %+v, want %+v", i, far, got, want)
		}
	}
}

// On this board Black has five rows and White two, with a wall between them.
func TestPlayoutsEstimateTheLargerTerritoryAhead(t *testing.T) {
	c := Config{Playouts: true}
	g := played(t, "square-7", "A5", "A6", "B5", "B6", "C5", "C6", "D5", "D6", "E5", "E6", "F5", "F6", "G5", "G6")
	e := estimate(t, c, g, board.Black)
	if e.Win < 0.65 || e.Score < 1 {
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
		if _, err := config.Estimate(gone, played(t, "rosette-3"), board.Black); !errors.Is(err, context.Canceled) {
			t.Errorf("playouts %v: %v", config.Playouts, err)
		}
	}
}
