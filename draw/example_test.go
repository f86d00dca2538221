package draw_test

import (
	"bytes"
	"fmt"
	"strings"

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
	fmt.Print(draw.Text(&b.View, draw.Style{}, p))
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

func ExamplePicture() {
	b := board.New(board.Square(9, 9))
	p, err := b.Graph().Point("E5")
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Play(p, board.Black)
	picture := draw.Picture{
		Board: &b.View, Theme: draw.Paper, Coordinates: true, Title: "The centre",
		Marks: []draw.Mark{{Shape: draw.Last, At: p}},
	}
	var svg bytes.Buffer
	if err := picture.SVG(&svg); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(svg.String()) {
		if strings.HasPrefix(line, "<title") || strings.HasPrefix(line, "<desc") {
			fmt.Print(line)
		}
	}
	// Output:
	// <title>The centre</title>
	// <desc>Black: E5. White: none. Last move: E5.</desc>
}
