package store

import (
	"context"
	"maps"
	"time"

	"rosette/play"
)

// Leases say which of several servers on one store acts for a match that waits for
// something: for a bot, or for the end of a clock. A server has a lease, which runs until
// it is not renewed in time and has an epoch that no lease had before. A match belongs to
// the epoch that appended to it last. Whoever finds that a lease has run out takes its
// matches. A server whose lease has run out without its knowledge does no harm: what it
// appends is refused where the match has gone on.
type Leases interface {
	// Join begins a lease and takes the matches of those that have run out by now, or of no
	// lease at all.
	Join(ctx context.Context, now, until time.Time) (epoch int64, taken []play.Scheduled, err error)

	// Renew makes a lease run until a later time. If others have run out by now it takes
	// their matches, and then returns all that it has. A lease that has run out itself, or
	// was ended, is not held any more: nothing is done.
	Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.Scheduled, err error)

	// Leave lets a lease run out at once.
	Leave(ctx context.Context, epoch int64) error
}

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
func (s *SQL) Leases() Leases { return leasesInSQL{s} }

type leasesInSQL struct{ s *SQL }

func (l leasesInSQL) Join(ctx context.Context, now, until time.Time) (epoch int64, taken []play.Scheduled, err error) {
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

func (l leasesInSQL) Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.Scheduled, err error) {
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

func (l leasesInSQL) Leave(ctx context.Context, epoch int64) error {
	_, err := Do(ctx, l.s, leaveLease, epoch)
	return err
}

// of returns what waits and belongs to an epoch.
func (l leasesInSQL) of(ctx context.Context, epoch int64) ([]play.Scheduled, error) {
	return Collect(List(ctx, l.s, listTaken, scanScheduled, epoch))
}

// leasesInMemory are leases of a store in memory, by epoch.
type leasesInMemory struct {
	last  int64
	until map[int64]time.Time
}

// Leases returns the leases in memory.
func (m *Memory) Leases() Leases { return memoryLeases{m} }

type memoryLeases struct{ m *Memory }

func (l memoryLeases) Join(ctx context.Context, now, until time.Time) (epoch int64, taken []play.Scheduled, err error) {
	err = l.m.Writing(ctx, func() error {
		kept := &l.m.leases
		if kept.until == nil {
			kept.until = map[int64]time.Time{}
		}
		kept.last++
		epoch = kept.last
		kept.until[epoch] = until
		l.m.endLeases(now)
		_, taken = l.m.take(epoch)
		return nil
	})
	return epoch, taken, err
}

func (l memoryLeases) Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.Scheduled, err error) {
	err = l.m.Writing(ctx, func() error {
		if held = l.m.leases.until[epoch].After(now); !held {
			return nil
		}
		l.m.leases.until[epoch] = until
		if l.m.endLeases(now) > 0 {
			if took, all := l.m.take(epoch); took > 0 {
				taken = all
			}
		}
		return nil
	})
	return held, taken, err
}

func (l memoryLeases) Leave(ctx context.Context, epoch int64) error {
	return l.m.Writing(ctx, func() error {
		if _, joined := l.m.leases.until[epoch]; joined {
			l.m.leases.until[epoch] = time.Time{}
		}
		return nil
	})
}

// endLeases forgets the leases that have run out and returns their number.
func (m *Memory) endLeases(now time.Time) int {
	before := len(m.leases.until)
	maps.DeleteFunc(m.leases.until, func(_ int64, until time.Time) bool { return !until.After(now) })
	return before - len(m.leases.until)
}

// take gives to an epoch what belongs to no lease, and returns how much that was and all
// that the epoch has.
func (m *Memory) take(epoch int64) (took int, all []play.Scheduled) {
	for stream, s := range m.schedules {
		if !s.Waits() {
			continue
		}
		if _, held := m.leases.until[s.Epoch]; !held {
			s.Epoch = epoch
			m.schedules[stream] = s
			took++
		}
		if s.Epoch == epoch {
			all = append(all, play.Scheduled{ID: stream, Seq: len(m.streams[stream]), Schedule: s})
		}
	}
	return took, all
}
