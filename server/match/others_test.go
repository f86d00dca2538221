package match_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/match"
	"rosette/server/store"
	"rosette/server/store/storetest"
)

// near is a connection to others that a test can break.
type near struct {
	heard   bool
	mu      sync.Mutex
	watched map[string]int
}

func (n *near) change(id string, by int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.watched == nil {
		n.watched = map[string]int{}
	}
	n.watched[id] += by
}

func (n *near) Watch(id string)   { n.change(id, 1) }
func (n *near) Unwatch(id string) { n.change(id, -1) }
func (n *near) Connected() bool   { return n.heard }

// seqOf returns the last event of a match at a host.
func seqOf(t *testing.T, h *match.Host, id string) (seq int) {
	t.Helper()
	if err := h.Read(t.Context(), id, func(m *play.Match) { seq = m.Seq() }); err != nil {
		t.Fatal(err)
	}
	return seq
}

func TestWhatAnotherHostAppendsIsReadWhenItIsHeard(t *testing.T) {
	log := store.Matches{Log: storetest.Open(t)}
	here, there := startWith(t, log, match.Options{}), startWith(t, log, match.Options{Others: &near{heard: true}})
	here.open("m", people(t, "none"))
	sub := there.subscribe("m", 10)
	if seq := seqOf(t, there.Host, "m"); seq != 1 {
		t.Fatalf("event %d", seq)
	}
	here.played("m", board.Black, "C3")
	there.NotePeerSeq("m", 2)
	if seq := seqOf(t, there.Host, "m"); seq != 2 {
		t.Errorf("event %d after 2 was heard", seq)
	}
	m := <-sub.Messages()
	for m.Gap { // from the beginning, before the host knows the log
		m = <-sub.Messages()
	}
	if m.Seq != 2 || !m.Local {
		t.Errorf("subscribers were told %+v", m)
	}
	here.played("m", board.White, "D4")
	there.InvalidateSeq("m")
	if seq := seqOf(t, there.Host, "m"); seq != 3 {
		t.Errorf("event %d after something was missed", seq)
	}
}

func TestOnlyWhatIsInMemoryIsWatched(t *testing.T) {
	log := store.Matches{Log: storetest.Open(t)}
	others := &near{heard: true}
	here, there := startWith(t, log, match.Options{}), startWith(t, log, match.Options{Others: others, Cache: 1})
	here.open("m", people(t, "none"))
	if err := there.Read(t.Context(), "m", func(*play.Match) {
		if others.watched["m"] != 1 {
			t.Error("it is read before it is watched")
		}
	}); err != nil {
		t.Fatal(err)
	}
	if n := others.watched["m"]; n != 0 {
		t.Errorf("watched %d times though it is not kept", n)
	}
}

func TestWhatNobodyHearsIsFoundInTheLog(t *testing.T) {
	t.Parallel()
	log := store.Matches{Log: storetest.Open(t)}
	here, there := startWith(t, log, match.Options{}), startWith(t, log, match.Options{Others: &near{}})
	here.open("m", people(t, "none"))
	sub := there.subscribe("m", 10)
	for seqOf(t, there.Host, "m") < 1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(2 * match.LookOften) // the host has read its start position
	here.played("m", board.Black, "C3")
	for m := range sub.Messages() {
		if m.Seq == 2 {
			break
		}
	}
	if seq := seqOf(t, there.Host, "m"); seq != 2 {
		t.Errorf("event %d", seq)
	}
}

// silent is the Leases of a host that stands still.
type silent struct {
	match.Leases
	still atomic.Bool
}

func (s *silent) Renew(ctx context.Context, epoch int64, now, until time.Time) (bool, []play.ScheduledMatch, error) {
	if s.still.Load() {
		return false, nil, errDisk
	}
	return s.Leases.Renew(ctx, epoch, now, until)
}

func (s *silent) Leave(ctx context.Context, epoch int64) error {
	if s.still.Load() {
		return errDisk
	}
	return s.Leases.Leave(ctx, epoch)
}

