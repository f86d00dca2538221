package komi_test

import (
	"fmt"

	"rosette/lab/komi"
	"rosette/lab/matches"
)

// Ten games at each of three komi; Black wins nine, five and one.
func ExampleFitCurve() {
	var games []matches.Game
	for i, wins := range []int{9, 5, 1} {
		for n := range 10 {
			g := matches.Game{
				Number: len(games), Black: "black", White: "white", Winner: "white",
				Trial: &matches.KomiTrial{Komi: float64(2 * i)},
			}
			if n < wins {
				g.Winner = "black"
			}
			games = append(games, g)
		}
	}
	curve, err := komi.FitCurve(games)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("fair komi is %.1f; at 0 Black wins %.0f %%\n", curve.Even, 100*curve.BlackScore(0))
	// Output: fair komi is 2.0; at 0 Black wins 87 %
}
