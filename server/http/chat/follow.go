package chat

import (
	"context"
	"encoding/json"
	"strings"

	"rosette/server/chat"
	"rosette/server/http/web"
)

// Has reports whether a topic of the socket is that of a room or a conversation, if of
// anything.
func Has(topic string) bool {
	return strings.HasPrefix(topic, chat.Room{}.Topic()) || strings.HasPrefix(topic, chat.Conversation{}.Topic())
}

// Follow returns what is said to somebody who joins a room or a conversation: what was said
// there, who is there, and whether he is muted. What is published to the topic from then on
// follows.
func (s *Server) Follow(ctx context.Context, v web.Visitor, topic string) (said [][]byte, err error) {
	id, direct := chat.DirectOf(topic)
	part := partDirect
	if direct {
		_, _, err = s.conversation(ctx, v, id)
	} else {
		id, _ = chat.RoomOf(topic)
		part = partRoom
		_, err = s.RoomNamed(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	lines, err := s.last(ctx, v, topic, part)
	if err != nil {
		return nil, err
	}
	messages := []any{Chat{Kind: ChatKind, Topic: topic, Whole: true, Lines: lines}}
	if !direct {
		messages = append(messages, s.there.of(topic))
	}
	mute, err := s.Mute(ctx, v)
	if err != nil {
		return nil, err
	}
	if mute.Until != 0 {
		messages = append(messages, mute)
	}
	for _, m := range messages {
		data, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		said = append(said, data)
	}
	return said, nil
}

// SayOn says something on a topic that [Has] knows.
func (s *Server) SayOn(ctx context.Context, v web.Visitor, topic, text string) error {
	_, err := s.sayTo(ctx, v, topic, text)
	return err
}

// Enter notes that a socket follows a room, and Leave that it does no longer.
func (s *Server) Enter(topic string, f *Follower) {
	if _, room := chat.RoomOf(topic); room {
		s.there.enter(topic, f)
	}
}

// Leave is said of a socket that follows a topic no longer.
func (s *Server) Leave(topic string, f *Follower) { s.there.leave(topic, f) }
