package reading_test

import (
	"fmt"

	"rosette/game/board"
	"rosette/game/life/reading"
)

// Black's stone on A2 has the liberties A1 and A3. White to play cuts it off. Black
// to play connects it to the chain above, but that chain cannot get away either.
func Example() {
	b := board.New(board.Square(4, 4))
	point := func(name string) board.Point {
		p, err := b.Graph().Point(name)
		if err != nil {
			panic(err)
		}
		return p
	}
	for _, name := range []string{"A2", "A4", "B4"} {
		b.Play(point(name), board.Black)
	}
	for _, name := range []string{"B1", "B2", "B3", "C3"} {
		b.Play(point(name), board.White)
	}
	r := reading.NewReader()
	words := map[reading.Verdict]string{reading.Yes: "yes", reading.No: "no", reading.Unknown: "unknown"}
	for _, first := range board.Colors {
		capture := r.Capture(&b.View, reading.AllowLibertyless, point("A2"), first)
		connect := r.Connect(&b.View, reading.AllowLibertyless, point("A2"), point("A4"), first)
		fmt.Printf("%s first: captured %s, connected %s\n", first, words[capture.Verdict], words[connect.Verdict])
	}
	// Output:
	// black first: captured yes, connected yes
	// white first: captured yes, connected no
}
