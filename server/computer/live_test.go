package computer

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/work"
)

// runHost runs a host with a computer, like the server does, until stop is called.
func runHost(t *testing.T, log *store.SQLite, mover Mover) (h *match.Host, c *Computer, stop func()) {
	t.Helper()
	publish := func(m pubsub.Message) { c.Changed(strings.TrimPrefix(m.Topic, "match/")) }
	h = match.New(store.Matches{Log: log}, publish, match.Options{OnBotTurn: func(id string) { c.Awaited(id) }})
	c = New(Options{Host: h, Queue: work.New(work.Options{Workers: 1}), Player: func(string, time.Duration) Mover { return mover }})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- h.Run(ctx) }()
	return h, c, func() {
		cancel()
		c.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// ply returns the number of moves in a host's match.
func ply(t *testing.T, h *match.Host, id string) (n int) {
	t.Helper()
	if err := h.Read(t.Context(), id, func(m *play.Match) { n = m.Game().Ply() }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOnAHostAThoughtIsCancelledByAnUndoAndABotMovesAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, mover := storetest.Open(t), &slow{}
		h, _, stop := runHost(t, log, mover)
		settings := play.Settings{Board: "square-5", Rules: preset(t, "mindsports-chinese"), Clock: control(t, "60s"), Black: person, White: bot}
		if err := h.Open(t.Context(), "m", settings); err != nil {
			t.Fatal(err)
		}
		do := func(kind play.Kind, point string) {
			if _, err := h.Do(t.Context(), "m", play.Command{Kind: kind, By: board.Black, Point: point}); err != nil {
				t.Fatal(err)
			}
		}
		do(play.Play, "c3")
		pass(500 * time.Millisecond)
		do(play.Undo, "")
		pass(5 * time.Second)
		if mover.cancelled != 1 || ply(t, h, "m") != 0 {
			t.Errorf("%d thoughts were cancelled, %d moves", mover.cancelled, ply(t, h, "m"))
		}
		do(play.Play, "c3")
		pass(500 * time.Millisecond)
		stop()
		if n := ply(t, h, "m"); n != 1 {
			t.Fatalf("%d moves after the end", n)
		}
		h, c, stop := runHost(t, log, mover)
		pass(5 * time.Second)
		if n := ply(t, h, "m"); n != 2 {
			t.Errorf("%d moves after the restart", n)
		}
		if len(c.tasks) != 0 {
			t.Errorf("%d tasks are left", len(c.tasks))
		}
		stop()
	})
}

func TestManyGamesThatWaitForPeopleHaveNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _, stop := runHost(t, storetest.Open(t), simple{1})
		synctest.Wait()
		before := runtime.NumGoroutine()
		settings := play.Settings{Board: "square-5", Rules: preset(t, "mindsports-chinese"), Clock: control(t, "60m"), Black: bot, White: person}
		for i := range 500 {
			if err := h.Open(t.Context(), strconv.Itoa(i), settings); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		// The runtime and other tests may have started a few.
		if after := runtime.NumGoroutine(); after > before+50 {
			t.Errorf("%d goroutines, and %d before", after, before)
		}
		if n := ply(t, h, "499"); n != 1 {
			t.Errorf("%d moves", n)
		}
		stop()
	})
}
