package rng_test

import (
	"fmt"

	"rosette/internal/rng"
)

// Each player in each game of a run has a separate generator, derived from the run's seed.
func ExampleSeed() {
	const run, white = 1, 2
	for game := range 2 {
		r := rng.SplitMix(rng.Seed(run, game, white))
		fmt.Println(r.IntN(100), r.IntN(100))
	}
	// Output:
	// 24 99
	// 75 28
}
