package chat

import (
	"context"
	"time"

	"rosette/server/account"
	"rosette/server/pubsub/roster"
)

// A LineStore stores lines.
type LineStore interface {
	// AddLine stores a line and returns it with the next number in its room.
	AddLine(ctx context.Context, l Line) (Line, error)

	// Lines returns a room's last lines in order, up to limit.
	Lines(ctx context.Context, room string, limit int) ([]Line, error)
}

// A RoomStore stores rooms and conversations.
type RoomStore interface {
	// Make stores a new room. It returns [ErrTooManyRooms] if its owner already has most open rooms.
	Make(ctx context.Context, r Room, most int) error

	// Room returns a room made by a user, or [ErrNoRoom] if it does not exist.
	Room(ctx context.Context, id string) (Room, error)

	// Rooms returns up to limit open rooms made by users, ordered by their last line.
	Rooms(ctx context.Context, limit int) ([]Room, error)

	// Close closes a room. It returns [ErrNoRoom] if there is no such open room.
	Close(ctx context.Context, id string, now time.Time) error

	// FindOrAddConversation returns the conversation between two users. If there is none, it stores
	// and returns c. If c has no ID, it stores nothing and returns c and [ErrNoRoom].
	FindOrAddConversation(ctx context.Context, c Conversation) (Conversation, error)

	// Conversation returns a conversation by ID, or [ErrNoRoom] if it does not exist.
	Conversation(ctx context.Context, id string) (Conversation, error)

	// Conversations returns up to limit conversations with lines that a user takes part in, the
	// latest first.
	Conversations(ctx context.Context, user string, limit int) ([]Conversation, error)

	// Read stores up to which line a user has read a conversation.
	Read(ctx context.Context, id, user string, number int) error
}

// Accounts provides users and their relations.
type Accounts interface {
	UserByName(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	CheckFreeName(ctx context.Context, kind account.NameKind, name string, by account.User) (string, error)
	RelatedUsers(ctx context.Context, u account.User, kind account.Kind) ([]account.User, error)
	Relation(ctx context.Context, u, other account.User, kind account.Kind) (bool, error)
	Blocked(ctx context.Context, a, b string) (bool, error)
}

// AccountStore holds users by ID, blocks, and memberships in rooms.
type AccountStore interface {
	User(ctx context.Context, id string) (account.User, error)
	BelongingsOf(ctx context.Context, owner string, kind account.Kind) ([]account.Belonging, error)
	Has(ctx context.Context, owner string, kind account.Kind, id string) (bool, error)
	Count(ctx context.Context, kind account.Kind, id string) (int, error)
	Put(ctx context.Context, b account.Belonging) error
	Remove(ctx context.Context, b account.Belonging) (bool, error)
}

// Moderation is the part of moderation that chat depends on.
type Moderation interface {
	// CheckPublish returns a refusal if v is muted and may not publish a text.
	CheckPublish(ctx context.Context, v account.Visitor, t account.Text) error

	// ActiveMute returns v's mute in force that ends last, or the zero Mute.
	ActiveMute(ctx context.Context, v account.Visitor) (Mute, error)

	// UnreadOutcomes returns the number of a user's unread outcomes of reports.
	UnreadOutcomes(ctx context.Context, user string) (int, error)

	// CloseRoom closes a room for a moderator and logs this.
	CloseRoom(ctx context.Context, v account.Visitor, r Room) error
}

// Matches provides the matches that have chats.
type Matches interface {
	// ChatMatch returns a match that v may read. It returns [ErrNoMatch] if the match does not
	// exist, and another error if v may not read it.
	ChatMatch(ctx context.Context, v account.Visitor, id string) (Match, error)
}

// A Publisher sends changes to open pages.
type Publisher interface {
	// Line sends a new or hidden line to the followers of its room. A follower does not get it if
	// [Reader.Omits] is true for author.
	Line(l Line, author string)

	Mute(actor string, m Mute)
	Unread(user string, n int)           // a user's number of unread lines and outcomes
	Presence(channel string, p Presence) // channel is a topic of package pubsub
}

// A Limiter limits how often a person may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// Options configure a Service.
type Options struct {
	LineStore  LineStore
	RoomStore  RoomStore
	Accounts   Accounts
	Store      AccountStore
	Moderation Moderation
	Matches    Matches
	Publisher  Publisher
	Flood      Limiter // allows [FloodLines] in [FloodWindow] for each person
	Roster     *roster.Roster
	Languages  []string // languages with a room
	Now        func() time.Time
}

// A Service reads and writes lines in rooms, in matches and in direct messages.
type Service struct {
	Options
	followers *followers
}

// New returns a service.
func New(o Options) *Service {
	s := &Service{Options: o}
	if o.Roster != nil {
		s.followers = newFollowers(o.Publisher, o.Roster)
	}
	return s
}

// Post writes a line to a topic: room/ID, direct/ID or match/ID. It returns a refusal if the
// visitor is muted, blocked or too fast, or may not write there.
func (s *Service) Post(ctx context.Context, v account.Visitor, topic, text string) (Line, error) {
	d, err := s.mayWrite(ctx, v, topic)
	if err != nil {
		return d.Line, err
	}
	if d.Text, err = Clean(text); err != nil {
		return d.Line, err
	}
	if err := s.mayWriteNow(ctx, v, d.kind); err != nil {
		return d.Line, err
	}
	d.At = s.Now()
	l, err := s.LineStore.AddLine(ctx, d.Line)
	if err != nil {
		return l, err
	}
	l.Seat = d.Seat
	s.PublishLine(l)
	if d.conversation.ID == "" {
		return l, nil
	}
	if err := s.markRead(ctx, d.conversation, v.User.ID, l.Number); err != nil {
		return l, err
	}
	return l, s.PublishUnread(ctx, d.recipient.ID)
}

// Mute returns a visitor's mute in force that ends last, or the zero Mute.
func (s *Service) Mute(ctx context.Context, v account.Visitor) (Mute, error) {
	return s.Moderation.ActiveMute(ctx, v)
}

// A Feed is a topic's state when a visitor starts following it.
type Feed struct {
	Lines    []Line
	Presence *Presence // set for a room
	Mute     Mute      // the visitor's mute if in force, otherwise zero
}

// Follow returns a room's or conversation's state for a visitor who starts following it.
func (s *Service) Follow(ctx context.Context, v account.Visitor, topic string) (f Feed, err error) {
	if err := s.CheckRead(ctx, v, topic); err != nil {
		return f, err
	}
	if f.Lines, err = s.lines(ctx, v, topic, Match{}); err != nil {
		return f, err
	}
	if _, room := RoomOf(topic); room {
		p := s.followers.presence(topic)
		f.Presence = &p
	}
	f.Mute, err = s.Mute(ctx, v)
	return f, err
}

// Enter records that a person follows a room on a connection, whose value must be comparable.
func (s *Service) Enter(topic string, conn any, f Follower) {
	if _, room := RoomOf(topic); room {
		s.followers.enter(topic, conn, f)
	}
}

// Leave records that a connection has left a topic.
func (s *Service) Leave(topic string, conn any) { s.followers.leave(topic, conn) }

// PublishUnread sends the number of unread lines to a user's open pages.
func (s *Service) PublishUnread(ctx context.Context, user string) error {
	n, err := s.Unread(ctx, user)
	if err == nil {
		s.Publisher.Unread(user, n)
	}
	return err
}
