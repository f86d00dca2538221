package web

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/server/pubsub"
)

// sharing returns servers that exchange counts.
func sharing(t *testing.T, n int, now func() time.Time) (all []*Server) {
	t.Helper()
	feed := &pubsub.Local{}
	for range n {
		s := New(Options{Now: now})
		ctx, end := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.ShareLimits(ctx, feed) }()
		t.Cleanup(func() {
			end()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
		all = append(all, s)
	}
	for _, s := range all { // wait until they are subscribed
		for end := time.Now().Add(waittest.Limit); ; time.Sleep(time.Millisecond) {
			s.exchange.mu.Lock()
			runs := s.exchange.runs
			s.exchange.mu.Unlock()
			if runs {
				break
			}
			if time.Now().After(end) {
				t.Fatal("a server does not run")
			}
		}
	}
	return all
}

// leaves waits until who has want actions left.
func leaves(t *testing.T, l *Limiter, who string, want int) {
	t.Helper()
	left := 0
	for end := time.Now().Add(waittest.Limit); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if left, _ = l.Left(who); left == want {
			return
		}
	}
	t.Fatalf("%d are left, want %d", left, want)
}

func TestWhatIsTakenInOneProcessCountsInAll(t *testing.T) {
	start := time.Now()
	now := func() time.Time { return start }
	servers := sharing(t, 3, now)
	var few, many []*Limiter
	for _, s := range servers {
		few, many = append(few, s.NewLimiter("few", 5, time.Hour)), append(many, s.NewLimiter("many", 100, time.Hour))
	}
	for range 2 {
		few[0].Take("a")
		few[1].Take("a")
	}
	for _, l := range few {
		leaves(t, l, "a", 1)
	}
	for range 13 { // with a limit of 100 every fifth action is reported, including those before it
		many[0].Take("a")
	}
	leaves(t, many[0], "a", 87)
	leaves(t, many[1], "a", 90)
	for range 2 {
		many[0].Take("a")
	}
	leaves(t, many[2], "a", 85)
	if left, _ := few[2].Left("b"); left != 5 {
		t.Errorf("%d are left for another person", left)
	}
}

func TestWhoTakesEverywhereAtOnceWaitsAtMostTwice(t *testing.T) {
	now := time.Now()
	l := NewLimiter(10, time.Minute, func() time.Time { return now })
	for range 10 {
		l.Take("a")
	}
	for range 5 { // in five other processes, before they received each other's reports
		l.takenElsewhere("a", 10)
	}
	if wait, ok := l.Take("a"); ok || wait < time.Minute || wait > 67*time.Second {
		t.Errorf("the next may come after %v, %v", wait, ok)
	}
}

func TestManyEntriesAreToldInParts(t *testing.T) {
	s, other := New(Options{}), New(Options{})
	l, seen := s.NewLimiter("x", 2, time.Hour), other.NewLimiter("x", 2, time.Hour)
	l.Take("before it runs")
	s.exchange.run(true)
	for i := range 2*mostShared + 1 {
		l.Take(fmt.Sprint(i))
	}
	feed := &pubsub.Local{}
	messages := feed.Subscribe(10)
	defer messages.Close()
	messages.Add(sharedTopic)
	s.publishTaken(feed)
	if n := len(messages.Messages()); n != 3 {
		t.Errorf("%d messages", n)
	}
	for len(messages.Messages()) > 0 {
		if err := other.exchange.take(*<-messages.Messages()); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2*mostShared + 1 {
		if left, _ := seen.Left(fmt.Sprint(i)); left != 1 {
			t.Fatalf("%d are left of %d", left, i)
		}
	}
	if s.publishTaken(feed); len(messages.Messages()) != 0 {
		t.Error("it is told once")
	}
}

func BenchmarkALimiterThatIsShared(b *testing.B) {
	s := New(Options{})
	s.exchange.run(true)
	l := s.NewLimiter("x", 1<<40, time.Second)
	for i := 0; b.Loop(); i++ {
		l.Take("somebody")
	}
}
