package match

import (
	"context"
	"iter"
	"time"

	"rosette/play"
)

// A Log keeps the events of all matches, what the matches wait for, and when a server
// ran. Several hosts may share one log. It is safe for concurrent use.
type Log interface {
	// Append keeps all events of a match or none, and with them its schedule, and
	// returns when they are on disk. It returns [play.ErrStale] if after is not the
	// number of the last event; a match begins with after = 0.
	Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error

	// Events returns the events of a match with numbers above after, in order:
	// [play.ErrNoMatch] if there is no such match, [play.ErrUnknownEvent] if this
	// program does not know one of the events, [play.ErrDamaged] if it cannot read one.
	Events(ctx context.Context, id string, after int) ([]play.Event, error)

	// Schedules returns the matches with a deadline or a bot to move, as they were
	// last appended, in no order.
	Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error]

	// Grown returns the matches that have events after a position of the log, each with the
	// number of its last one, and the position up to which that is so. For a position below
	// 0 it returns the present one and no matches.
	Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error)

	// Alive records that a server runs now, and returns the time recorded before,
	// zero if there is none; a time before that one is not recorded. If gap is
	// above 0 and the recorded time is more than gap before now, it adds that span
	// to the outages in the same transaction.
	Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error)

	// Outages returns all recorded outages in order of time.
	Outages(ctx context.Context) ([]play.Outage, error)
}
