package chat

import (
	"encoding/json"

	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/pubsub"
)

type (
	// A Room is a room as clients see it.
	Room struct {
		ID       string            `json:"id"`
		Title    string            `json:"title,omitempty"` // for a room made by a user
		About    string            `json:"about,omitempty"`
		Owner    string            `json:"owner,omitempty"`  // name of the user who made it
		Yours    bool              `json:"yours,omitempty"`  // the client may close it
		Joined   bool              `json:"joined,omitempty"` // the client has joined it
		Members  int               `json:"members"`          // number of users who have joined it
		Presence wire.RoomPresence `json:"there"`
	}
	// A RoomChat is a room with its last lines.
	RoomChat struct {
		Room
		Lines []wire.ChatLine `json:"lines"`
	}
	// A NewRoom is a room to be created.
	NewRoom struct {
		Title string `json:"title" doc:"Up to 40 characters"`
		About string `json:"about,omitempty" doc:"Up to 140 characters"`
	}
	// A Conversation is a conversation in a list.
	Conversation struct {
		Name   string `json:"name"` // the other user's name; "" for a closed account
		Unread int    `json:"unread,omitempty"`
		Latest int64  `json:"latest"`
	}
	// A DirectChat is a conversation with its last lines.
	DirectChat struct {
		Name  string          `json:"name"`
		Topic string          `json:"topic,omitempty"` // on the socket; absent without lines
		Why   string          `json:"why,omitempty"`   // reason why the client cannot write, as a refusal's key
		Lines []wire.ChatLine `json:"lines"`
	}
	// An Outcome is the outcome of a report, for its author. It does not reveal the moderators'
	// actions.
	Outcome struct {
		ID    string `json:"id"`             // the report's ID
		Kind  string `json:"kind"`           // cheating, insults, spam or other
		Name  string `json:"name,omitempty"` // the reported user's name; absent for guests and closed accounts
		State string `json:"state"`          // acted or dismissed
		New   bool   `json:"new,omitempty"`  // not read yet
		At    int64  `json:"at"`             // when it was closed
	}
	// A NewReport is a report about a line, a person or a game.
	NewReport struct {
		Kind   string `json:"kind" doc:"cheating, insults, spam or other"`
		Room   string `json:"room,omitempty" doc:"Of a line: the topic of its room or conversation, or match/ID/players or match/ID/watchers"`
		Number int    `json:"number,omitempty" doc:"Of a line"`
		Name   string `json:"name,omitempty" doc:"Of a person" maxLength:"100"`
		Game   string `json:"game,omitempty" doc:"The id of a game" maxLength:"64"`
		Text   string `json:"text,omitempty" doc:"What you want to add, up to 1,000 characters"`
	}
)

// topicOf returns the socket topic that carries a room's lines, and a line's part there.
func topicOf(room string) (topic, part string) {
	if match, part, ok := chat.MatchOf(room); ok {
		return view.Topic(match), string(part)
	}
	if _, direct := chat.DirectOf(room); direct {
		return room, "direct"
	}
	return room, "room"
}

// LineOf returns a line as clients see it.
func LineOf(l chat.Line) wire.ChatLine {
	_, part := topicOf(l.Room)
	return wire.ChatLine{
		Part: part, Number: l.Number, Seat: l.Seat, Guest: l.Guest(),
		Name: l.Name, Text: l.Text, Hidden: l.Hidden, At: l.At.UnixMilli(),
	}
}

func muteOf(m chat.Mute) wire.Mute {
	if m.Until.IsZero() {
		return wire.Mute{Kind: wire.MuteKind}
	}
	return wire.Mute{Kind: wire.MuteKind, Until: m.Until.UnixMilli(), Reason: m.Reason}
}

func presenceOf(p chat.Presence) wire.RoomPresence {
	return wire.RoomPresence{Kind: wire.RoomPresenceKind, Topic: p.Topic, Names: p.Names, Guests: p.Guests}
}

func roomOf(r chat.RoomInfo) Room {
	return Room{
		ID: r.ID, Title: r.Title, About: r.About, Owner: r.OwnerName, Yours: r.MayClose,
		Joined: r.Joined, Members: r.Members, Presence: presenceOf(r.Presence),
	}
}

func conversationOf(c chat.ConversationInfo) Conversation {
	return Conversation{c.Name, c.Unread, c.Latest.UnixMilli()}
}

func outcomeOf(o moderation.Outcome) Outcome {
	return Outcome{
		ID: o.ID, Kind: string(o.Kind), Name: o.Name, State: string(o.State), New: o.New, At: o.At.UnixMilli(),
	}
}

// Messages returns the messages that bring a joining client up to date.
func Messages(topic string, f chat.Feed) (all [][]byte) {
	lines := []wire.ChatLine{}
	for _, l := range f.Lines {
		lines = append(lines, LineOf(l))
	}
	all = append(all, encode(wire.Chat{Kind: wire.ChatKind, Topic: topic, Whole: true, Lines: lines}))
	if f.Presence != nil {
		all = append(all, encode(presenceOf(*f.Presence)))
	}
	if !f.Mute.Until.IsZero() {
		all = append(all, encode(muteOf(f.Mute)))
	}
	return all
}

// encode returns a message as JSON.
func encode(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err) // strings and numbers: cannot happen
	}
	return data
}

// A Publisher sends changes to sockets and streams. It is a [chat.Publisher].
type Publisher struct {
	Feed interface{ Publish(m pubsub.Message) }
}

func (p Publisher) publish(topic, from string, message any) {
	p.Feed.Publish(pubsub.Message{Topic: topic, From: from, Data: encode(message)})
}

// Line publishes a line. Sockets and streams call [chat.Reader.Omits] with author.
func (p Publisher) Line(l chat.Line, author string) {
	topic, _ := topicOf(l.Room)
	p.publish(l.Room, author, wire.Chat{Kind: wire.ChatKind, Topic: topic, Lines: []wire.ChatLine{LineOf(l)}})
}

// Mute publishes a mute to an actor's pages.
func (p Publisher) Mute(actor string, m chat.Mute) {
	p.publish(account.Actor(actor).Topic(), "", muteOf(m))
}

// Unread publishes the number of unread lines to a user's pages.
func (p Publisher) Unread(user string, n int) {
	p.publish(account.Actor(account.User{ID: user}.Actor()).Topic(), "", wire.UnreadCount{
		Kind: wire.UnreadKind, Count: n,
	})
}

// Presence publishes a room's followers.
func (p Publisher) Presence(channel string, presence chat.Presence) {
	p.publish(channel, "", presenceOf(presence))
}
