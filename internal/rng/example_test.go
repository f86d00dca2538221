package rng_test

import (
	"fmt"

	"rosette/internal/rng"
)

// Each game of a run and each of its players has a generator of its own, which
// follows from the seed of the run.
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
