package inbox

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/pubsub"
)

// A world counts its reads.
type world struct {
	pubsub.Local
	*Service
	counts Counts
	reads  int
	err    error
	during func() // called while the counts are read
	now    time.Time
}

func newWorld() *world {
	w := &world{now: time.Unix(1e9, 0)}
	count := func(n *int) CountFunc {
		return func(context.Context, account.Visitor) (int, error) {
			w.reads++
			read := *n
			if w.during != nil {
				w.during()
			}
			return read, w.err
		}
	}
	w.Service = New(Options{
		Turns: count(&w.counts.Turns), Challenges: count(&w.counts.Challenges), Messages: count(&w.counts.Messages),
		Topics: func(a account.Actor) []string { return []string{"turns/" + string(a), a.Topic()} },
		Feed:   &w.Local, Now: func() time.Time { return w.now },
	})
	return w
}

// check checks a visitor's counts and the number of reads for them.
func (w *world) check(t *testing.T, v account.Visitor, want Counts, reads int) {
	t.Helper()
	before := w.reads
	if got, err := w.Counts(t.Context(), v); err != nil || got != want || w.reads-before != reads {
		t.Errorf("%+v, %v in %d reads; want %+v in %d", got, err, w.reads-before, want, reads)
	}
}

func TestCountsAreReadAgainOnlyAfterAChange(t *testing.T) {
	w := newWorld()
	v := account.Visitor{Actor: "user/a", Identity: account.Identity{Guests: []string{"guest/b"}}}
	w.check(t, account.Visitor{}, Counts{}, 0)
	w.check(t, v, Counts{}, 3)
	w.check(t, v, Counts{}, 0)
	w.counts = Counts{1, 2, 3}
	w.check(t, v, Counts{}, 0)
	for i, topic := range []string{"turns/user/a", "turns/guest/b", "me/x"} {
		if i == 2 {
			topic = account.Actor("guest/b").Topic()
		}
		w.Publish(pubsub.Message{Topic: topic})
		w.check(t, v, Counts{1, 2, 3}, 3)
		w.check(t, v, Counts{1, 2, 3}, 0)
	}
	w.Publish(pubsub.Message{Topic: "turns/user/other"})
	w.check(t, v, Counts{1, 2, 3}, 0)
	w.now = w.now.Add(countsLife)
	w.check(t, v, Counts{1, 2, 3}, 3)
	if n := w.counts.All(); n != 6 {
		t.Errorf("%d in all", n)
	}
}

func TestAChangeDuringTheReadIsNotMissed(t *testing.T) {
	w := newWorld()
	v := account.Visitor{Actor: "user/a"}
	w.during = func() {
		w.during = nil
		w.counts.Turns++
		w.Publish(pubsub.Message{Topic: "turns/user/a"})
	}
	w.check(t, v, Counts{}, 3)
	w.check(t, v, Counts{Turns: 1}, 3)
	w.check(t, v, Counts{Turns: 1}, 0)
}

func TestAfterTooManyMessagesAllCountsAreReadAgain(t *testing.T) {
	w := newWorld()
	v := account.Visitor{Actor: "user/a"}
	w.check(t, v, Counts{}, 3)
	for range buffer + 1 {
		w.Publish(pubsub.Message{Topic: "turns/user/a"})
	}
	w.check(t, v, Counts{}, 3)
	w.check(t, v, Counts{}, 0)
	w.counts.Turns = 1
	w.Publish(pubsub.Message{Topic: "turns/user/a"})
	w.check(t, v, Counts{Turns: 1}, 3)
}

func TestTheCacheIsBoundedAndKeepsNoErrors(t *testing.T) {
	w := newWorld()
	w.err = errors.New("no database")
	if _, err := w.Counts(t.Context(), account.Visitor{Actor: "user/0"}); !errors.Is(err, w.err) {
		t.Error(err)
	}
	w.err = nil
	for i := range mostCounted + 10 {
		w.check(t, account.Visitor{Actor: account.Actor(fmt.Sprint("user/", i))}, Counts{}, 3)
	}
	if n := len(w.people); n != 2*mostCounted {
		t.Errorf("%d topics", n)
	}
}

func BenchmarkCounts(b *testing.B) {
	w := newWorld()
	v := account.Visitor{Actor: "user/a"}
	for b.Loop() {
		if _, err := w.Counts(b.Context(), v); err != nil {
			b.Fatal(err)
		}
	}
}
