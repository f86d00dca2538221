package life_test

import (
	"fmt"

	"rosette/game/board"
	"rosette/game/life"
)

// A ring of Black around the inner hexagon has a second eye at D3. White can
// take it all the same: he makes a rosette in the hexagon, which nobody can
// take, and fills the last liberty there. Where that is forbidden Black lives.
func ExampleUnconditional() {
	b := board.New(board.Rosette(2))
	for _, name := range []string{
		"D2", "D4", "D5", "D6", "C1", "C2", "C6", "C7", "B1", "B2", "B6", "B7", "A2", "A3", "A4", "A5", "A6",
	} {
		p, err := b.Graph().Point(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		b.Play(p, board.Black)
	}
	count := func(points []bool) (n int) {
		for _, in := range points {
			if in {
				n++
			}
		}
		return n
	}
	for _, reading := range []life.CaptureRules{life.AllowLibertyless, life.ForbidLibertyless} {
		safety := life.Unconditional(b, board.Black, reading)
		fmt.Println(count(safety.Alive), "stones,", count(safety.Territory), "points")
	}
	// Output:
	// 0 stones, 0 points
	// 17 stones, 7 points
}
