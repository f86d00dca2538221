package chat

import (
	"context"

	"rosette/server/chat"
	"rosette/server/http/socket"
	"rosette/server/http/wire"
)

// AddTopics adds rooms and conversations to the sockets.
func AddTopics(sockets *socket.Registry, s *chat.Service) {
	t := topics{s}
	room := socket.Topic{
		Join: t.join, Resume: t.resume, Act: t.act,
		Leave:   func(c *socket.Conn, topic string) { s.Leave(topic, c) },
		Sources: func(_ *socket.Conn, topic string) []string { return []string{s.Roster.Here(topic)} },
	}
	sockets.AddTopic(chat.Room{}.Topic(), room)
	sockets.AddTopic(chat.Conversation{}.Topic(), room)
}

// topics handles the topics that AddTopics adds.
type topics struct{ *chat.Service }

func (t topics) join(ctx context.Context, c *socket.Conn, r wire.Request) (socket.Snapshot, error) {
	state, err := t.resume(ctx, c, r)
	if err == nil {
		t.Enter(r.Topic, c, chat.Follower{Name: c.Visitor.User.Name, Key: c.Key()})
	}
	return state, err
}

func (t topics) resume(ctx context.Context, c *socket.Conn, r wire.Request) (socket.Snapshot, error) {
	f, err := t.Follow(ctx, c.Visitor, r.Topic)
	if err != nil {
		return socket.Snapshot{}, err
	}
	return socket.Snapshot{Messages: Messages(r.Topic, f)}, nil
}

func (t topics) act(ctx context.Context, c *socket.Conn, r wire.Request) (out socket.Result, err error) {
	if r.Kind != socket.KindSay {
		return out, socket.ErrNoTopic
	}
	_, err = t.Post(ctx, c.Visitor, r.Topic, r.Text)
	return out, err
}
