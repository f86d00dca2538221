package storetest

import (
	"maps"
	"slices"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/store"
)

// names returns the taken streams' names, sorted.
func names(taken []play.ScheduledMatch) (streams []string) {
	for _, s := range taken {
		streams = append(streams, s.ID)
	}
	return slices.Sorted(slices.Values(streams))
}

// A leaseTest joins and renews at times in seconds and compares the streams taken.
type leaseTest struct {
	t      *testing.T
	leases store.Leases
}

func seconds(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }

func (c leaseTest) join(now int, want ...string) (epoch int64) {
	c.t.Helper()
	epoch, taken, err := c.leases.Acquire(c.t.Context(), seconds(now), seconds(now+3))
	if check(c.t, err); !slices.Equal(names(taken), want) {
		c.t.Errorf("who joins has %v, want %v", names(taken), want)
	}
	return epoch
}

func (c leaseTest) renew(epoch int64, now int, holds bool, want ...string) {
	c.t.Helper()
	held, taken, err := c.leases.Renew(c.t.Context(), epoch, seconds(now), seconds(now+3))
	if check(c.t, err); held != holds || !slices.Equal(names(taken), want) {
		c.t.Errorf("at %d epoch %d is held %v and has %v, want %v", now, epoch, held, names(taken), want)
	}
}

func leases(t *testing.T, s store.Store) {
	c := leaseTest{t, s.Leases()}
	add := func(stream string, after int, what play.Schedule) {
		t.Helper()
		check(t, s.Append(t.Context(), stream, after, Records(after, 1, "a"), what))
	}
	add("old", 0, play.Schedule{Bot: true})
	add("idle", 0, play.Schedule{})
	a := c.join(0, "old")
	b := c.join(1)
	add("of a", 0, play.Schedule{Bot: true, Epoch: a})
	add("of a", 1, play.Schedule{Deadline: seconds(60), Epoch: a})
	add("of b", 0, play.Schedule{Deadline: seconds(60), Epoch: b})
	add("played at b", 0, play.Schedule{Bot: true, Epoch: a})
	add("played at b", 1, play.Schedule{Bot: true, Epoch: b})
	c.renew(a, 2, true)
	c.renew(b, 3, true)
	c.renew(b, 5, true, "of a", "of b", "old", "played at b")
	c.renew(b, 6, true)
	c.renew(a, 6, false)
	again := c.join(6)
	if again == a || again == b {
		t.Errorf("epoch %d had another lease", again)
	}
	check(t, c.leases.Leave(t.Context(), b))
	c.renew(again, 7, true, "of a", "of b", "old", "played at b")
	c.renew(b, 7, false)
	for _, one := range all(t, s.Schedules(t.Context())) {
		if one.Epoch != again || one.ID == "played at b" && one.Seq != 2 {
			t.Errorf("%+v", one)
		}
	}
}

func grown(t *testing.T, s store.Store) {
	check(t, s.Append(t.Context(), "a", 0, Records(0, 2, "a"), play.Schedule{}))
	_, last, err := s.Grown(t.Context(), -1)
	if check(t, err); last != 2 {
		t.Errorf("the present position is %d", last)
	}
	check(t, s.Append(t.Context(), "a", 2, Records(2, 1, "a"), play.Schedule{}))
	check(t, s.Append(t.Context(), "b", 0, Records(0, 1, "a"), play.Schedule{}))
	for from, want := range map[int64]map[string]int{0: {"a": 3, "b": 1}, 2: {"a": 3, "b": 1}, 3: {"b": 1}, 4: {}} {
		seqs, last, err := s.Grown(t.Context(), from)
		if check(t, err); last != 4 || !maps.Equal(seqs, want) {
			t.Errorf("after %d: %v up to %d", from, seqs, last)
		}
	}
}
