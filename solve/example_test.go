package solve_test

import (
	"context"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/solve"
)

// Solve the empty board, and the position after Black's first move in the corner.
func ExampleSolver() {
	graph, err := board.Named("square-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := solve.New(board.New(graph), board.Black, rules, solve.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	value, err := solver.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("margin", value)
	after, err := solver.Solve(context.Background(), 0) // Black begins in the corner
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("after", graph.PointName(0), after)
	// Output:
	// margin +9
	// after A3 -9
}

// A white stone in atari is captured if Black moves first, and escapes if White
// does.
func ExampleCapture() {
	graph, err := board.Named("square-5")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := board.New(graph)
	for name, c := range map[string]board.Color{"C4": board.Black, "B3": board.Black, "C2": board.Black, "C3": board.White} {
		p, err := graph.Point(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		b.Play(p, c)
	}
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	chain, err := graph.Point("C3")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, first := range board.Colors {
		q := solve.CaptureProblem{Board: b, Chain: chain, First: first, Rules: rules, EscapeLiberties: 3}
		outcome, err := solve.Capture(context.Background(), q)
		fmt.Println(first, "first:", outcome, err)
	}
	// Output:
	// black first: captured <nil>
	// white first: saved <nil>
}
