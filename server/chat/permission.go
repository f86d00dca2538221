package chat

import (
	"context"
	"slices"
	"time"

	"rosette/server/account"
	"rosette/server/refusal"
)

// This file decides who may write a line, read a room, and close a room.

// FloodLines is the maximum number of lines from one person in FloodWindow.
const (
	FloodLines  = 8
	FloodWindow = 20 * time.Second
)

// A Mute prevents a person from publishing texts until a time. [Moderation] decides which texts.
type Mute struct {
	Until  time.Time
	Reason string
}

// A draft is a line that its author may write, without its text.
type draft struct {
	Line
	conversation Conversation // for a direct message
	recipient    account.User // for a direct message
	kind         account.Text
}

// mayWrite returns the draft for a line on a topic: room/ID, direct/ID or match/ID.
func (s *Service) mayWrite(ctx context.Context, v account.Visitor, topic string) (draft, error) {
	if match, ok := matchTopic(topic); ok {
		return s.mayWriteInMatch(ctx, v, match)
	}
	if v.User.ID == "" {
		return draft{}, ErrNoAccount
	}
	d := draft{Line: Line{Room: topic, Actor: v.User.Actor(), Name: v.User.Name}, kind: account.ChatLine}
	if id, ok := DirectOf(topic); ok {
		return d, s.mayWriteDirectly(ctx, v, id, &d)
	}
	id, ok := RoomOf(topic)
	if !ok {
		return d, ErrNoRoom
	}
	_, err := s.room(ctx, id)
	return d, err
}

// mayWriteInMatch returns the draft for a line in a match's chat: players write to each other, and
// users who watch write to each other.
func (s *Service) mayWriteInMatch(ctx context.Context, v account.Visitor, id string) (d draft, err error) {
	if d.kind = account.ChatLine; v.Actor == "" {
		return d, ErrAnonymous
	}
	m, err := s.Matches.ChatMatch(ctx, v, id)
	if err != nil {
		return d, err
	}
	seat, player := m.seat(v.OwnActors()...)
	switch {
	case !m.Persons:
		return d, ErrNoChat
	case seat != "":
		d.Line = Line{Actor: player.Actor, Name: player.Name, Seat: seat}
	case v.User.ID == "":
		return d, ErrNoAccount
	default:
		d.Actor = string(v.Actor)
	}
	if v.User.ID != "" {
		d.Name = v.User.Name
	}
	d.Room = writePart(seat != "").Room(id)
	return d, nil
}

// writePart returns the part of a match's chat in which a player or another visitor writes.
func writePart(player bool) Part {
	if player {
		return Players
	}
	return Watchers
}

// readParts returns the parts of a match's chat that a player or another visitor reads.
func readParts(player, over bool) []Part {
	if over {
		return Parts
	}
	return []Part{writePart(player)}
}

// mayWriteDirectly completes the draft for a direct message.
func (s *Service) mayWriteDirectly(ctx context.Context, v account.Visitor, id string, d *draft) (err error) {
	if d.conversation, d.recipient, err = s.conversation(ctx, v, id); err != nil {
		return err
	}
	d.kind = messageTo(d.recipient)
	return s.mayMessage(ctx, v, d.recipient)
}

// messageTo returns the kind of a direct message.
func messageTo(recipient account.User) account.Text {
	if recipient.Moderates() {
		return account.ModeratorMessage
	}
	return account.DirectMessage
}

// A DirectMessage holds the facts that decide whether its sender may write it.
type DirectMessage struct {
	Self      bool  // sender and recipient are one person
	Friends   bool  // each follows the other
	Blocked   bool  // one blocks the other
	Moderator bool  // the sender or the recipient is a moderator
	Mute      error // refusal by the sender's mute, or nil
}

// Check returns the refusal of a message, or nil. Friends may write to each other, and moderators
// may write to and receive messages from all users.
func (m DirectMessage) Check() error {
	switch {
	case m.Self:
		return ErrSelf
	case m.Blocked:
		return ErrBlocked
	case m.Mute != nil:
		return m.Mute
	case !m.Friends && !m.Moderator:
		return ErrNotFriends
	}
	return nil
}

