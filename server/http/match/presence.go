package match

import (
	"encoding/json"
	"strings"
	"sync"
	"time"

	"rosette/game/board"
	"rosette/play/view"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
)

// presenceDelay is how long presence changes are collected, so that a crowd makes one message.
const presenceDelay = 250 * time.Millisecond

// signalOf converts a round-trip time to signal bars: 1 to 4, or 0 if it is not measured. Players
// do not notice differences within a bar; the bounds are common in live games.
func signalOf(trip time.Duration) int {
	switch {
	case trip <= 0:
		return 0
	case trip < 150*time.Millisecond:
		return 4
	case trip < 300*time.Millisecond:
		return 3
	case trip < 600*time.Millisecond:
		return 2
	}
	return 1
}

// absentSince returns the time for a colour.
func absentSince(l *wire.AbsentSince, c board.Color) *int64 {
	if c == board.Black {
		return &l.Black
	}
	return &l.White
}

// A connection follows matches: a [socket.Conn], or a game stream.
type connection interface {
	RoundTrip() time.Duration // 0 if it is not known
	Key() string              // under which its person is counted
}

// streamConnection is a connection without a socket.
type streamConnection struct{ person string }

// RoundTrip implements connection.
func (c *streamConnection) RoundTrip() time.Duration { return 0 }

// Key implements connection.
func (c *streamConnection) Key() string { return c.person }

// Attend registers the caller as a follower of a match between people, without a socket, until
// leave is called. held lists the caller's seats by opening colour. now is the current presence,
// encoded like a published change, or nil if it is unknown.
func (s *Server) Attend(c web.Caller, id string, held []board.Color) (now []byte, leave func()) {
	a := &streamConnection{or(string(c.Visitor.Actor), c.Address)}
	s.Presence.join(id, a, held)
	now, _ = s.Presence.message(id)
	return now, func() { s.Presence.leave(id, a) }
}

// Presence tracks which connections of this process follow which matches. Its roster has the
// followers in other processes. It is safe for concurrent use.
type Presence struct {
	now     func() time.Time
	publish func(pubsub.Message)
	roster  *roster.Roster

	mu      sync.Mutex
	matches map[string]*attendance
}

// NewPresence returns an empty presence. It publishes changes to the match's followers.
func NewPresence(now func() time.Time, publish func(pubsub.Message), others *roster.Roster) *Presence {
	p := &Presence{now: now, publish: publish, roster: others, matches: map[string]*attendance{}}
	others.Listen(strings.TrimSuffix(view.Topic(""), "/"), p.updateRemote)
	return p
}

// join records that a connection follows a match.
func (p *Presence) join(id string, k connection, held []board.Color) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		now := p.now()
		a = &attendance{
			sockets: map[connection][]board.Color{}, gone: board.ByColor[time.Time]{board.Black: now, board.White: now},
		}
		a.elsewhere = p.elsewhere(id)
		p.matches[id] = a
	}
	a.sockets[k] = held
	p.changed(id, a)
}

// leave records that a connection no longer follows a match.
func (p *Presence) leave(id string, k connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		return
	}
	_, joined := a.sockets[k]
	if delete(a.sockets, k); len(a.sockets) == 0 {
		delete(p.matches, id)
		p.roster.Say(view.Topic(id), nil)
	} else if joined {
		p.changed(id, a)
	}
}

// updateSignal records that a player's connection has become better or worse.
func (p *Presence) updateSignal(id string, k connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.matches[id]; a != nil && len(a.sockets[k]) > 0 {
		p.changed(id, a)
	}
}

// updateRemote handles a changed report from another process.
func (p *Presence) updateRemote(topic string) {
	id := strings.TrimPrefix(topic, view.Topic(""))
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.matches[id]; a != nil {
		a.elsewhere = p.elsewhere(id)
		p.changed(id, a)
	}
}

// elsewhere returns other processes' reports on a match.
func (p *Presence) elsewhere(id string) (all []attendanceReport) {
	for _, data := range p.roster.Others(view.Topic(id)) {
		var r attendanceReport
		if json.Unmarshal(data, &r) == nil { // otherwise the sender runs another version
			all = append(all, r)
		}
	}
	return all
}

// Present reports whether the player with an opening colour has the match open, in any process.
func (p *Presence) Present(id string, c board.Color) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		a = &attendance{elsewhere: p.elsewhere(id)}
	}
	return a.there(c)
}

// Absent returns how long the player with an opening colour has had no connection to any process.
// It returns 0 if no connection of this process follows the match, or if the roster is not complete
// yet.
func (p *Presence) Absent(id string, c board.Color) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	since, sure := p.roster.Sure()
	if a == nil || !sure || a.there(c) {
		return 0
	}
	if gone := a.goneSince(c); gone.After(since) {
		since = gone
	}
	return max(0, p.now().Sub(since))
}

// changed records arrivals and departures, and schedules a message to the local followers and to
// other processes. The caller holds the lock.
func (p *Presence) changed(id string, a *attendance) {
	a.look(p.now())
	if a.due {
		return
	}
	a.due = true
	time.AfterFunc(presenceDelay, func() {
		p.mu.Lock()
		a.due = false
		follows := p.matches[id] == a
		if follows {
			p.roster.Say(view.Topic(id), encoded(a.report()))
		}
		p.mu.Unlock()
		if data, ok := p.message(id); ok && follows {
			p.publish(pubsub.Message{Topic: p.roster.Here(view.Topic(id)), Data: data})
		}
	})
}

// encoded returns numbers and strings as JSON.
func encoded(what any) []byte {
	data, err := json.Marshal(what)
	if err != nil {
		panic(err) // cannot happen
	}
	return data
}

// message returns the presence in a match; ok is false if it has no follower in this process.
func (p *Presence) message(id string) (data []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		return nil, false
	}
	return encoded(a.presence(view.Topic(id))), true
}
