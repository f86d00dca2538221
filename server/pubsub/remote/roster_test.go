package remote_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/server/pubsub/natstest"
	"rosette/server/pubsub/remote"
	"rosette/server/pubsub/roster"
)

// present runs a process's roster until end is called or the test ends.
func present(t *testing.T, s *natstest.Server, beat time.Duration) (r *roster.Roster, end func()) {
	t.Helper()
	c, err := remote.Dial(remote.Options{URL: s.URL(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	f := remote.NewFeed(c, "a", nil)
	r = roster.New(roster.Options{Feed: f, Connected: c.Connected, Beat: beat})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		f.Close()
		c.Close()
	})
	t.Cleanup(end)
	return r, end
}

// says waits until the other processes report want for a topic, and the process has the given
// certainty.
func says(t *testing.T, r *roster.Roster, want string, sure bool) {
	t.Helper()
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(5 * time.Millisecond) {
		got := fmt.Sprintf("%s", r.Others("match/1"))
		if _, now := r.Sure(); got == want && now == sure {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the others say %s, want %s", got, want)
		}
	}
}

func TestWhileNATSIsAwayARosterKeepsWhatItKnewAndThenLearnsTheRest(t *testing.T) {
	s := natstest.Start(t)
	a, _ := present(t, s, 100*time.Millisecond)
	b, _ := present(t, s, 100*time.Millisecond)
	a.Say("match/1", []byte(`1`))
	says(t, b, "[1]", true)
	s.Stop()
	says(t, b, "[1]", false)
	a.Say("match/1", []byte(`2`))
	time.Sleep(time.Second) // longer than a process may be silent
	says(t, b, "[1]", false)
	s.Start()
	says(t, b, "[2]", true)
}

func TestWhoEndsIsForgottenAtOnceOverNATS(t *testing.T) {
	s := natstest.Start(t)
	b, _ := present(t, s, time.Hour)
	for range 10 {
		a, end := present(t, s, time.Hour)
		a.Say("match/1", []byte(`1`))
		says(t, b, "[1]", true)
		end()
		says(t, b, "[]", true)
	}
}
