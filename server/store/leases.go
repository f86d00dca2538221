package store

import (
	"context"
	"time"

	"rosette/play"
)

// Leases say which of several servers on one store acts for a match that waits for
// something: for a bot, or for the end of a clock. A server has a lease, which runs until
// it is not renewed in time and has an epoch that no lease had before. A match belongs to
// the epoch that appended to it last. Whoever finds that a lease has run out takes its
// matches. A server whose lease has run out without its knowledge does no harm: what it
// appends is refused where the match has gone on.
type Leases struct{ s *SQL }

// Statements of leases, which mean the same to SQLite and PostgreSQL.
const (
	nextEpoch   = `UPDATE log SET epoch = epoch + 1 RETURNING epoch`
	insertLease = `INSERT INTO leases (epoch, until) VALUES ($1, $2) ON CONFLICT (epoch) DO UPDATE SET until = excluded.until`
	renewLease  = `UPDATE leases SET until = $3 WHERE epoch = $1 AND until > $2`
	endLeases   = `DELETE FROM leases WHERE until <= $1`
	leaveLease  = `UPDATE leases SET until = 0 WHERE epoch = $1`

	takeStreams = `UPDATE streams SET epoch = $1 WHERE (deadline <> 0 OR bot <> 0) AND epoch NOT IN (SELECT epoch FROM leases)`
	listTaken   = `SELECT stream, seq, deadline, bot, epoch FROM streams WHERE epoch = $1 AND (deadline <> 0 OR bot <> 0)`
)

// Leases returns the leases in the database.
func (s *SQL) Leases() Leases { return Leases{s} }

// Join begins a lease and takes the matches of those that have run out by now, or of no
// lease at all.
func (l Leases) Join(ctx context.Context, now, until time.Time) (epoch int64, taken []play.ScheduledMatch, err error) {
	err = l.s.Write(ctx, func(t Tx) (refused, failed error) {
		if err := t.Query(nextEpoch).Scan(&epoch); err != nil {
			return nil, err
		}
		return nil, Each(t,
			Step{insertLease, []any{epoch, Nanoseconds(until)}},
			Step{endLeases, []any{Nanoseconds(now)}},
			Step{takeStreams, []any{epoch}},
		)
	})
	if err == nil {
		taken, err = l.of(ctx, epoch)
	}
	return epoch, taken, err
}

// Renew makes a lease run until a later time. If others have run out by now it takes
// their matches, and then returns all that it has. A lease that has run out itself, or
// was ended, is not held any more: nothing is done.
func (l Leases) Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.ScheduledMatch, err error) {
	var took int64
	err = l.s.Write(ctx, func(t Tx) (refused, failed error) {
		held, took = false, 0
		renewed, err := t.Exec(renewLease, epoch, Nanoseconds(now), Nanoseconds(until))
		if held = renewed > 0; err != nil || !held {
			return nil, err
		}
		ended, err := t.Exec(endLeases, Nanoseconds(now))
		if err == nil && ended > 0 {
			took, err = t.Exec(takeStreams, epoch)
		}
		return nil, err
	})
	if err == nil && took > 0 {
		taken, err = l.of(ctx, epoch)
	}
	return held, taken, err
}

// Leave lets a lease run out at once.
func (l Leases) Leave(ctx context.Context, epoch int64) error {
	_, err := Do(ctx, l.s, leaveLease, epoch)
	return err
}

// of returns what waits and belongs to an epoch.
func (l Leases) of(ctx context.Context, epoch int64) ([]play.ScheduledMatch, error) {
	return Collect(List(ctx, l.s, listTaken, scanScheduled, epoch))
}
