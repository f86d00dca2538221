package search_test

import (
	"context"
	"fmt"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// The first move on a board of 5×5 points, found with playouts.
func ExampleRun() {
	rules, err := game.ParseRules("tromp-taylor")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New(board.Square(5, 5), rules)
	evaluators := []engine.Evaluator{playout.New(1)} // one goroutine each
	a := search.Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 2000})
	best := a.Candidates[0]
	fmt.Println(g.Graph().PointName(best.Move), a.Visits, best.Win > 0.5)
	// Output: C3 2000 true
}
