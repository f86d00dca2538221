package search_test

import (
	"context"
	"fmt"
	"math"

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

// A search by UCB1 (Auer, Cesa-Bianchi and Fischer 2002) at every node: the selection
// rule is an argument.
func ExampleSelector() {
	ucb1 := search.Selector(func(c search.Children) (best int) {
		highest := math.Inf(-1)
		for i := range c.Len() {
			value := 10 + float64(c.Prior(i)) // each move is visited once, passes last
			if c.Move(i) == board.Pass {
				value = 10
			}
			if n := c.Visits(i); n > 0 {
				value = float64(c.Value(i)) + math.Sqrt(2*math.Log(float64(c.ParentVisits()))/float64(n))
			}
			if value > highest {
				best, highest = i, value
			}
		}
		return best
	})
	g := game.New(board.Square(5, 5), game.Rules{})
	s := search.Search{Root: ucb1, Interior: ucb1}
	a := s.Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 3000})
	fmt.Println(g.Graph().PointName(a.Candidates[0].Move), a.Visits)
	// Output: C3 3000
}
