package store

import (
	"context"

	"rosette/play"
)

// A Journal is a store of matches for hosts that keep no schedules.
type Journal struct{ Store }

// MemoryJournal returns an empty journal in memory.
func MemoryJournal() Journal { return Journal{new(Memory)} }

// Append adds events to a match; see [Matches.Append].
func (j Journal) Append(ctx context.Context, match string, after int, events []play.Event) error {
	return Matches{j.Store}.Append(ctx, match, after, events, play.Schedule{})
}

// Events returns the events of a match; see [Matches.Events].
func (j Journal) Events(ctx context.Context, match string, after int) ([]play.Event, error) {
	return Matches{j.Store}.Events(ctx, match, after)
}
