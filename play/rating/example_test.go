package rating_test

import (
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/rating"
)

// The handicap of a player with 1500 points against one with 1900, four ranks above, on 19×19 and
// on a smaller board.
func ExampleHandicap() {
	for _, g := range []*board.Graph{board.Square(19, 19), board.Square(9, 9)} {
		rules := game.DefaultRules(g)
		stones, _ := rating.Handicap(rules, g, 1500, 1900)
		d := rating.RankDifference(1500, 1900)
		fmt.Println(g.Name(), d.Weaker, d.Stronger, stones)
	}
	// Output:
	// square-19 20k 16k 4
	// square-9 20k 16k 0
}
