// Package store implements an event store for matches: an append-only journal of
// events for each match, in memory ([Memory]) or in a SQLite file ([SQLite]), and
// [Check], which verifies what is stored.
//
// Both stores give the same guarantee: the events that Append has accepted are
// kept, in order and without a gap, and if several writers append an event with
// the same number, exactly one of them succeeds.
package store

import (
	"context"
	"errors"
	"fmt"

	"rosette/play"
)

// ErrClosed is returned by a store that has been closed.
var ErrClosed = errors.New("store: closed")

// check returns an error if the arguments of Append are invalid.
func check(ctx context.Context, match string, after int, events []play.Event) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if match == "" {
		return errors.New("store: a match needs a name")
	}
	if len(events) == 0 {
		return errors.New("store: no event to append")
	}
	for i, e := range events {
		if e.Seq != after+1+i {
			return fmt.Errorf("store: event %d after event %d of a match: use %d", e.Seq, after+i, after+1+i)
		}
	}
	return nil
}
