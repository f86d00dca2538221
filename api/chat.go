package api

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"rosette/account"
	"rosette/api/web"
	"rosette/chat"
	"rosette/play"
	"rosette/play/view"
	"rosette/pubsub"
)

// maxLines is how many lines a person may say in lineWindow.
const (
	maxLines   = 8
	lineWindow = 20 * time.Second
)

// A ChatStore keeps what people say.
type ChatStore interface {
	Say(ctx context.Context, l chat.Line) (chat.Line, error)
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)
}

// A Chat has lines of the chat of a match: those that the client may read when it joins,
// and each new one.
type Chat struct {
	Kind  string     `json:"kind"`
	Topic string     `json:"topic"`
	Whole bool       `json:"whole,omitempty"` // the lines are all of those that are shown, sent to who joins
	Lines []ChatLine `json:"lines"`
}

// A ChatLine is what somebody has said, without who a guest is.
type ChatLine struct {
	Part   string `json:"part"`           // players or watchers; a client hears one of them while the game runs
	Number int    `json:"number"`         // in its part, from 1
	Seat   string `json:"seat,omitempty"` // of a player, by the colours of the opening
	Guest  bool   `json:"guest,omitempty"`
	Name   string `json:"name"` // of a guest who only watches, the number
	Text   string `json:"text"`
	At     int64  `json:"at"`
}

// chatLine returns a line as clients see it.
func chatLine(part chat.Part, l chat.Line, s play.Settings) ChatLine {
	return ChatLine{
		Part: string(part), Number: l.Number, Name: l.Name, Text: l.Text, At: l.At.UnixMilli(),
		Seat:  letters(seats(s, []web.Actor{web.Actor(l.Actor)})...),
		Guest: strings.HasPrefix(l.Actor, string(play.SeatGuest)+"/"),
	}
}

// A reading is which parts of the chat of a match a client reads.
type reading struct {
	parts    []chat.Part
	settings play.Settings
}

// readingOf returns what a client reads of the chat of a match, and follows it.
func (k *socket) readingOf(ctx context.Context, id string, s play.Settings, player bool) (r reading, err error) {
	if k.Chat == nil || !s.BetweenPeople() {
		return r, nil
	}
	over := false
	if err := k.Host.Read(ctx, id, func(m *play.Match) { over = m.Over() }); err != nil {
		return r, err
	}
	r = reading{chat.Reads(player, over), s}
	for _, part := range r.parts {
		k.feed.Add(part.Room(id))
	}
	return r, nil
}

// stopReading leaves the chat of a match.
func (k *socket) stopReading(id string) {
	for _, part := range chat.Parts {
		k.feed.Remove(part.Room(id))
	}
}

// sendChat sends what has been said. The caller holds writing.
func (k *socket) sendChat(ctx context.Context, topic string, r reading) error {
	id, _ := matchOf(topic)
	m := Chat{Kind: "chat", Topic: topic, Whole: true, Lines: []ChatLine{}}
	for _, part := range r.parts {
		lines, err := k.Chat.Lines(ctx, part.Room(id), chat.MaxLines)
		if err != nil {
			k.Log.Error("api: chat", "topic", topic, "err", err)
			return notNow
		}
		for _, l := range lines {
			m.Lines = append(m.Lines, chatLine(part, l, r.settings))
		}
	}
	if len(r.parts) == 0 {
		return nil
	}
	slices.SortStableFunc(m.Lines, func(a, b ChatLine) int { return int(a.At - b.At) })
	return k.send(m)
}

// chatTopic returns the topic of the match of a room; ok is false for other topics.
func chatTopic(topic string) (match string, ok bool) {
	rest, ok := strings.CutPrefix(topic, view.Topic(""))
	id, part, found := strings.Cut(rest, "/")
	return view.Topic(id), ok && found && slices.Contains(chat.Parts, chat.Part(part))
}

// say keeps and publishes a line.
func (k *socket) say(ctx context.Context, r Request) error {
	id, ok := matchOf(r.Topic)
	switch {
	case !ok || k.Chat == nil:
		return play.ErrNoMatch
	case k.who.Actor == "":
		return chat.ErrStranger
	}
	text, err := chat.Clean(r.Text)
	if err != nil {
		return err
	}
	if _, ok := k.lines.Take(k.speaker); !ok {
		return chat.ErrTooFast
	}
	line, part, settings, err := k.lineOf(ctx, id)
	if err != nil {
		return err
	}
	line.Room, line.Text, line.At = part.Room(id), text, k.Now()
	if line, err = k.Chat.Say(ctx, line); err != nil {
		return err
	}
	data, err := json.Marshal(Chat{Kind: "chat", Topic: r.Topic, Lines: []ChatLine{chatLine(part, line, settings)}})
	if err != nil {
		return err
	}
	k.Feed.Publish(pubsub.Message{Topic: line.Room, Data: data})
	return nil
}

// lineOf returns a line that says nothing yet, and where the client may say it.
func (k *socket) lineOf(ctx context.Context, id string) (line chat.Line, part chat.Part, s play.Settings, err error) {
	actors, err := k.actorsOf(ctx, id)
	if err != nil {
		return line, part, s, err
	}
	if err = k.Host.Read(ctx, id, func(m *play.Match) { s = m.OriginalSettings() }); err != nil {
		return line, part, s, err
	}
	if err := k.MayRead(ctx, k.who, id, s); err != nil {
		return line, part, s, err
	}
	if !s.BetweenPeople() {
		return line, part, s, play.ErrNotNow
	}
	held := seats(s, actors)
	part, line.Actor = chat.Speaks(len(held) > 0), string(k.who.Actor)
	if len(held) > 0 {
		line.Actor, line.Name = s.Seat(held[0]).Actor(), s.Seat(held[0]).Name
	} else if id, guest := account.GuestID(line.Actor); guest {
		line.Name = account.GuestNumber(id)
	}
	if k.who.User.ID != "" {
		line.Name = k.who.User.Name
	}
	return line, part, s, nil
}
