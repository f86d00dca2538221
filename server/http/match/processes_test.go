package match

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
)

// A cuttable feed carries messages between processes until it is cut.
type cuttable struct {
	*pubsub.Local
	cut atomic.Bool
}

func (c *cuttable) Publish(m pubsub.Message) {
	if !c.cut.Load() {
		c.Local.Publish(m)
	}
}

// beside starts another process that serves the same matches to the same people and exchanges
// presence with the others. Cutting its feed simulates its death.
func beside(t *testing.T, first *site, now func() time.Time) (*site, *cuttable) {
	t.Helper()
	feed := &cuttable{Local: first.host.feed}
	others := roster.New(roster.Options{Feed: feed, Now: now, Beat: 50 * time.Millisecond})
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- others.Run(ctx) }()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	s := build(t, func(o *options) {
		o.Now = now
		o.Host = first.host
		o.Sessions = first.sessions
		o.Feed = first.host.feed
		o.Roster = others
	})
	s.host = first.host
	return s, feed
}

// at returns the browser for use with another process: cookies belong to a host, whatever its port.
func (b *browser) at(s *site) *browser { return &browser{s, b.client} }

// twoProcesses opens a live match between two people, served by two processes. The test advances
// its clock.
func twoProcesses(t *testing.T) (one, two *site, cut *cuttable, id string, black, white *browser, pass func(time.Duration)) {
	t.Helper()
	var passed atomic.Int64
	start := time.Now()
	now := func() time.Time { return start.Add(time.Duration(passed.Load()) + time.Since(start)) }
	first := build(t, func(o *options) { o.Now = now })
	first.host.now = now
	id, black, white = first.sit(play.Settings{
		Board: "square-9", Rules: preset(t, "japanese"), Clock: clock.Control{Kind: clock.Absolute, Main: time.Hour},
	})
	one, _ = beside(t, first, now)
	two, cut = beside(t, first, now)
	return one, two, cut, id, black.at(one), white.at(two), func(d time.Duration) { passed.Add(int64(d)) }
}

// watching waits until the server reports n spectators.
func (l *line) watching(n int) {
	l.Helper()
	want := `"watching":` + fmt.Sprint(n)
	l.overheard(want)
}

func TestPlayersAndWatchersOfTwoProcessesSeeEachOther(t *testing.T) {
	one, two, _, id, black, white, pass := twoProcesses(t)
	b, w := black.joined(id), white.joined(id)
	b.presence("bw")
	w.presence("bw")
	eventually(t, func() bool {
		return one.server.Presence.Present(id, board.White) && two.server.Presence.Present(id, board.Black)
	})

	watcher := one.browser()
	watcher.guest()
	watcher.joined(id)
	watcher.at(two).joined(id)
	b.watching(1)
	stranger := two.browser()
	stranger.guest()
	stranger.joined(id)
	b.watching(2)

	again := white.at(one).joined(id) // a second page, by the other process
	again.presence("bw")
	w.conn.CloseNow()
	eventually(t, func() bool { return !two.server.Presence.here(id, board.White) })
	b.command(id, `"command":"play","point":"E5"`)
	pass(5 * time.Minute)
	b.command(id, `"command":"claim","side":"b" → time-left`)
	again.conn.CloseNow()
	b.presence("b")
	b.command(id, `"command":"claim","side":"b" → time-left`)
	pass(5 * time.Minute)
	b.command(id, `"command":"claim","side":"b"`)
}

func TestSocketsOfAProcessThatIsKilledAreGone(t *testing.T) {
	_, two, cut, id, black, white, pass := twoProcesses(t)
	b, w := black.joined(id), white.joined(id)
	b.presence("bw")
	w.presence("bw")
	b.command(id, `"command":"play","point":"E5"`)
	cut.cut.Store(true)
	b.presence("b")
	pass(5 * time.Minute)
	// Without messages, this process cannot know whether White has left.
	b.command(id, `"command":"claim","side":"b" → time-left`)
	_, third := beside(t, two, two.server.Now)
	eventually(t, func() bool { _, sure := black.server.Roster.Sure(); return sure })
	b.command(id, `"command":"claim","side":"b" → time-left`)
	pass(5 * time.Minute)
	b.command(id, `"command":"claim","side":"b"`)
	third.cut.Store(true)
}

// here reports whether a player has a connection to this process.
func (p *Presence) here(id string, c board.Color) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	return a != nil && a.here(c)
}
