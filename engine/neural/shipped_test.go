package neural

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestWhatComesWithTheProgramKnowsItsBoards(t *testing.T) {
	for name, kind := range map[string]board.Lattice{"rosette-1": board.Honeycomb, "rosette-7": board.Honeycomb} {
		graph := named(t, name)
		n := Shipped(graph, game.DefaultRules(graph))
		if n == nil {
			t.Fatalf("no network comes for %s", name)
		}
		if n.Lattice != kind {
			t.Errorf("for %s comes a network of the %s", name, n.Lattice)
		}
	}
	large, supply := board.Rosette(12), game.DefaultRules(board.Rosette(2))
	supply.Supply = 3
	territory := game.DefaultRules(board.Rosette(2))
	territory.Scoring = game.Territory
	if Shipped(large, game.DefaultRules(large)) != nil || Shipped(board.Rosette(2), supply) != nil || Shipped(board.Rosette(2), territory) != nil {
		t.Error("a network comes for a board that it has not learned, or rules that it does not see")
	}
	if all := AllShipped(); len(all) == 0 || all[0] != Shipped(board.Rosette(2), game.DefaultRules(board.Rosette(2))) {
		t.Errorf("%d networks come with the program", len(all))
	}
}
