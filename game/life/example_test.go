package life_test

import (
	"fmt"

	"rosette/game/board"
	"rosette/game/life"
)

// A ring of Black stones around the inner hexagon has a second eye at D3. White
// can capture it all the same: White makes a rosette in the hexagon, which
// cannot be captured, and fills the last liberty. Where the rules forbid that,
// Black lives.
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
	for _, rules := range []life.CaptureRules{life.AllowLibertyless, life.ForbidLibertyless} {
		safety := life.Unconditional(&b.View, board.Black, rules)
		fmt.Println(count(safety.Alive), "stones,", count(safety.Territory), "points")
	}
	// Output:
	// 0 stones, 0 points
	// 17 stones, 7 points
}

// Both players expect to own their side of the board, including the white stone
// at B2, which Black can capture.
func ExamplePropose() {
	b := board.New(board.Square(9, 3))
	for _, stone := range []struct {
		name  string
		color board.Color
	}{
		{"D1", board.Black},
		{"D2", board.Black},
		{"D3", board.Black},
		{"F1", board.White},
		{"F2", board.White},
		{"F3", board.White},
		{"B2", board.White},
	} {
		p, err := b.Graph().Point(stone.name)
		if err != nil {
			fmt.Println(err)
			return
		}
		b.Play(p, stone.color)
	}
	ownership := make([]float32, b.Graph().Points())
	for p := range ownership {
		ownership[p] = 1
		if p%9 > 4 {
			ownership[p] = -1
		}
	}
	proposal := life.Propose(&b.View, life.AllowLibertyless, ownership)
	for _, chain := range proposal.Chains {
		fmt.Println(b.Graph().PointName(chain.Stones[0]), chain.Color, chain.Status, chain.Reason)
	}
	// Output:
	// D3 black alive ownership
	// F3 white alive ownership
	// B2 white dead ownership
}
