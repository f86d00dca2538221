package match

import (
	"context"
	"iter"
	"time"

	"rosette/play"
)

// A Log stores the events and schedules of all matches, and the times when a server ran. Several
// hosts may share one log. It is safe for concurrent use.
type Log interface {
	// Append stores all of a match's events or none, together with its schedule, and returns when
	// they are on disk. It returns [play.ErrStale] if after is not the number of the last event; a
	// match begins with after = 0.
	Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error

	// Events returns a match's events with numbers above after, in order. It returns
	// [play.ErrNoMatch] if the match does not exist, [play.ErrUnknownEvent] if this program does
	// not know one of the events, and [play.ErrDamaged] if it cannot read one.
	Events(ctx context.Context, id string, after int) ([]play.Event, error)

	// Schedules returns the matches with a deadline or a bot to move, as last appended, in no
	// particular order.
	Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error]

	// Grown returns the matches with events after a position in the log, each with the number of
	// its last event, and the position up to which the result is complete. For a position below 0
	// it returns the present position and no matches.
	Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error)

	// Alive records that a server runs now, and returns the time recorded before, or zero if there
	// is none. It does not record a time before that one. If gap is above 0 and the recorded time
	// is more than gap before now, it adds that span to the outages in the same transaction.
	Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error)

	// Outages returns all recorded outages, oldest first.
	Outages(ctx context.Context) ([]play.Outage, error)
}
