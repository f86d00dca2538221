package store

import (
	"context"
	"iter"

	"rosette/play"
)

// A Reader reads the journals of matches. [Memory] and [SQLite] are Readers.
type Reader interface {
	Events(ctx context.Context, match string, after int) ([]play.Event, error)
	Matches(ctx context.Context) iter.Seq2[string, error]
}

// Check replays every match, deciding each command again under the rules of this
// program, and yields the name of each match with nil, or with an error of one line
// that names the event that cannot have happened or cannot be read. An error with an
// empty name means that the list of matches could not be read, and is the last.
//
// Check changes nothing and may run while matches are played; of a match that grows
// it checks the events up to some point. It reads the whole store, one match at a
// time.
func Check(ctx context.Context, r Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for match, err := range r.Matches(ctx) {
			if err != nil {
				yield("", err)
				return
			}
			events, err := r.Events(ctx, match, 0)
			if err == nil {
				_, err = play.Replay(events)
			}
			if !yield(match, err) {
				return
			}
		}
	}
}
