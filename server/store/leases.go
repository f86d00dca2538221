package store

import (
	"context"
	"time"

	"rosette/play"
)

// Leases decides which server acts for a match that waits for a bot or for its clock to run out, if
// several servers share a store. A server holds a lease, which runs out unless renewed in time and
// has a unique epoch. A match belongs to the epoch that appended to it last. When a server finds
// that another lease has run out, it takes that lease's matches. A server may not notice in time
// that its lease has run out. This is safe: its appends are refused for matches that have
// continued.
type Leases struct{ s *SQL }

// Statements for leases, which mean the same in SQLite and PostgreSQL.
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

// Join begins a lease. It takes the matches from leases that have run out by now, and matches
// without a lease.
func (l Leases) Acquire(
	ctx context.Context, now, until time.Time,
) (epoch int64, taken []play.ScheduledMatch, err error) {
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

// Renew extends a lease. If others have run out by now, it takes their matches and returns all
// matches that the lease owns. If the lease itself has run out or was ended, Renew does nothing and
// returns held = false.
func (l Leases) Renew(
	ctx context.Context, epoch int64, now, until time.Time,
) (held bool, taken []play.ScheduledMatch, err error) {
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

// Leave ends a lease at once.
func (l Leases) Leave(ctx context.Context, epoch int64) error {
	_, err := Do(ctx, l.s, leaveLease, epoch)
	return err
}

// of returns an epoch's waiting matches.
func (l Leases) of(ctx context.Context, epoch int64) ([]play.ScheduledMatch, error) {
	return Collect(List(ctx, l.s, listTaken, scanScheduled, epoch))
}
