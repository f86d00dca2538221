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
	fmt.Println(draw.Inline{Graph: g, Stones: stones, Class: "board", LinesOnly: true}.SVG())
	// Output:
	// <svg class="board" viewBox="-0.9 -0.9 1.8 1.8" aria-hidden="true"><path fill="none" d="M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5L-0.5 -0.5"/><circle class="b" cx="-0.5" cy="-0.5" r="0.46"/></svg>
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
