package play_test

import (
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A match is opened by its first event. Then each command is decided and its events applied. Two
// passes propose the end, and both players agree that no stones are dead.
func Example() {
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	program := play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"}
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	first, err := play.Open(play.Settings{Board: "rosette-5", Rules: rules, Black: program, White: program}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := play.NewMatch()
	m.Apply(first)
	for _, cmd := range []play.Command{
		{Kind: play.Play, By: board.Black, Point: "e8"},
		{Kind: play.Play, By: board.White, Point: "e8"},
		{Kind: play.Pass, By: board.White},
		{Kind: play.Pass, By: board.Black},
		{Kind: play.Agree, By: board.Black},
		{Kind: play.Agree, By: board.White},
	} {
		events, err := m.Decide(cmd, now)
		if err != nil {
			fmt.Println("refused:", err)
		}
		for _, e := range events {
			m.Apply(e)
			fmt.Println(e.Seq, e.Kind)
		}
	}
	fmt.Println(m.Result())
	// Output:
	// 2 played
	// refused: occupied
	// 3 passed
	// 4 passed
	// 5 stopped
	// 6 agreed
	// 7 agreed
	// 8 ended
	// B+144.5
}

// New games use the measured komi where its interval is narrow.
func ExampleMeasuredKomiOn() {
	for _, name := range []string{"rosette-4", "rosette-7"} {
		m := play.MeasuredKomiOn(name)
		komi, ok := m.Fair()
		fmt.Printf("%s: %v to %v, fair %v %t\n", name, m.Low, m.High, komi, ok)
	}
	// Output:
	// rosette-4: 6.14 to 7.97, fair 7.5 true
	// rosette-7: 2.86 to 36.31, fair 0 false
}
