package draw_test

import (
	"fmt"

	"rosette/draw"
	"rosette/game/board"
)

func ExampleText() {
	b := board.New(board.Rosette(1))
	p, err := b.Graph().Point("B2")
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Play(p, board.Black)
	fmt.Print(draw.Text(b, draw.Style{}, p))
	// Output:
	//     1   3
	//       2
	//
	//      (X)
	//  B  ./ \.  B
	//     |   |
	//  A  .   .  A
	//      \./
	//
	//     1   3
	//       2
}
