// Package store remembers: the journal of every match, in memory or in SQLite.
//
// The twins keep one promise: what Append has accepted is kept, in its order,
// without a gap, and of two who write the same number just one is accepted.
package store

import (
	"context"
	"errors"
	"fmt"

	"rosette/play"
)

// ErrClosed says that the store was closed before.
var ErrClosed = errors.New("store: closed")

// check says why nothing of this could be appended.
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
