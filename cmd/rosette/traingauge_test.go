package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/progress"
)

// What comes with the program beats playouts by far, so the next is measured by it;
// beside itself it is even, and the yardstick stays.
func TestANetworkMuchStrongerThanTheYardstickBecomesIt(t *testing.T) {
	graph := board.Rosette(3)
	net := neural.Shipped(graph, game.DefaultRules(graph))
	s := &schooling{graph: graph, rules: game.DefaultRules(graph), pairs: 6, visits: 16, say: progress.New(io.Discard)}
	s.run, s.f = t.TempDir(), newFlags()
	text, err := os.ReadFile("../../engine/neural/weights/honeycomb.rnet")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(s.run, networksFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.run, networksFolder, "a.rnet"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	for cycle, against := range []string{playoutsName, "a.rnet"} {
		g, err := s.measure(t.Context(), cycle, []string{"a.rnet", "b.rnet"}[cycle], net)
		if err != nil || g.Against != against || g.Standing.Games != 12 || s.state.Yardstick != "a.rnet" {
			t.Errorf("measured: %+v, %v; then the yardstick is %q", g, err, s.state.Yardstick)
		}
	}
}
