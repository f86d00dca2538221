package sgf_test

import (
	"fmt"
	"strings"

	"rosette/game/sgf"
)

func Example() {
	file := "(;GM[1975]XB[2]PB[Ann]PW[Bob];B[bb];W[ab](;B[ba]C[And now?])(;B[cb]))"
	c, err := sgf.Parse(strings.NewReader(file), sgf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, last, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		fmt.Println(err)
		return
	}
	move, _ := g.Last()
	fmt.Println(g.Graph().Name(), g.Ply(), g.Graph().PointName(move.Point), last.Text("C"))
	// Output: rosette-2 3 D2 And now?
}
