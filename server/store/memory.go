package store

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"rosette/play"
)

// Memory is a store that lives as long as the process. The zero Memory is empty
// and ready to use. It is safe for concurrent use.
type Memory struct {
	mu        sync.RWMutex
	streams   map[string][]Record
	all       []Record // by position
	schedules map[string]play.Schedule
	alive     time.Time
	outages   []play.Outage
	leases    leasesInMemory
	games     gamesInMemory
	beside    any // see Beside
	closed    bool
}

// Append implements [Log].
func (m *Memory) Append(ctx context.Context, stream string, after int, records []Record, s play.Schedule) error {
	return m.AppendWith(ctx, stream, after, records, s, func() error { return nil })
}

// AppendWith is Append and calls work under the same lock. If work fails, nothing is stored.
func (m *Memory) AppendWith(
	ctx context.Context, stream string, after int, records []Record, s play.Schedule, work func() error,
) error {
	if err := checkAppend(ctx, stream, after, records); err != nil {
		return err
	}
	return m.Writing(ctx, func() error {
		if len(m.streams[stream]) != after {
			return play.ErrStale
		}
		if err := work(); err != nil {
			return err
		}
		m.append(stream, records, s)
		return nil
	})
}

// append adds records to a stream.
func (m *Memory) append(stream string, records []Record, s play.Schedule) {
	if m.streams == nil {
		m.streams, m.schedules = map[string][]Record{}, map[string]play.Schedule{}
	}
	for _, r := range records {
		r.Stream, r.Position, r.At = stream, int64(len(m.all))+1, StoredTime(r.At)
		r.Body = slices.Clone(r.Body)
		m.all = append(m.all, r)
		m.streams[stream] = append(m.streams[stream], r)
	}
	m.schedules[stream] = storedSchedule(s)
}

// storedSchedule returns a schedule as both stores return it.
func storedSchedule(s play.Schedule) play.Schedule {
	if !s.Deadline.IsZero() {
		s.Deadline = StoredTime(s.Deadline)
	}
	return s
}

// Reading calls read while nobody writes, unless ctx has ended or the store is
// closed.
func (m *Memory) Reading(ctx context.Context, read func() error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return ErrClosed
	}
	return read()
}

// Beside returns what stands beside the log in memory: what first has returned at the
// first call.
func (m *Memory) Beside(first func() any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.beside == nil {
		m.beside = first()
	}
	return m.beside
}

// Writing calls write while nobody else reads or writes, unless ctx has ended or the
// store is closed.
func (m *Memory) Writing(ctx context.Context, write func() error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	return write()
}

// Read implements [Log].
func (m *Memory) Read(ctx context.Context, stream string, after int) (records []Record, err error) {
	err = m.Reading(ctx, func() error {
		all, ok := m.streams[stream]
		if !ok {
			return play.ErrNoMatch
		}
		records = slices.Clone(all[min(max(after, 0), len(all)):])
		return nil
	})
	return records, err
}

// Since implements [Log].
func (m *Memory) Since(ctx context.Context, position int64, limit int) (records []Record, err error) {
	err = m.Reading(ctx, func() error {
		from := min(max(position, 0), int64(len(m.all)))
		until := min(from+int64(max(limit, 0)), int64(len(m.all)))
		records = slices.Clone(m.all[from:until])
		return nil
	})
	return records, err
}

// Grown implements [Log].
func (m *Memory) Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error) {
	seqs = map[string]int{}
	err = m.Reading(ctx, func() error {
		last = int64(len(m.all))
		if position < 0 {
			return nil
		}
		for _, r := range m.all[min(position, last):] {
			seqs[r.Stream] = r.Seq
		}
		return nil
	})
	return seqs, last, err
}

// Streams implements [Log].
func (m *Memory) Streams(ctx context.Context) iter.Seq2[string, error] {
	return inMemory(ctx, m, func() []string { return slices.Sorted(maps.Keys(m.streams)) })
}

// Schedules implements [Log].
func (m *Memory) Schedules(ctx context.Context) iter.Seq2[play.Scheduled, error] {
	return inMemory(ctx, m, func() (all []play.Scheduled) {
		for stream, s := range m.schedules {
			if s.Waits() {
				all = append(all, play.Scheduled{ID: stream, Seq: len(m.streams[stream]), Schedule: s})
			}
		}
		return all
	})
}

// inMemory yields what list returns while nobody writes.
func inMemory[T any](ctx context.Context, m *Memory, list func() []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var all []T
		err := m.Reading(ctx, func() error { all = list(); return nil })
		for _, one := range all {
			if err = ctx.Err(); err != nil {
				err = fmt.Errorf("store: %w", err)
				break
			}
			if !yield(one, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// Alive implements [Log].
func (m *Memory) Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error) {
	err = m.Writing(ctx, func() error {
		last = m.alive
		if !last.IsZero() && gap > 0 && now.Sub(last) > gap {
			m.addOutage(play.Outage{From: last, To: now})
		}
		if now.After(last) {
			m.alive = StoredTime(now)
		}
		return nil
	})
	return last, err
}

// AddOutage implements [Log].
func (m *Memory) AddOutage(ctx context.Context, o play.Outage) error {
	if err := checkOutage(o); err != nil {
		return err
	}
	return m.Writing(ctx, func() error { m.addOutage(o); return nil })
}

func (m *Memory) addOutage(o play.Outage) {
	o = play.Outage{From: StoredTime(o.From), To: StoredTime(o.To)}
	i, found := slices.BinarySearchFunc(m.outages, o, func(a, b play.Outage) int { return a.From.Compare(b.From) })
	switch {
	case !found:
		m.outages = slices.Insert(m.outages, i, o)
	case o.To.After(m.outages[i].To):
		m.outages[i].To = o.To
	}
}

// checkOutage returns an error for a span that is none.
func checkOutage(o play.Outage) error {
	if !o.To.After(o.From) {
		return fmt.Errorf("store: an outage from %v to %v: it must end after it begins", o.From, o.To)
	}
	return nil
}

// Outages implements [Log].
func (m *Memory) Outages(ctx context.Context) (all []play.Outage, err error) {
	err = m.Reading(ctx, func() error { all = slices.Clone(m.outages); return nil })
	return all, err
}

// Close drops everything. Every later call returns [ErrClosed].
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.streams, m.all, m.schedules, m.outages = nil, nil, nil, nil
	m.games, m.beside = gamesInMemory{}, nil
	return nil
}
