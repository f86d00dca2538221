package review_test

import (
	"context"
	"fmt"
	"strings"

	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/game/sgf"
)

// This example reviews a game on 5×5 points in which White answers in the corner. It prints whether
// Black leads after each move.
func ExampleReview_Run() {
	c, err := sgf.Parse(strings.NewReader("(;GM[1]FF[4]SZ[5]RU[tromp-taylor]KM[0];B[cc];W[ea];B[cd])"), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := review.Read(c.Trees[0], sgf.Override{}, 2000)
	if err != nil {
		fmt.Println(err)
		return
	}
	analyzer := configure.Analyzer{Config: configure.Config{Playouts: true, Threads: 1, Seed: 1}}
	onResult := func(turn int) error { return nil }
	if err := r.Run(context.Background(), analyzer, review.ParamsOf(500, 0), 1, onResult); err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range r.Assess() {
		fmt.Println(a.Number, a.Color, a.Point, a.Score > 0)
	}
	// Output:
	// 1 black C3 true
	// 2 white E5 true
	// 3 black C2 true
}
