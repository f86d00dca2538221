package api

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestAGameSaysThatPlayoutsThinkWhereANetworkIsExpected(t *testing.T) {
	b := build(t, func(o *options) {
		o.Levels = []string{"1", "full"}
		o.Playouts = func(g *board.Graph, _ game.Rules) bool { return g.Name() == "square-3" }
	}).browser()
	for body, want := range map[string]bool{
		`{"opponent":"computer","level":"full","board":"square-3"}`: true,
		`{"opponent":"computer","level":"full","board":"square-9"}`: false,
		`{"opponent":"computer","level":"1","board":"square-3"}`:    false,
		`{"opponent":"people","board":"square-3"}`:                  false,
	} {
		if g, _ := b.game(b.open(body)); g.Playouts != want {
			t.Errorf("%s: %v", body, g.Playouts)
		}
	}
}
