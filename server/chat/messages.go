package chat

import (
	"context"
	"errors"
	"time"

	"rosette/server/account"
	"rosette/server/refusal"
)

// mostConversations bounds how many conversations of a user are listed and counted.
const mostConversations = 200

// A ConversationInfo is a conversation in the list of a user.
type ConversationInfo struct {
	Name   string // of the other user, "" if the account is closed
	Unread int
	Latest time.Time
}

// Conversations returns the conversations of a user, the latest first.
func (s *Service) Conversations(ctx context.Context, v account.Visitor) (all []ConversationInfo, err error) {
	if v.User.ID == "" {
		return nil, ErrAccount
	}
	stored, err := s.Lists.Conversations(ctx, v.User.ID, mostConversations)
	if err != nil {
		return nil, err
	}
	for _, c := range stored {
		name, err := s.Accounts.NameOf(ctx, account.User{ID: c.With(v.User.ID)}.Actor())
		if err != nil {
			return nil, err
		}
		all = append(all, ConversationInfo{name, c.Unread(v.User.ID), c.Latest})
	}
	return all, nil
}

// Unread returns how many lines of conversations and outcomes of reports a user has not read.
func (s *Service) Unread(ctx context.Context, user string) (n int, err error) {
	if n, err = s.Moderation.UnreadOutcomes(ctx, user); err != nil {
		return n, err
	}
	all, err := s.Lists.Conversations(ctx, user, mostConversations)
	for _, c := range all {
		n += c.Unread(user)
	}
	return n, err
}

// Friends returns the users who follow a user and whom the user follows.
func (s *Service) Friends(ctx context.Context, u account.User) (all []account.User, err error) {
	follows, err := s.Accounts.Related(ctx, u, account.KindFollow)
	for _, other := range follows {
		back, err := s.Accounts.Relation(ctx, other, u, account.KindFollow)
		if err != nil {
			return nil, err
		}
		if back {
			all = append(all, other)
		}
	}
	return all, err
}

// A DirectChat is the conversation of a visitor with another user.
type DirectChat struct {
	Conversation // without an id if nothing was ever written
	Name         string
	Refusal      *refusal.Error // for which the visitor cannot write, or nil
	Lines        []Line
}

// Direct returns the conversation of a visitor with the user of a name. If read is set, it
// marks the lines as read.
func (s *Service) Direct(ctx context.Context, v account.Visitor, name string, read bool) (DirectChat, error) {
	d, err := s.direct(ctx, v, name)
	if err != nil || d.ID == "" {
		return d, err
	}
	if d.Lines, err = s.lines(ctx, v, d.Topic()); err == nil && read {
		err = s.markRead(ctx, d.Conversation, v.User.ID, d.Last)
	}
	return d, err
}

// direct returns the conversation with the user of a name, without its lines. Where the
// visitor may write, it gets an id.
func (s *Service) direct(ctx context.Context, v account.Visitor, name string) (d DirectChat, err error) {
	if v.User.ID == "" {
		return d, ErrAccount
	}
	other, err := s.Accounts.Named(ctx, name)
	if err != nil {
		return d, err
	}
	d.Name, d.Conversation = other.Name, Between(v.User.ID, other.ID)
	err = s.mayMessage(ctx, v, other)
	switch d.Refusal = refusal.Of(err); {
	case err == nil:
		d.ID = account.NewKey()
	case d.Refusal == nil || errors.Is(err, ErrSelf):
		return d, err
	}
	d.Conversation, err = s.Lists.Converse(ctx, d.Conversation)
	if d.Refusal != nil && errors.Is(err, ErrNoRoom) {
		err = nil
	}
	return d, err
}

// PostTo writes a line to the user of a name.
func (s *Service) PostTo(ctx context.Context, v account.Visitor, name, text string) (Line, error) {
	d, err := s.direct(ctx, v, name)
	if err != nil {
		return Line{}, err
	}
	if d.Refusal != nil {
		return Line{}, d.Refusal
	}
	return s.Post(ctx, v, d.Topic(), text)
}

// markRead stores up to which line a user has read, and publishes the number of unread lines.
func (s *Service) markRead(ctx context.Context, c Conversation, user string, number int) error {
	if c.Unread(user) == 0 && number <= c.Last {
		return nil
	}
	if err := s.Lists.Read(ctx, c.ID, user, number); err != nil {
		return err
	}
	return s.PublishUnread(ctx, user)
}
