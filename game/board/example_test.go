package board_test

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
)

// Stones without a liberty come off.
func Example() {
	g := board.Square(3, 3)
	b := board.New(g)
	for _, move := range []struct {
		color board.Color
		point string
	}{
		{board.White, "A1"}, {board.Black, "B1"}, {board.Black, "A2"},
	} {
		p, err := g.Point(move.point)
		if err != nil {
			fmt.Println(err)
			return
		}
		captured := b.Play(p, move.color)
		liberties := b.Liberties(p)
		slices.Sort(liberties)
		fmt.Println(move.color, move.point, "captures", captured, "and has the liberties", g.Names(liberties))
	}
	// Output:
	// white A1 captures 0 and has the liberties [A2 B1]
	// black B1 captures 0 and has the liberties [B2 C1]
	// black A2 captures 1 and has the liberties [A3 B2 A1]
}

// A chain that holds a rosette, here a whole hexagon, is immortal.
func ExampleView_Immortal() {
	g := board.Rosette(1) // a single hexagon
	b := board.New(g)
	for p := range board.Point(g.Points()) {
		b.Play(p, board.Black)
	}
	fmt.Println(b.Immortal(0), b.Liberties(0))
	b.Undo()
	fmt.Println(b.Immortal(0), g.Names(b.Liberties(0)))
	// Output:
	// true []
	// false [A3]
}

// A custom graph: a wheel with a hub, three spokes and a rim.
func ExampleRead() {
	g, err := board.Read(strings.NewReader(`{
		"name": "wheel",
		"points": [
			{"name": "hub", "x": 0, "y": 0}, {"name": "a", "x": 0, "y": -1},
			{"name": "b", "x": 1, "y": 1}, {"name": "c", "x": -1, "y": 1}
		],
		"lines": [["hub", "a"], ["hub", "b"], ["hub", "c"], ["a", "b"], ["b", "c"], ["c", "a"]],
		"rosettes": [["a", "b", "c"]]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	hub, err := g.Point("hub")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Points(), "points, the hub touches", g.Names(g.Near(hub)))
	b := board.New(g)
	for _, p := range g.Near(hub) {
		b.Play(p, board.White)
	}
	fmt.Println("the rim is immortal:", b.Immortal(g.Near(hub)[0]))
	fmt.Println("a stone in the hub would be a suicide:", b.PlayResult(hub, board.Black) == board.Suicide)
	// Output:
	// 4 points, the hub touches [A B C]
	// the rim is immortal: true
	// a stone in the hub would be a suicide: true
}
