package neural

import (
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