// mayMessage returns a refusal unless a user may write to another.
func (s *Service) mayMessage(ctx context.Context, v account.Visitor, other account.User) (err error) {
	u := v.User
	m := DirectMessage{Self: u.ID == other.ID, Moderator: u.Moderates() || other.Moderates()}
	m.Mute = s.Moderation.CheckPublish(ctx, v, messageTo(other))
	if m.Mute != nil && refusal.Of(m.Mute) == nil {
		return m.Mute
	}
	if m.Blocked, err = s.Accounts.Blocked(ctx, u.Actor(), other.Actor()); err != nil {
		return err
	}
	if m.Friends, err = s.friends(ctx, u, other); err != nil {
		return err
	}
	return m.Check()
}

// friends reports whether two users follow each other.
func (s *Service) friends(ctx context.Context, u, other account.User) (bool, error) {
	follows, err := s.Accounts.Relation(ctx, u, other, account.KindFollow)
	if err != nil || !follows {
		return false, err
	}
	return s.Accounts.Relation(ctx, other, u, account.KindFollow)
}

// mayWriteNow returns a refusal if a visitor has written too many lines, lacks the scope, or is muted.
func (s *Service) mayWriteNow(ctx context.Context, v account.Visitor, kind account.Text) error {
	if _, ok := s.Flood.Take(string(v.Actor)); !ok {
		return ErrTooFast
	}
	if v.Token && !slices.Contains(v.Scopes, account.ScopeChat) {
		return ErrScope
	}
	return s.Moderation.CheckPublish(ctx, v, kind)
}

// mayWriteInRooms returns a refusal unless a visitor has an account and is not muted.
func (s *Service) mayWriteInRooms(ctx context.Context, v account.Visitor) error {
	if v.User.ID == "" {
		return ErrNoAccount
	}
	return s.Moderation.CheckPublish(ctx, v, account.ChatLine)
}

// CheckMakeRoom returns a refusal unless a visitor has an account and is not muted.
func (s *Service) CheckMakeRoom(ctx context.Context, v account.Visitor) error {
	if v.User.ID == "" {
		return ErrNoAccount
	}
	return s.Moderation.CheckPublish(ctx, v, account.RoomText)
}

// mayMakeRoom returns a refusal unless a visitor may create a room now.
func (s *Service) mayMakeRoom(ctx context.Context, v account.Visitor) error {
	if err := s.CheckMakeRoom(ctx, v); err != nil {
		return err
	}
	if _, ok := s.Flood.Take(string(v.Actor)); !ok {
		return ErrTooFast
	}
	return nil
}

// mayClose reports whether a visitor may close a room. Its owner and moderators may.
func mayClose(v account.Visitor, r Room) bool {
	owner := v.User.ID != "" && r.Owner == v.User.Actor()
	return r.Owner != "" && (owner || v.User.Moderates() || v.Operator)
}

// CheckRead returns a refusal unless a visitor may read a room. Rooms are public, a conversation is
// open to its two users, and the part of a match's chat depends on the reader.
func (s *Service) CheckRead(ctx context.Context, v account.Visitor, room string) error {
	if id, ok := RoomOf(room); ok {
		_, err := s.room(ctx, id)
		return err
	}
	if id, ok := DirectOf(room); ok {
		_, _, err := s.conversation(ctx, v, id)
		return err
	}
	match, part, ok := MatchOf(room)
	if !ok {
		return ErrNoLine
	}
	c, err := s.MatchChat(ctx, v, match)
	if err == nil && !slices.Contains(c.Parts, part) {
		err = ErrNoLine
	}
	return err
}

// conversation returns a visitor's conversation and the other user in it.
func (s *Service) conversation(ctx context.Context, v account.Visitor, id string) (Conversation, account.User, error) {
	c, err := s.RoomStore.Conversation(ctx, id)
	if err != nil {
		return c, account.User{}, err
	}
	if v.User.ID == "" || !c.Has(v.User.ID) {
		return c, account.User{}, ErrNoRoom
	}
	other, err := s.Store.User(ctx, c.Other(v.User.ID))
	if err == nil && !other.Open() {
		err = account.ErrNoUser
	}
	return c, other, err
}
