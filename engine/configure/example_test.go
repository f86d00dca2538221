package configure_test

import (
	"context"
	"fmt"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
)

// A Config creates players. At full strength they use the built-in network if it supports the
// board.
func Example() {
	config := configure.Config{Visits: 50, Threads: 1}
	for _, graph := range []*board.Graph{board.Rosette(3), board.Square(3, 4)} {
		g := game.New(graph, game.DefaultRules(graph))
		p, err := config.Player()
		if err != nil {
			fmt.Println(err)
			return
		}
		choice, err := p.Choose(context.Background(), g, board.Black, engine.Time{})
		if err != nil {
			fmt.Println(err)
			return
		}
		network := config.NetworkFor(graph, g.Rules()) != nil
		fmt.Printf("%s: a network %v, a legal move %v\n", graph.Name(), network, g.Legal(choice.Move, board.Black) == nil)
	}
	// Output:
	// rosette-3: a network true, a legal move true
	// square-3x4: a network false, a legal move true
}

// Check rejects a number out of bounds and shows the allowed values.
func ExampleConfig_Check() {
	fmt.Println(configure.Config{Level: "dan"}.Check())
	fmt.Println(configure.Config{Visits: -1}.Check())
	// Output:
	// no level "dan": use 1 to 22, or full
	// visits -1; use 1 to 1000000000, or 0 for no limit
}
