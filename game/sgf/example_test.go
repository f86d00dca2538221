package sgf_test

import (
	"fmt"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

func Example() {
	file := "(;GM[1975]XB[2]PB[Ann]PW[Bob];B[bb];W[ab](;B[ba]C[And now?])(;B[cb]))"
	c, err := sgf.Parse(strings.NewReader(file), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := line.Game
	move, _ := g.Last()
	fmt.Println(g.Graph().Name(), g.Ply(), g.Graph().PointName(move.Point), line.At.Text("C"))
	// Output: rosette-2 3 D2 And now?
}

// A game becomes a record, with a label and a comment at its last move.
func ExampleFromGame() {
	rules, err := game.Preset("japanese")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New(board.Square(9, 9), rules)
	for i, name := range []string{"E5", "E7"} {
		p, err := g.Graph().Point(name)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	root, err := sgf.FromGame(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	coordinates, err := sgf.NewCoordinates(g.Graph())
	if err != nil {
		fmt.Println(err)
		return
	}
	root.Set("PB", sgf.Escape("Ann"))
	last, move := root.Last(), g.Move(1)
	last.Set("C", sgf.Escape("Or [E3]?"))
	last.Set("LB", coordinates.Write(move.Point)+":"+sgf.EscapePart("a:b"))
	fmt.Print(root)
	// Output:
	// (;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Japanese]KM[6.5]PB[Ann];B[ee];W[ec]C[Or [E3\]?]LB[ec:a\:b])
}

// A record can name its rules in several ways. What it does not name is assumed, and the reading
// tells it.
func ExampleGameInfoAt() {
	for _, record := range []string{"(;SZ[9]RU[Japanese]KM[6.5])", "(;SZ[9]RU[中国规则]KM[3.75])", "(;SZ[9]DT[1846-09-11])"} {
		c, err := sgf.Parse(strings.NewReader(record), sgf.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		info, err := sgf.GameInfoAt(c.Trees[0], sgf.Override{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s, komi %v\n%s\n", info.Rules.Preset, info.Rules.Komi, info.Reading)
	}
	// Output:
	// japanese, komi 6.5
	//
	// chinese, komi 7.5
	// read as: rules chinese (written "中国规则"), komi 7.5 (written "3.75")
	// japanese, komi 0
	// read as: rules japanese (none named, so territory counts), komi 0 (none named, and it was played before 1950)
}

// Check reports problems beyond the grammar.
func ExampleCheck() {
	c, err := sgf.Parse(strings.NewReader("(;SZ[9];B[ee];W[ee])"), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, problem := range sgf.Check(c) {
		fmt.Println(problem)
	}
	// Output: line 1, column 15, node 3: move 2, W[ee]: white at E5 is illegal: occupied
}
