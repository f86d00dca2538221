package store_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/server/store"
)

// Append a match's first event, read it again and list a player's games. A writer that has not seen
// the event is stale.
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
	memory, err := store.OpenInMemory()
	if err != nil {
		fmt.Println(err)
		return
	}
	matches := store.Matches{Log: memory}
	fmt.Println("append:", matches.Append(ctx, "17", 0, []play.Event{opened}, play.Schedule{Bot: true}))
	err = matches.Append(ctx, "17", 0, []play.Event{opened}, play.Schedule{})
	fmt.Println("again:", err, errors.Is(err, play.ErrStale))
	all, err := matches.Events(ctx, "17", 0)
	fmt.Println("read:", len(all), all[0].Kind, err)
	for s, err := range matches.Schedules(ctx) {
		fmt.Println("waits:", s.ID, s.Bot, err)
	}
	projector := store.NewProjector(memory, slog.Default())
	fmt.Println("follow:", projector.CatchUp(ctx))
	games, err := memory.Games().Of(ctx, program.Actor(), true, 10, 0)
	fmt.Println("games:", len(games), games[0].ID, err)
	fmt.Println("close:", memory.Close())
	// Output:
	// append: <nil>
	// again: stale true
	// read: 1 opened <nil>
	// waits: 17 true <nil>
	// follow: <nil>
	// games: 1 17 <nil>
	// close: <nil>
}
