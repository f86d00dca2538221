package match

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
)

// matchTopic returns the socket topic for matches.
func (s *Server) matchTopic() socket.Topic {
	return socket.Topic{
		Join: s.join, Resume: s.resume, Joined: s.joined, Leave: s.leave, Act: s.act, Measured: s.measured,
		Numbered: true,
		Sources:  func(_ *socket.Conn, topic string) []string { return []string{s.Roster.Here(topic)} },
	}
}

// matchOf returns the match id in a topic.
func matchOf(topic string) (id string, ok bool) {
	id, ok = strings.CutPrefix(topic, "match/")
	return id, ok && web.GameID.MatchString(id)
}

// frame returns a match's frame for a client that has its events up to r.After.
func (s *Server) frame(ctx context.Context, c *socket.Conn, r wire.Request) (socket.Snapshot, play.Settings, error) {
	id, ok := matchOf(r.Topic)
	if !ok {
		return socket.Snapshot{}, play.Settings{}, socket.ErrNoTopic
	}
	frame, seq, settings, err := s.Match.Frame(ctx, c.Visitor, id, max(0, r.After))
	return socket.Snapshot{Messages: [][]byte{frame}, Seq: seq}, settings, refusalOf(err)
}

func (s *Server) join(ctx context.Context, c *socket.Conn, r wire.Request) (socket.Snapshot, error) {
	state, settings, err := s.frame(ctx, c, r)
	if err != nil {
		return state, err
	}
	seats := match.Seats(settings, c.Visitor.Own())
	state.Seat = match.Letters(seats...)
	if id, _ := matchOf(r.Topic); settings.BetweenPeople() {
		s.Presence.join(id, c, seats)
	}
	return state, nil
}

func (s *Server) resume(ctx context.Context, c *socket.Conn, r wire.Request) (socket.Snapshot, error) {
	state, _, err := s.frame(ctx, c, r)
	return state, err
}

// joined returns the chat, the presence and the match's place in the computer's queue. Later changes
// are published.
func (s *Server) joined(ctx context.Context, c *socket.Conn, topic string) ([][]byte, error) {
	id, _ := matchOf(topic)
	messages, err := s.chatMessages(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if data, ok := s.Presence.message(id); ok {
		messages = append(messages, data)
	}
	if s.Place == nil {
		return messages, nil
	}
	if place, ok := s.Place(id); ok {
		messages = append(messages, QueueMessage(id, place).Data)
	}
	return messages, nil
}

func (s *Server) leave(c *socket.Conn, topic string) {
	if id, ok := matchOf(topic); ok {
		s.Presence.leave(id, c)
	}
}

// act posts a line, or sends a command to its match. The change is sent with the reply, so that it
// wakes no other goroutine.
func (s *Server) act(ctx context.Context, c *socket.Conn, r wire.Request) (out socket.Result, err error) {
	if r.Kind == socket.KindSay {
		return out, s.post(ctx, c, r)
	}
	id, ok := matchOf(r.Topic)
	if !ok {
		return out, socket.ErrNoTopic
	}
	command := match.CommandRequest{
		Command: r.Command, ID: r.ID, After: r.After, As: r.As,
		Point: r.Point, Points: r.Points, Dead: r.Dead, Komi: r.Komi, Side: r.Side,
	}
	sender := match.Sender{Lag: c.RoundTrip(), Feed: c.Subscriber()}
	out.Change, out.Seq, err = s.Match.Do(ctx, c.Visitor, id, command, sender)
	return out, refusalOf(err)
}

// measured updates a player's signal.
func (s *Server) measured(c *socket.Conn, topic string, before time.Duration) {
	if id, ok := matchOf(topic); ok && signalOf(c.RoundTrip()) != signalOf(before) {
		s.Presence.updateSignal(id, c)
	}
}

// QueueMessage returns the message that is published while the computer is to act in a match. place
// is its place in the queue, or 0 while it is thinking.
func QueueMessage(id string, place int) pubsub.Message {
	data, err := json.Marshal(wire.QueuePlace{Kind: "waiting", Topic: view.Topic(id), Place: place})
	if err != nil {
		panic(err) // a number and two strings: cannot happen
	}
	return pubsub.Message{Topic: view.Topic(id), Data: data}
}
