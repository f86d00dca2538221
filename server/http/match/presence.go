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

// presenceDelay is how long changes of who is there are collected, so that a crowd that
// comes at once makes one message.
const presenceDelay = 250 * time.Millisecond

// signalOf returns how good a connection with a round-trip time is, 0 for none measured.
// Within a bar nobody notices the difference; the bounds are those that players of live
// games are used to.
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

// absentSince returns the time of a seat.
func absentSince(l *wire.AbsentSince, c board.Color) *int64 {
	if c == board.Black {
		return &l.Black
	}
	return &l.White
}

// A connection follows matches: a socket, or a stream of a game.
type connection interface {
	trip() time.Duration // the round-trip time, 0 if it is not known
	person() string      // for whom it is counted
}

// trip implements connection.
func (k *socket) trip() time.Duration { return time.Duration(k.lag.Load()) }

// person implements connection.
func (k *socket) person() string { return k.limitKey }

// An attendant is a connection that is no socket.
type streamConnection struct{ speaker string }

func (a *streamConnection) trip() time.Duration { return 0 }
func (a *streamConnection) person() string      { return a.speaker }

// Attend notes that the client of a request follows a match between people, without a
// socket, until leave is called. Held are its seats, by the colours of the opening. What
// it returns besides says who is there now, as what is published says it when that
// changes; nil if nothing is known.
func (s *Server) Attend(c web.Caller, id string, held []board.Color) (now []byte, leave func()) {
	a := &streamConnection{or(string(c.Visitor.Actor), c.Address)}
	s.Presence.join(id, a, held)
	now, _ = s.Presence.message(id)
	return now, func() { s.Presence.leave(id, a) }
}

// Presence knows which connections of this process follow which matches, and from its
// roster who follows them elsewhere. It is safe for concurrent use.
type Presence struct {
	now     func() time.Time
	publish func(pubsub.Message)
	roster  *roster.Roster

	mu      sync.Mutex
	matches map[string]*attendance
}

// NewPresence returns a presence that nobody has. Changes are published to the followers of a match.
func NewPresence(now func() time.Time, publish func(pubsub.Message), others *roster.Roster) *Presence {
	p := &Presence{now: now, publish: publish, roster: others, matches: map[string]*attendance{}}
	others.Listen(strings.TrimSuffix(view.Topic(""), "/"), p.updateRemote)
	return p
}

// join notes that a connection follows a match.
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

// leave notes that a connection follows a match no longer.
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

// updateSignal notes that the connection of a player is better or worse than before.
func (p *Presence) updateSignal(id string, k connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.matches[id]; a != nil && len(a.sockets[k]) > 0 {
		p.changed(id, a)
	}
}

// updateRemote notes that another process says something else of a match than before.
func (p *Presence) updateRemote(topic string) {
	id := strings.TrimPrefix(topic, view.Topic(""))
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.matches[id]; a != nil {
		a.elsewhere = p.elsewhere(id)
		p.changed(id, a)
	}
}

// elsewhere returns what other processes say of a match.
func (p *Presence) elsewhere(id string) (all []attendanceReport) {
	for _, data := range p.roster.Others(view.Topic(id)) {
		var r attendanceReport
		if json.Unmarshal(data, &r) == nil { // else it is of a version that says it otherwise
			all = append(all, r)
		}
	}
	return all
}

// Present reports whether the player of a colour of the opening has a page open that shows
// the match, whichever process serves it.
func (p *Presence) Present(id string, c board.Color) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		a = &attendance{elsewhere: p.elsewhere(id)}
	}
	return a.there(c)
}

// Absent returns for how long the player of a colour of the opening has had no connection
// to any process, as far as somebody has followed the match. It is 0 while this process
// cannot know it.
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

// changed notes who has come and gone, and soon tells it to those who follow the match here
// and to other processes. The caller holds the lock.
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

// message returns who follows a match, if anybody does in this process.
func (p *Presence) message(id string) (data []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.matches[id]
	if a == nil {
		return nil, false
	}
	return encoded(a.presence(view.Topic(id))), true
}

// showSignal tells the matches of the socket that its connection is better or worse.
func (k *socket) showSignal() {
	for _, topic := range k.joined.list() {
		if id, ok := matchOf(topic); ok {
			k.Presence.updateSignal(id, k)
		}
	}
}

// depart notes that the socket follows none of its topics any longer.
func (k *socket) depart() {
	for _, topic := range k.joined.list() {
		k.topicOf(topic).leave(k, topic)
	}
}

// sendCircumstances sends who is there, and the place of a match in the queue of the
// computer, to a client that has just joined. What is published from now on follows.
func (k *socket) sendCircumstances(topic string) error {
	id, _ := matchOf(topic)
	if data, ok := k.Presence.message(id); ok {
		if err := k.sendBytes(data); err != nil {
			return err
		}
	}
	if k.Place == nil {
		return nil
	}
	if place, ok := k.Place(id); ok {
		return k.sendBytes(QueueMessage(id, place).Data)
	}
	return nil
}
