package testsuite_test

import (
	"context"
	"fmt"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/testsuite"
)

// A suite with four solved positions on a 2×2 board, and the share in which searches with playouts
// find a best move.
func ExampleSuite_Run() {
	newEvaluator := func(seed uint64) engine.Evaluator { return playout.New(seed) }
	rules, err := game.ParseRules("tromp-taylor")
	if err != nil {
		fmt.Println(err)
		return
	}
	generator := testsuite.Generator{
		Graph: board.Square(2, 2), Rules: rules, Seed: 1, Positions: 4, Games: 100, Nodes: 100_000, Threads: 1, NewEvaluator: newEvaluator,
	}
	suite, err := generator.Generate(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := suite.Run(context.Background(), testsuite.RunOptions{NewEvaluator: newEvaluator, Visits: 1000, Seed: 1, Threads: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d positions, %.0f %% best moves\n", len(suite.Positions), 100*testsuite.GradesOf(results.Search).BestMove.At)
	// Output: 4 positions, 100 % best moves
}
