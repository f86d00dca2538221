package store_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/store"
)

// Append a match's first event and read it again. A writer that has not seen it is
// stale.
func Example() {
	ctx := context.Background()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		fmt.Println(err)
		return
	}
	program := play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"}
	opened, err := play.Open(play.Settings{Board: "rosette-5", Rules: rules, Black: program, White: program},
		time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC))
	if err != nil {
		fmt.Println(err)
		return
	}
	var events store.Memory
	fmt.Println("append:", events.Append(ctx, "match-1", 0, []play.Event{opened}))
	err = events.Append(ctx, "match-1", 0, []play.Event{opened})
	fmt.Println("again:", err, errors.Is(err, play.ErrStale))
	all, err := events.Events(ctx, "match-1", 0)
	fmt.Println("read:", len(all), all[0].Kind, err)
	for match, err := range store.Check(ctx, &events) {
		fmt.Println("check:", match, err)
	}
	fmt.Println("close:", events.Close())
	// Output:
	// append: <nil>
	// again: stale true
	// read: 1 opened <nil>
	// check: match-1 <nil>
	// close: <nil>
}
