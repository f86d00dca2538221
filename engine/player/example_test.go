package player_test

import (
	"context"
	"fmt"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// A player at a middle level chooses the first move on a small board, with playouts.
func Example() {
	graph := board.Square(5, 5)
	g := game.New(graph, game.DefaultRules(graph))
	p, err := player.New(player.Options{
		Level:        "10",
		Visits:       100,
		Seed:         1,
		NewEvaluator: func(seed uint64) engine.Evaluator { return playout.New(seed) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	choice, err := p.Choose(context.Background(), g, board.Black, engine.Time{})
	if err != nil {
		fmt.Println(err)
		return
	}
	legal := choice.Move != board.Pass && g.Legal(choice.Move, board.Black) == nil
	fmt.Printf("level %s found a legal move: %v, in %d visits\n", p.Level().Name, legal, choice.Visits)
	// Output: level 10 found a legal move: true, in 100 visits
}
