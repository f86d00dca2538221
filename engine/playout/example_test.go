package playout_test

import (
	"fmt"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// The mean of many playouts estimates who wins an empty board without komi.
func Example() {
	graph := board.Square(5, 5)
	rules := game.DefaultRules(graph)
	rules.Komi = 0
	g := game.New(graph, rules)

	const playouts = 1000
	evaluator := playout.New(1)
	var result engine.Evaluation
	wins := float32(0)
	for range playouts {
		evaluator.Evaluate(g, board.Black, &result)
		wins += result.Win
	}
	fmt.Println("Black wins more than half:", wins > playouts/2)
	// Output: Black wins more than half: true
}