// joined waits until a host has a lease: then it holds the matches that it opens for bots.
func (s server) joined(name string) {
	for i := 0; ; i++ {
		id := fmt.Sprint(name, i)
		if s.open(id, againstBot(s.t, "none", board.Black)); s.Holds(id, 1) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// asked waits until a match appears in the bot's turns.
func asked(awaited <-chan string, id string) {
	for got := range awaited {
		if got == id {
			return
		}
	}
}

func TestOneHostActsForABotAndAnotherWhenThatIsGone(t *testing.T) {
	cut := make(chan bool, 2)
	for name, gone := range map[string]func(s server, l *silent){
		"it stops":           func(s server, _ *silent) { s.stop() },
		"it does not answer": func(_ server, l *silent) { l.still.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := storetest.Open(t)
			log := store.Matches{Log: kept}
			var leases [2]*silent
			var awaited [2]chan string
			var hosts [2]server
			for i := range hosts {
				leases[i] = &silent{Leases: store.MatchLeases{Leases: kept.Leases()}}
				awaited[i] = make(chan string, 1000)
				hosts[i] = startWith(t, log, match.Options{
					Others: &near{heard: true}, Leases: leases[i],
					OnBotTurn:   func(id string) { awaited[i] <- id },
					OnLeaseLost: func(is bool) { cut <- is },
				})
				hosts[i].joined(fmt.Sprint("of host ", i))
			}
			here, there := hosts[0], hosts[1]
			here.open("m", againstBot(t, "none", board.White))
			here.played("m", board.Black, "C3")
			asked(awaited[0], "m")
			if seq := seqOf(t, there.Host, "m"); !here.Holds("m", seq) || there.Holds("m", seq) {
				t.Fatalf("held here %v, there %v", here.Holds("m", seq), there.Holds("m", seq))
			}
			gone(here, leases[0])
			asked(awaited[1], "m")
			if !there.Holds("m", 2) || here.Holds("m", 2) && name != "it stops" {
				t.Error("both or none act")
			}
			there.played("m", board.White, "D4")
			there.played("m", board.Black, "B2")
			if !there.Holds("m", 4) {
				t.Error("who appended last does not act")
			}
			if name == "it stops" {
				return
			}
			if !<-cut {
				t.Error("a host whose lease has run out is not told")
			}
			if leases[0].still.Store(false); <-cut {
				t.Error("a host that has a lease again is not told")
			}
		})
	}
}

// slow delays lease renewals.
type slow struct {
	match.Leases
	gate atomic.Pointer[chan struct{}]
}

func (s *slow) Renew(ctx context.Context, epoch int64, now, until time.Time) (bool, []play.ScheduledMatch, error) {
	if gate := s.gate.Load(); gate != nil {
		<-*gate
	}
	return s.Leases.Renew(ctx, epoch, now, until)
}

// The lease is valid for the store, which counts from the request time, but has expired for the
// host.
func TestAMatchThatMovesDuringASlowRenewalIsActedFor(t *testing.T) {
	t.Parallel()
	kept := storetest.Open(t)
	leases := &slow{Leases: store.MatchLeases{Leases: kept.Leases()}}
	here := startWith(t, store.Matches{Log: kept}, match.Options{Others: &near{heard: true}, Leases: leases})
	here.joined("first ")
	here.open("own", againstBot(t, "none", board.Black))
	here.open("m", againstBot(t, "none", board.White))
	gate := make(chan struct{})
	leases.gate.Store(&gate)
	for here.Holds("own", 1) {
		time.Sleep(time.Millisecond)
	}
	here.played("m", board.Black, "C3")
	leases.gate.Store(nil)
	close(gate)
	for end := time.Now().Add(waittest.Limit); !here.Holds("m", 2); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody acts for the match")
		}
	}
}

// cutOff loses some responses about leases: the operation is done all the same.
type cutOff struct {
	match.Leases
	lost atomic.Int32 // renewals that take matches over and whose responses are lost
}

func (c *cutOff) Renew(ctx context.Context, epoch int64, now, until time.Time) (bool, []play.ScheduledMatch, error) {
	held, taken, err := c.Leases.Renew(ctx, epoch, now, until)
	if len(taken) > 0 && c.lost.Add(-1) >= 0 {
		return false, nil, errDisk
	}
	return held, taken, err
}

func TestWhatARenewalHasTakenIsActedForThoughItsAnswerIsLost(t *testing.T) {
	t.Parallel()
	kept := storetest.Open(t)
	log := store.Matches{Log: kept}
	leases := &cutOff{Leases: store.MatchLeases{Leases: kept.Leases()}}
	leases.lost.Store(1)
	start := func(l match.Leases) server {
		return startWith(t, log, match.Options{Others: &near{heard: true}, Leases: l})
	}
	here, gone := start(leases), start(store.MatchLeases{Leases: kept.Leases()})
	here.joined("here ")
	gone.joined("there ")
	gone.open("m", againstBot(t, "none", board.Black))
	gone.stop()
	holds(t, here, "m", 1)
}

// holds waits until a host acts for a match.
func holds(t *testing.T, s server, id string, seq int) {
	t.Helper()
	for end := time.Now().Add(waittest.Limit); !s.Holds(id, seq); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("nobody acts for match %s", id)
		}
	}
}

// A halfHeard log loses the response to a successful append.
type halfHeard struct {
	match.Log
	lost atomic.Int32
}

func (l *halfHeard) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	err := l.Log.Append(ctx, id, after, events, s)
	if err == nil && l.lost.Add(-1) == 0 {
		return errDisk
	}
	return err
}

func TestABotActsAfterAMoveOfWhichNobodyKnowsWhetherItIsKept(t *testing.T) {
	t.Parallel()
	kept := storetest.Open(t)
	log := &halfHeard{Log: store.Matches{Log: kept}}
	here := startWith(t, log, match.Options{Others: &near{heard: true}, Leases: store.MatchLeases{Leases: kept.Leases()}})
	here.joined("first ")
	here.open("m", againstBot(t, "none", board.White))
	log.lost.Store(1)
	move := play.Command{Kind: play.Play, By: board.Black, Point: "C3", ID: "once"}
	if _, err := here.Do(t.Context(), "m", move); err == nil {
		t.Fatal("the answer was not lost")
	}
	if seq, err := here.Do(t.Context(), "m", move); err != nil || seq != 2 {
		t.Fatalf("sent again: event %d, %v", seq, err)
	}
	holds(t, here, "m", 2)
}

func TestACommandIsChosenAgainForAMatchThatOthersHaveChanged(t *testing.T) {
	log := store.Matches{Log: storetest.Open(t)}
	here, there := startWith(t, log, match.Options{}), startWith(t, log, match.Options{})
	here.open("m", people(t, "none"))
	seqOf(t, there.Host, "m")
	here.played("m", board.Black, "C3")
	var seen []int
	told, err := there.Act(t.Context(), "m", nil, func(m *play.Match) (play.Command, error) {
		seen = append(seen, m.Seq())
		return play.Command{Kind: play.Play, By: m.ToMove(), Point: "C4"}, nil
	})
	if err != nil || told.Seq != 3 || told.After != 2 || fmt.Sprint(seen) != "[1 2]" {
		t.Errorf("%d after %d, %v; chosen at %v", told.Seq, told.After, err, seen)
	}
}
