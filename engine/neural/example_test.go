package neural_test

import (
	"fmt"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// An untrained network evaluates an empty board.
func Example() {
	network, err := neural.Random(board.Honeycomb, 2, 16, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	graph := board.Rosette(3)
	g := game.New(graph, game.DefaultRules(graph))
	if !network.Applies(g.Graph(), g.Rules()) {
		fmt.Println("the network is for other boards")
		return
	}
	var evaluation engine.Evaluation
	neural.New(network, 1).Evaluate(g, board.Black, &evaluation)
	fmt.Println(len(evaluation.Policy), "moves,", len(evaluation.Ownership), "points")
	// Output: 55 moves, 54 points
}
