package match

import (
	"encoding/json"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
)

// alone returns a presence without other processes.
func alone(now func() time.Time, publish func(pubsub.Message)) *Presence {
	return NewPresence(now, publish, roster.New(roster.Options{Feed: new(pubsub.Local), Now: now}))
}

// A follower is a connection.
type follower struct {
	key  string
	trip time.Duration
}

func (f *follower) RoundTrip() time.Duration { return f.trip }
func (f *follower) Key() string              { return f.key }

func TestAPresenceFollowsWhoComesAndGoes(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	p := alone(func() time.Time { return now }, func(pubsub.Message) {})
	black := &follower{key: "a"}
	again := &follower{key: "a"}
	white := &follower{key: "b"}
	guest, sameGuest := &follower{key: "c"}, &follower{key: "c"}
	check := func(step, want string) {
		t.Helper()
		data, ok := p.message("x")
		if !ok {
			data = []byte("nobody")
		}
		if string(data) != want {
			t.Errorf("%s: %s, want %s", step, data, want)
		}
	}
	check("at first", "nobody")
	p.join("x", black, []board.Color{board.Black})
	now = now.Add(time.Minute)
	check("Black is there", `{"kind":"presence","topic":"match/x","there":"b","gone":{"w":1700000000000}}`)
	if got := p.Absent("x", board.White); got != time.Minute {
		t.Errorf("White has been away for %v", got)
	}
	for trip, want := range map[time.Duration]string{time.Millisecond: "4", 149 * time.Millisecond: "4", 150 * time.Millisecond: "3", 599 * time.Millisecond: "2", time.Minute: "1"} {
		black.trip = trip
		check("a round trip of "+trip.String(), `{"kind":"presence","topic":"match/x","there":"b","gone":{"w":1700000000000},"signal":{"b":`+want+`}}`)
	}
	black.trip = 0
	if !p.Present("x", board.Black) || p.Present("x", board.White) || p.Present("y", board.Black) {
		t.Error("Black looks at x alone")
	}
	p.join("x", white, []board.Color{board.White})
	p.join("x", again, []board.Color{board.Black})
	p.join("x", guest, nil)
	p.join("x", sameGuest, nil)
	check("all are there", `{"kind":"presence","topic":"match/x","there":"bw","gone":{},"watching":1}`)
	p.leave("x", black)
	if got := p.Absent("x", board.Black); got != 0 {
		t.Errorf("Black has a second connection, but has been away for %v", got)
	}
	p.leave("x", again)
	p.leave("x", again)
	now = now.Add(30 * time.Second)
	check("Black has gone", `{"kind":"presence","topic":"match/x","there":"w","gone":{"b":1700000060000},"watching":1}`)
	if got := p.Absent("x", board.Black); got != 30*time.Second {
		t.Errorf("Black has been away for %v", got)
	}
	for _, k := range []*follower{white, guest, sameGuest} {
		p.leave("x", k)
	}
	check("nobody follows the match", "nobody")
	if got := p.Absent("x", board.Black); got != 0 || len(p.matches) != 0 {
		t.Errorf("%v of a match that nobody follows, %d matches", got, len(p.matches))
	}
}

func TestAPresenceIsPublishedOnceForManyChanges(t *testing.T) {
	published := make(chan pubsub.Message, 100)
	p := alone(time.Now, func(m pubsub.Message) { published <- m })
	for range 20 {
		p.join("x", &follower{key: "a"}, nil)
	}
	m := <-published
	var said wire.Presence
	if err := json.Unmarshal(m.Data, &said); err != nil || m.Topic != p.roster.Here("match/x") || m.Seq != 0 || said.Watching != 1 {
		t.Errorf("%s to %s: %v", m.Data, m.Topic, err)
	}
	if n := len(published); n > 0 {
		t.Errorf("%d more messages", n)
	}
}
