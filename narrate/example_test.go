package narrate_test

import (
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/narrate"
	"rosette/play"
)

func Example() {
	rules, err := game.Preset("chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	opened, err := play.Open(play.Settings{
		Board: "square-9", Rules: rules,
		Black: play.Seat{Kind: play.SeatUser, ID: "ann", Name: "Ann"},
		White: play.Seat{Kind: play.SeatBot, ID: "3", Name: "Rosette"},
	}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := play.NewMatch()
	m.Apply(opened)

	before := narrate.StateOf(m)
	events, err := m.Decide(play.Command{Kind: play.Resign, By: board.White}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range events {
		m.Apply(e)
	}
	ann := narrate.Viewer{Seat: "b", Names: map[string]string{"b": "Ann", "w": "Rosette"}}
	for _, message := range narrate.Events(before, m, events) {
		fmt.Printf("%s: %s\n", message.Key, narrate.Text("en", message, ann))
	}
	// Output:
	// event.resigned: Rosette resigns.
	// result.resign: You win by resignation.
}
