package matches_test

import (
	"fmt"

	"rosette/lab/matches"
)

// A test on 100 pairs of games: is a player 30 Elo stronger, or equal?
func ExampleSPRT_Judge() {
	pairs := matches.Pairs{10, 0, 40, 0, 50}
	test := matches.SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	verdict, llr := test.Judge(pairs)
	elo := pairs.Elo()
	fmt.Printf("%s, LLR %.2f\n", verdict, llr)
	fmt.Printf("%+.0f Elo, 95 %% from %+.0f to %+.0f\n", elo.At, elo.Low, elo.High)
	// Output:
	// elo1, LLR 5.23
	// +147 Elo, 95 % from +95 to +206
}

func ExampleCrossTable_Ratings() {
	table := matches.NewCrossTable([]string{"club", "strong"})
	for range 3 {
		table.Add(1, 0, 1)
	}
	table.Add(0, 1, 1)
	ratings, _, err := table.Ratings(0, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range ratings {
		fmt.Printf("%s %.0f\n", r.Player, r.Elo.At)
	}
	// Output:
	// strong 1191
	// club 1000
}
