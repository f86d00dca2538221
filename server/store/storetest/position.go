package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"rosette/play"
	"rosette/server/store"
)

func positions(t *testing.T, s store.Store) {
	must(t, s, "a", 0, Records(0, 2, "x"))
	if err := s.Append(t.Context(), "a", 0, Records(0, 5, "y"), play.Schedule{}); err == nil {
		t.Fatal("not stale") // a stale append takes no positions
	}
	must(t, s, "b", 0, Records(0, 1, "x"))
	must(t, s, "a", 2, Records(2, 1, "x"))
	for position, want := range map[int64][]string{
		-1: {"a1", "a2", "b1", "a3"}, 0: {"a1", "a2", "b1", "a3"}, 2: {"b1", "a3"}, 4: nil, 9: nil,
	} {
		records, err := s.Since(t.Context(), position, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, r := range records {
			got = append(got, fmt.Sprint(r.Stream, r.Seq))
			if r.Position != max(position, 0)+int64(i)+1 {
				t.Errorf("after %d: position %d", position, r.Position)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %d: %v, want %v", position, got, want)
		}
	}
	if records, err := s.Since(t.Context(), 1, 2); err != nil || len(records) != 2 {
		t.Errorf("%d records of at most 2, %v", len(records), err)
	}
}

// followed reads by position while many goroutines write. No record may appear before one that has
// already been read.
func followed(t *testing.T, s store.Store) {
	const writers, each = 8, 30
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for seq := range each {
				must(t, s, fmt.Sprint(w), seq, Records(seq, 1, "w"))
			}
		})
	}
	seen := map[string]int{}
	for position := int64(0); position < writers*each; {
		records, err := s.Since(t.Context(), position, 7)
		if err != nil {
			t.Error(err)
			break
		}
		for _, r := range records {
			position++
			seen[r.Stream]++
			if r.Position != position || r.Seq != seen[r.Stream] {
				t.Errorf("position %d is %d, record %d of stream %s is %d", position, r.Position, seen[r.Stream],
					r.Stream, r.Seq)
			}
		}
	}
	group.Wait()
}

// A lateLog assigns positions when an append begins and shows records when it is committed, in any
// order, like a database whose transactions take numbers from a sequence.
type lateLog struct {
	store.Log
	mu   sync.Mutex
	next int64
	rows map[int64]store.Record
}

// begin assigns positions to records and returns the commit.
func (l *lateLog) begin(stream string, records []store.Record) (commit func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := l.next + 1
	l.next += int64(len(records))
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, r := range stored(stream, first, records) {
			l.rows[r.Position] = r
		}
	}
}

// Since returns all committed records after a position, across gaps as well.
func (l *lateLog) Since(_ context.Context, position int64, limit int) (records []store.Record, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := position + 1; p <= l.next && len(records) < limit; p++ {
		if r, ok := l.rows[p]; ok {
			records = append(records, r)
		}
	}
	return records, nil
}

// Read returns a stream's committed records.
func (l *lateLog) Read(_ context.Context, stream string, after int) (records []store.Record, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := int64(1); p <= l.next; p++ {
		if r, ok := l.rows[p]; ok && r.Stream == stream && r.Seq > after {
			records = append(records, r)
		}
	}
	return records, nil
}

func waits(t *testing.T, s store.Store) {
	late := &lateLog{Log: s, rows: map[int64]store.Record{}}
	follower := projector(s)
	follower.Follow = late
	opened := gameRecords(t, opening(t, guest("a"), guest("b")))
	lower := late.begin("match/lower", opened)
	middle := late.begin("match/middle", opened)
	higher := late.begin("match/higher", opened)
	for _, step := range []struct {
		commit func()
		want   []string
	}{{higher, nil}, {lower, []string{"lower"}}, {middle, []string{"higher", "middle", "lower"}}} {
		step.commit()
		catchUp(t, follower)
		if got := running(t, s); !slices.Equal(got, step.want) {
			t.Errorf("games %v, want %v", got, step.want)
		}
	}
	late.begin("match/never", opened) // an open transaction delays the records after it
	late.begin("match/after", opened)()
	catchUp(t, follower)
	if position, err := s.Games().Position(t.Context()); err != nil || position != 3 {
		t.Errorf("the follower is at %d, %v; want 3", position, err)
	}
}
