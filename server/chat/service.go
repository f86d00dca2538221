package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/pubsub/roster"
)

// Lines store lines.
type Lines interface {
	// Say stores a line and returns it with the next number of its room.
	Say(ctx context.Context, l Line) (Line, error)

	// Lines returns the last lines of a room, up to limit, in their order.
	Lines(ctx context.Context, room string, limit int) ([]Line, error)
}

// Lists store rooms and conversations.
type Lists interface {
	// Make stores a new room. It returns [ErrRooms] if its owner has most open ones.
	Make(ctx context.Context, r Room, most int) error

	// Room returns a room that a user has made. It returns [ErrNoRoom] if there is none.
	Room(ctx context.Context, id string) (Room, error)

	// Rooms returns up to limit open rooms that users have made, by the time of their last line.
	Rooms(ctx context.Context, limit int) ([]Room, error)

	// Close closes a room. It returns [ErrNoRoom] if there is no such open room.
	Close(ctx context.Context, id string, now time.Time) error

	// Converse returns the conversation of two users. If there is none, it stores c. If c has
	// no id, it returns c and [ErrNoRoom] instead.
	Converse(ctx context.Context, c Conversation) (Conversation, error)

	// Conversation returns a conversation by its id. It returns [ErrNoRoom] if there is none.
	Conversation(ctx context.Context, id string) (Conversation, error)

	// Conversations returns up to limit conversations of a user that have lines, the latest first.
	Conversations(ctx context.Context, user string, limit int) ([]Conversation, error)

	// Read stores up to which line a user has read a conversation.
	Read(ctx context.Context, id, user string, number int) error
}

// Accounts are the users and their relations.
type Accounts interface {
	Named(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	CheckUntaken(ctx context.Context, kind account.NameKind, name string, by account.User) (string, error)
	Related(ctx context.Context, u account.User, kind account.Kind) ([]account.User, error)
	Relation(ctx context.Context, u, other account.User, kind account.Kind) (bool, error)
	Blocked(ctx context.Context, a, b string) (bool, error)
}

// AccountStore has users by id, blocks, and memberships of rooms.
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
	// LongestMute returns the mute of one of some actors that ends last, or the zero Mute.
	LongestMute(ctx context.Context, actors ...string) (Mute, error)

	// UnreadOutcomes returns how many outcomes of reports a user has not read.
	UnreadOutcomes(ctx context.Context, user string) (int, error)

	// CloseRoom closes a room for a moderator, with an entry in the log.
	CloseRoom(ctx context.Context, v account.Visitor, r Room) error
}

// Matches are the matches that have chats.
type Matches interface {
	// ChatMatch returns a match that v may read. It returns [ErrNoMatch] if there is none, and
	// another error if v may not read it.
	ChatMatch(ctx context.Context, v account.Visitor, id string) (Match, error)
}

// A Publisher sends changes to open pages.
type Publisher interface {
	Line(l Line) // that is new or was hidden
	Mute(actor string, m Mute)
	Unread(user string, n int)           // the number of unread lines and outcomes of a user
	Presence(channel string, p Presence) // channel is a topic of package pubsub
}

// A Limiter bounds how often a person may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// Options are what a Service needs.
type Options struct {
	Lines      Lines
	Lists      Lists
	Accounts   Accounts
	Store      AccountStore
	Moderation Moderation
	Matches    Matches
	Publisher  Publisher
	Flood      Limiter // of [FloodLines] in [FloodWindow] for each person
	Roster     *roster.Roster
	Languages  []string // of the rooms of the server
	Now        func() time.Time
}

// A Service reads and writes lines in rooms, in matches and in direct messages.
type Service struct {
	Options
	attendance *attendance
}

// New returns a service.
func New(o Options) *Service {
	s := &Service{Options: o}
	if o.Roster != nil {
		s.attendance = newAttendance(o.Publisher, o.Roster)
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
	if err := s.mayWriteNow(ctx, v, d.exempt); err != nil {
		return d.Line, err
	}
	d.At = s.Now()
	l, err := s.Lines.Say(ctx, d.Line)
	if err != nil {
		return l, err
	}
	l.Seat = d.Seat
	s.Publisher.Line(l)
	if d.conversation.ID == "" {
		return l, nil
	}
	if err := s.markRead(ctx, d.conversation, v.User.ID, l.Number); err != nil {
		return l, err
	}
	return l, s.PublishUnread(ctx, d.recipient.ID)
}

// Mute returns the mute of a visitor that ends last. It may have ended.
func (s *Service) Mute(ctx context.Context, v account.Visitor) (Mute, error) {
	actors := v.OwnActors()
	if len(actors) == 0 {
		return Mute{}, nil
	}
	return s.Moderation.LongestMute(ctx, actors...)
}

// Blocks returns the actors whom a visitor blocks.
func (s *Service) Blocks(ctx context.Context, v account.Visitor) (map[string]bool, error) {
	blocks := map[string]bool{}
	if v.User.ID == "" {
		return blocks, nil
	}
	all, err := s.Store.BelongingsOf(ctx, v.User.ID, account.KindBlock)
	for _, b := range all {
		blocks[account.User{ID: b.ID}.Actor()] = true
	}
	return blocks, err
}

// lines returns the last lines of a room as a visitor sees them, without the lines of
// authors whom the visitor blocks.
func (s *Service) lines(ctx context.Context, v account.Visitor, room string) ([]Line, error) {
	blocks, err := s.Blocks(ctx, v)
	if err != nil {
		return nil, err
	}
	lines, err := s.Lines.Lines(ctx, room, MaxLines)
	return slices.DeleteFunc(lines, func(l Line) bool { return blocks[l.Actor] }), err
}

// A Feed is the state of a topic when a visitor begins to follow it.
type Feed struct {
	Lines    []Line
	Presence *Presence // of a room
	Mute     Mute      // the zero Mute unless it holds
}

// HasTopic reports whether a topic of the socket is a room or a conversation.
func HasTopic(topic string) bool {
	return strings.HasPrefix(topic, roomPrefix) || strings.HasPrefix(topic, directPrefix)
}

// Follow returns the state of a room or a conversation for a visitor who begins to follow it.
func (s *Service) Follow(ctx context.Context, v account.Visitor, topic string) (f Feed, err error) {
	if err := s.CheckRead(ctx, v, topic); err != nil {
		return f, err
	}
	if f.Lines, err = s.lines(ctx, v, topic); err != nil {
		return f, err
	}
	if _, room := RoomOf(topic); room {
		p := s.attendance.presence(topic)
		f.Presence = &p
	}
	f.Mute, err = s.heldMute(ctx, v)
	return f, err
}

// heldMute returns the mute of a visitor if it holds now, or the zero Mute.
func (s *Service) heldMute(ctx context.Context, v account.Visitor) (Mute, error) {
	m, err := s.Mute(ctx, v)
	if !m.Holds(s.Now()) {
		m = Mute{}
	}
	return m, err
}

// Enter notes that a socket follows a room.
func (s *Service) Enter(topic string, f *Follower) {
	if _, room := RoomOf(topic); room {
		s.attendance.enter(topic, f)
	}
}

// Leave notes that a socket has left a topic.
func (s *Service) Leave(topic string, f *Follower) { s.attendance.leave(topic, f) }

// PublishUnread sends the number of unread lines to the open pages of a user.
func (s *Service) PublishUnread(ctx context.Context, user string) error {
	n, err := s.Unread(ctx, user)
	if err == nil {
		s.Publisher.Unread(user, n)
	}
	return err
}
