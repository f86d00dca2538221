package chat

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
	"rosette/server/pubsub"
)

// A Chat has lines of a chat: those that the client may read when it joins, and each new
// one. A line comes once more when it is hidden.
type Chat struct {
	Kind  string     `json:"kind"`
	Topic string     `json:"topic"`
	Whole bool       `json:"whole,omitempty"` // the lines are all of those that are shown, sent to who joins
	Lines []ChatLine `json:"lines"`
}

// A ChatLine is what somebody has said, without who a guest is.
type ChatLine struct {
	Part   string `json:"part"`           // of a match players or watchers, of which a client hears one while it runs; else room or direct
	Number int    `json:"number"`         // in its part, from 1
	Seat   string `json:"seat,omitempty"` // of a player, by the colours of the opening
	Guest  bool   `json:"guest,omitempty"`
	Name   string `json:"name"`
	Text   string `json:"text"`
	Hidden bool   `json:"hidden,omitempty"` // a moderator has hidden it: nothing is left of its text
	At     int64  `json:"at"`
}

// earlierNumber is the name of a guest in lines of earlier versions.
var earlierNumber = regexp.MustCompile(`^[0-9a-f]{4}$`)

// LineOf returns a line as clients see it; seat is the one of who has said it, if any.
func LineOf(part, seat string, l chat.Line) ChatLine {
	l = l.Shown()
	id, guest := account.GuestID(l.Actor)
	if guest && seat == "" && earlierNumber.MatchString(l.Name) {
		l.Name = account.Plant(id)
	}
	return ChatLine{
		Part: part, Number: l.Number, Seat: seat, Guest: guest, Name: l.Name, Text: l.Text, Hidden: l.Hidden, At: l.At.UnixMilli(),
	}
}

// Parts of chats besides those of matches.
const (
	partRoom   = "room"
	partDirect = "direct"
)

// Muted tells a client that its person is muted, when it joins a chat and when a moderator
// says so.
type Muted struct {
	Kind   string `json:"kind"`
	Until  int64  `json:"until"` // 0 if the person may write again
	Reason string `json:"reason,omitempty"`
}

// MutedKind is the kind of [Muted], ChatKind that of [Chat].
const (
	MutedKind = "muted"
	ChatKind  = "chat"
)

// MutedOf returns a mute as its person sees it at a time.
func MutedOf(m moderation.Mute, now time.Time) Muted {
	if !m.Holds(now) {
		return Muted{Kind: MutedKind}
	}
	return Muted{MutedKind, m.Until.UnixMilli(), m.Reason}
}

// A Speech is what somebody says somewhere.
type Speech struct {
	By       web.Visitor
	Line     chat.Line // its room, actor and name
	Text     string
	Topic    string                        // of the chat, as its clients know it
	Appeal   bool                          // somebody who is muted may say it, such as to a moderator
	ToClient func(line chat.Line) ChatLine // as clients see it
}

// Say keeps and publishes what somebody says.
func (s *Server) Say(ctx context.Context, what Speech) (chat.Line, error) {
	l := what.Line
	text, err := chat.Clean(what.Text)
	if err != nil {
		return l, err
	}
	if _, ok := s.lines.Take(string(what.By.Actor)); !ok {
		return l, chat.ErrTooFast
	}
	if what.By.Token && !slices.Contains(what.By.Scopes, account.ScopeChat) {
		return l, chat.ErrScope
	}
	mute, err := s.Mute(ctx, what.By)
	if err != nil {
		return l, err
	}
	if mute.Until != 0 && !what.Appeal {
		return l, chat.ErrMuted
	}
	l.Text, l.At = text, s.Now()
	if l, err = s.Lines.Say(ctx, l); err != nil {
		return l, err
	}
	return l, s.publish(l.Room, l.Actor, Chat{Kind: ChatKind, Topic: what.Topic, Lines: []ChatLine{what.ToClient(l)}})
}

// Mute returns whether somebody is muted now.
func (s *Server) Mute(ctx context.Context, v web.Visitor) (Muted, error) {
	var actors []string
	for _, a := range v.Own() {
		actors = append(actors, string(a))
	}
	if len(actors) == 0 {
		return Muted{Kind: MutedKind}, nil
	}
	m, err := s.Moderation.Mute(ctx, actors...)
	return MutedOf(m, s.Now()), err
}

// publish tells the followers of a topic something that comes from an actor, "" for nobody
// in particular.
func (s *Server) publish(topic, from string, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	s.Feed.Publish(pubsub.Message{Topic: topic, From: from, Data: data})
	return nil
}

// TellMuted tells the sockets of an actor of a mute.
func (s *Server) TellMuted(m moderation.Mute) error {
	return s.publish(web.Actor(m.Actor).Topic(), "", MutedOf(m, s.Now()))
}

// TellHidden publishes that a line was hidden.
func (s *Server) TellHidden(l chat.Line) error {
	topic, part := l.Room, partRoom
	if match, of, ok := chat.MatchOf(l.Room); ok {
		topic, part = "match/"+match, string(of)
	} else if strings.HasPrefix(l.Room, chat.Conversation{}.Topic()) {
		part = partDirect
	}
	return s.publish(l.Room, "", Chat{Kind: ChatKind, Topic: topic, Lines: []ChatLine{LineOf(part, "", l)}})
}

// Blocks returns the actors whom somebody blocks.
func (s *Server) Blocks(ctx context.Context, v web.Visitor) (map[string]bool, error) {
	blocks := map[string]bool{}
	if v.User.ID == "" {
		return blocks, nil
	}
	all, err := s.Accounts.Store.BelongingsOf(ctx, v.User.ID, account.KindBlock)
	for _, b := range all {
		blocks[account.User{ID: b.ID}.Actor()] = true
	}
	return blocks, err
}

// Last returns the last lines of a chat that somebody sees: not those of whom he blocks.
func (s *Server) Last(ctx context.Context, v web.Visitor, room string) ([]chat.Line, error) {
	blocks, err := s.Blocks(ctx, v)
	if err != nil {
		return nil, err
	}
	lines, err := s.Lines.Lines(ctx, room, chat.MaxLines)
	return slices.DeleteFunc(lines, func(l chat.Line) bool { return blocks[l.Actor] }), err
}
