package draw_test

import (
	"bytes"
	"fmt"
	"strings"

	"rosette/draw"
	"rosette/game/board"
	"rosette/game/sgf"
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

// A page's style sheet colours the classes of an Inline.
func ExampleInline() {
	g := board.Square(2, 2)
	stones := make([]board.Color, g.Points())
	stones[0] = board.Black
	picture := draw.Inline{Graph: g, Stones: stones, Class: "board"}.SVG()
	fmt.Println(strings.ReplaceAll(picture, "><", ">\n<"))
	// Output:
	// <svg class="board" viewBox="-1.5 -1.5 3 3" aria-hidden="true">
	// <g class="wood">
	// <path class="flank" stroke-width="0.28" transform="translate(0 0.16)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>
	// <path class="lip" stroke-width="0.28" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>
	// <path class="front" stroke-width="0.25" transform="translate(0 0.03)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>
	// <path class="grained" stroke-width="0.25" transform="translate(0 0.03)" d="M-1.2 -1.2L1.2 -1.2L1.2 1.2L-1.2 1.2Z"/>
	// </g>
	// <path class="lines" d="M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5L-0.5 -0.5"/>
	// <circle class="b" cx="-0.5" cy="-0.5" r="0.46"/>
	// </svg>
}

func ExampleFromRecord() {
	c, err := sgf.Parse(strings.NewReader("(;SZ[9]PB[Ann]PW[Bob];B[ee];W[ec]CR[ee])"), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		fmt.Println(err)
		return
	}
	picture, problems, err := draw.FromRecord(line.Game, line.At, draw.AllNumbers)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture.Title)
	fmt.Println(picture.Caption)
	fmt.Println(len(picture.Marks), "marks,", len(picture.Numbers), "numbers,", len(problems), "problems")
	// Output:
	// Ann (black) – Bob (white)
	// Move 2: White E7
	// 2 marks, 2 numbers, 0 problems
}
