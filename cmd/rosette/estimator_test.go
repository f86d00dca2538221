package main

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
	"rosette/web"
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
			err = g.Play(p, []board.Color{board.Black, board.White}[i%2])
		}
		if err != nil {
			t.Fatalf("%s: %v", point, err)
		}
	}
	return g
}

func estimateOf(t *testing.T, e estimator, g *game.Game, next board.Color) web.Estimate {
	t.Helper()
	said, err := e.Estimate(t.Context(), g, next)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

func TestAnEstimateOfTheSamePositionIsAlwaysTheSame(t *testing.T) {
	for _, network := range []string{"", noNetwork} {
		e := estimator{newFlags(&cobra.Command{})}
		e.flags.network = network
		g := played(t, "rosette-3", "C3", "D5", "B4")
		first := estimateOf(t, e, g, board.White)
		if again := estimateOf(t, e, g, board.White); !reflect.DeepEqual(first, again) {
			t.Errorf("network %q: %+v, then %+v", network, first, again)
		}
		if g.Ply() != 3 || len(first.Owner) != g.Graph().Points() || first.Win <= 0 || first.Win >= 1 {
			t.Errorf("network %q: after %d moves %+v", network, g.Ply(), first)
		}
	}
}

func TestANetworkEstimatesTheImagesOfAPositionAlike(t *testing.T) {
	e := estimator{newFlags(&cobra.Command{})}
	g := played(t, "rosette-3", "C3", "D5", "B4", "E7")
	want := estimateOf(t, e, g, board.Black)
	for i, turn := range g.Graph().Symmetries() {
		image := game.New(g.Graph(), g.Rules())
		for ply := range g.Ply() {
			if m := g.Move(ply); image.Play(turn[m.Point], m.Color) != nil {
				t.Fatalf("the move %d cannot be turned", ply)
			}
		}
		got := estimateOf(t, e, image, board.Black)
		far := max(math.Abs(got.Win-want.Win), math.Abs(got.Lead-want.Lead)/100)
		for p := range want.Owner {
			far = max(far, math.Abs(float64(got.Owner[turn[p]]-want.Owner[p])))
		}
		if far > 1e-3 {
			t.Errorf("the image %d is judged otherwise, by %v: %+v, want %+v", i, far, got, want)
		}
	}
}

// On this board Black has five rows and White two, with a wall between them.
func TestWherePlayoutsEstimateTheLargerSideIsAhead(t *testing.T) {
	e := estimator{newFlags(&cobra.Command{})}
	e.flags.network = noNetwork
	g := played(t, "square-7", "A5", "A6", "B5", "B6", "C5", "C6", "D5", "D6", "E5", "E6", "F5", "F6", "G5", "G6")
	said := estimateOf(t, e, g, board.Black)
	if said.Win < 0.65 || said.Lead < 1 {
		t.Errorf("Black's chance is %v, the lead %v", said.Win, said.Lead)
	}
	for point, side := range map[string]float32{"D5": 1, "D6": -1} {
		p, err := g.Graph().Point(point)
		if err != nil {
			t.Fatal(err)
		}
		if said.Owner[p]*side < 0.5 {
			t.Errorf("%s: %v", point, said.Owner[p])
		}
	}
}

func TestAnEstimateEndsWithWhoAskedForIt(t *testing.T) {
	for _, network := range []string{"", noNetwork} {
		e := estimator{newFlags(&cobra.Command{})}
		e.flags.network = network
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := e.Estimate(gone, played(t, "rosette-3"), board.Black); !errors.Is(err, context.Canceled) {
			t.Errorf("network %q: %v", network, err)
		}
	}
}
