package neural

import (
	"math"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestEmbeddedNetworksServeTheBoardsTheyWereTrainedOnAndLargerOnes(t *testing.T) {
	for name, kind := range map[string]board.Lattice{
		"rosette-2": board.Honeycomb, "rosette-7": board.Honeycomb, "square-5": board.Grid, "square-9": board.Grid, "square-19": board.Grid,
		"rosette-12": board.Honeycomb, "square-25": board.Grid,
	} {
		graph := named(t, name)
		n := Shipped(graph, game.DefaultRules(graph))
		if n == nil {
			t.Fatalf("no network for %s", name)
		}
		if n.Lattice != kind {
			t.Errorf("the network for %s is for a %s", name, n.Lattice)
		}
	}
	for _, name := range []string{"rosette-1", "square-3"} {
		if graph := named(t, name); Shipped(graph, game.DefaultRules(graph)) != nil {
			t.Errorf("a network for %s, which is smaller than all it was trained on", name)
		}
	}
	supply := game.DefaultRules(board.Rosette(2))
	supply.Supply = game.SupplyOf(3)
	territory := game.DefaultRules(board.Rosette(2))
	territory.Scoring = game.ScoringTerritory
	if Shipped(board.Rosette(2), supply) != nil || Shipped(board.Rosette(2), territory) == nil {
		t.Error("a network for a supply that may run out, or none for territory")
	}
	if all := AllShipped(); len(all) != 2 || all[0] != Shipped(board.Rosette(2), game.DefaultRules(board.Rosette(2))) {
		t.Errorf("%d embedded networks", len(all))
	}
}

func TestABoardLargerThanAllInTheTrainingDataIsBeyondTraining(t *testing.T) {
	for name, want := range map[string]bool{
		"rosette-7": false, "rosette-8": true, "rosette-12": true, "square-19": false, "square-20": true, "square-25": true,
		"square-19x20": true, "square-25x9": false,
	} {
		graph := named(t, name)
		n := Shipped(graph, game.DefaultRules(graph))
		if n.BeyondTraining(graph) != want {
			t.Errorf("%s: beyond training %v", name, !want)
		}
		if (&Network{}).BeyondTraining(graph) {
			t.Errorf("%s is larger than boards that a file does not list", name)
		}
	}
}

// TestTheNetworksKnowEveryRule guards against rules that no training game had. Before the square
// network was trained on simple ko as well as superko, it predicted under Japanese rules that the
// player to move wins by half the board.
func TestTheNetworksKnowEveryRule(t *testing.T) {
	for _, g := range []*board.Graph{board.Square(9, 9), board.Square(19, 19), board.Rosette(4), board.Rosette(5)} {
		for _, name := range game.Presets() {
			r, err := game.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			r.Komi = 0
			n := Shipped(g, r)
			if n == nil {
				continue // the supply may run out
			}
			e := New(n, 1)
			e.Average = true
			position := game.New(g, r)
			for _, next := range board.Colors {
				if margin := float64(e.Output(position, next).Margin); math.Abs(margin) > float64(g.Points())/4 {
					t.Errorf("%s, %s: the network believes that %v, to move, wins by %.0f", g.Name(), name, next, margin)
				}
				if next == board.Black {
					if err := position.Play(board.Point(g.Points()/2), next); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}
