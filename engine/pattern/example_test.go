package pattern_test

import (
	"fmt"

	"rosette/engine/pattern"
	"rosette/game/board"
)

// After a contact play at C3, the patterns rate the replies next to it.
func Example() {
	graph := board.Square(5, 5)
	patterns := pattern.New(graph) // nil if no patterns were learned
	b := board.New(graph)
	point := func(name string) board.Point {
		p, err := graph.Move(name)
		if err != nil {
			panic(err)
		}
		return p
	}
	b.Play(point("B3"), board.Black)
	b.Play(point("C3"), board.White)
	hane, far := patterns.Weight(&b.View, point("C4"), board.Black), patterns.Weight(&b.View, point("D2"), board.Black)
	fmt.Println("the hane is more likely than the distant move:", hane > far)
	// Output: the hane is more likely than the distant move: true
}
