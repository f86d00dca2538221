package game_test

import (
	"fmt"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A short game on a 4×4 board. Black C2 captures a stone in a ko, and White may not recapture at
// once on B2. Two passes end the game.
func Example() {
	rules, err := game.Preset("tromp-taylor")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules.Komi = 0.5
	graph := board.Square(4, 4)
	g := game.New(graph, rules)
	next := board.Black
	for _, name := range strings.Fields("B1 C1 A2 D2 B3 C3 D4 B2 C2 B2 C4 B2 D3 B4 D1 pass pass") {
		p, err := graph.Move(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := g.Play(p, next); err != nil {
			fmt.Printf("move %d, %s %s, is illegal: %v\n", g.Ply()+1, next, name, err)
			continue
		}
		next = next.Opponent()
	}
	fmt.Println(g.Ply(), "moves,", g.Prisoners(board.Black), "prisoner of Black,", g.Passes(), "passes")
	score := g.Score()
	for _, item := range score.Items() {
		fmt.Printf("%-10s %4v %4v\n", item.Name, item.Points[board.Black], item.Points[board.White])
	}
	fmt.Println(score.Result())
	// Output:
	// move 10, white B2, is illegal: superko
	// 16 moves, 1 prisoner of Black, 2 passes
	// stones        6    6
	// space         3    1
	// komi          0  0.5
	// handicap      0    0
	// first pass    0    0
	// tax           0    0
	// B+1.5
}

// The number of sequences with up to 3 moves on a 3×3 board. Each further move multiplies it by
// about eight: 9 points and a pass, minus occupied points.
func ExampleGame_Perft() {
	g := game.New(board.Square(3, 3), game.Rules{})
	for depth := range 4 {
		fmt.Println(depth, g.Perft(board.Black, depth))
	}
	// Output:
	// 0 1
	// 1 10
	// 2 91
	// 3 738
}

// Rules can be the name of a preset, JSON, or KataGo's notation.
func ExampleParseRules() {
	for _, text := range []string{"japanese", `{"preset": "aga", "komi": 6}`, "koPOSITIONALscoreAREAtaxNONEsui1", "chess"} {
		r, err := game.ParseRules(text)
		if err != nil {
			fmt.Println(err.Error()[:18])
			continue
		}
		fmt.Println(r.Scoring, r.Repetition, r.Suicide, r.Komi)
	}
	// Output:
	// TERRITORY SIMPLE false 6.5
	// AREA SITUATIONAL false 6
	// AREA POSITIONAL true 7.5
	// no ruleset "chess"
}
