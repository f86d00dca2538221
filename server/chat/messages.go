package chat

import (
	"context"
	"errors"
	"time"

	"rosette/server/account"
	"rosette/server/refusal"
)

// maxListedConversations limits the conversations listed and counted for a user.
const maxListedConversations = 200

// A ConversationInfo is an entry in a user's list of conversations.
type ConversationInfo struct {
	Name   string // the other user's name; "" if the account is closed
	Unread int
	Latest time.Time
}

// Conversations returns a user's conversations, the latest first.
func (s *Service) Conversations(ctx context.Context, v account.Visitor) ([]ConversationInfo, error) {
	return s.conversations(ctx, v, maxListedConversations, func(Conversation) bool { return true })
}

// UnreadConversations returns up to limit conversations with unread lines, the latest first.
func (s *Service) UnreadConversations(ctx context.Context, v account.Visitor, limit int) ([]ConversationInfo, error) {
	return s.conversations(ctx, v, limit, func(c Conversation) bool { return c.Unread(v.User.ID) > 0 })
}

// conversations returns up to limit conversations that match accepts.
func (s *Service) conversations(
	ctx context.Context, v account.Visitor, limit int, match func(Conversation) bool,
) (all []ConversationInfo, err error) {
	if v.User.ID == "" {
		return nil, ErrNoAccount
	}
	stored, err := s.RoomStore.Conversations(ctx, v.User.ID, maxListedConversations)
	if err != nil {
		return nil, err
	}
	for _, c := range stored {
		if len(all) == limit {
			break
		}
		if !match(c) {
			continue
		}
		name, err := s.Accounts.NameOf(ctx, account.User{ID: c.Other(v.User.ID)}.Actor())
		if err != nil {
			return nil, err
		}
		all = append(all, ConversationInfo{name, c.Unread(v.User.ID), c.Latest})
	}
	return all, nil
}

// Unread returns the number of a user's unread lines in conversations and unread outcomes of
// reports.
func (s *Service) Unread(ctx context.Context, user string) (n int, err error) {
	if n, err = s.Moderation.UnreadOutcomes(ctx, user); err != nil {
		return n, err
	}
	all, err := s.RoomStore.Conversations(ctx, user, maxListedConversations)
	for _, c := range all {
		n += c.Unread(user)
	}
	return n, err
}

// Friends returns the users with whom u is in a mutual following.
func (s *Service) Friends(ctx context.Context, u account.User) (all []account.User, err error) {
	follows, err := s.Accounts.RelatedUsers(ctx, u, account.KindFollow)
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

// A DirectChat is a visitor's conversation with another user.
type DirectChat struct {
	Conversation // without an ID if there are no lines
	Name         string
	Refusal      *refusal.Error // reason why the visitor cannot write, or nil
	Lines        []Line
}

// Direct returns a visitor's conversation with a named user. If read is set, it marks the lines as
// read.
func (s *Service) Direct(ctx context.Context, v account.Visitor, name string, read bool) (DirectChat, error) {
	d, err := s.direct(ctx, v, name)
	if err != nil || d.ID == "" {
		return d, err
	}
	if d.Lines, err = s.lines(ctx, v, d.Topic(), Match{}); err == nil && read {
		err = s.markRead(ctx, d.Conversation, v.User.ID, d.Last)
	}
	return d, err
}

// direct returns the conversation with a named user, without its lines. If the visitor may write,
// it gets an ID.
func (s *Service) direct(ctx context.Context, v account.Visitor, name string) (d DirectChat, err error) {
	if v.User.ID == "" {
		return d, ErrNoAccount
	}
	other, err := s.Accounts.UserByName(ctx, name)
	if err != nil {
		return d, err
	}
	d.Name, d.Conversation = other.Name, NewConversation(v.User.ID, other.ID)
	err = s.mayMessage(ctx, v, other)
	switch d.Refusal = refusal.Of(err); {
	case err == nil:
		d.ID = account.NewKey()
	case d.Refusal == nil || errors.Is(err, ErrSelf):
		return d, err
	}
	d.Conversation, err = s.RoomStore.FindOrAddConversation(ctx, d.Conversation)
	if d.Refusal != nil && errors.Is(err, ErrNoRoom) {
		err = nil
	}
	return d, err
}

// PostTo sends a line to a named user.
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
	if err := s.RoomStore.Read(ctx, c.ID, user, number); err != nil {
		return err
	}
	return s.PublishUnread(ctx, user)
}
