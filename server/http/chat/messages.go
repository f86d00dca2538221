package chat

import (
	"context"
	"errors"
	"net/http"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
)

// mostConversations is how many conversations of a user are listed and counted.
const mostConversations = 200

type (
	// A Conversation is a conversation in a list.
	Conversation struct {
		Name   string `json:"name"` // of the other; "" of an account that is closed
		Unread int    `json:"unread,omitempty"`
		Latest int64  `json:"latest"`
	}
	// A DirectChat is a conversation with what was said last.
	DirectChat struct {
		Name  string     `json:"name"`
		Topic string     `json:"topic,omitempty"` // of the socket; absent if nothing was ever written
		Why   string     `json:"why,omitempty"`   // nothing can be written, as a key of a refusal
		Lines []ChatLine `json:"lines"`
	}
	// Unread tells a client how many lines of messages, and outcomes of reports, its person
	// has not read.
	Unread struct {
		Kind  string `json:"kind"`
		Count int    `json:"count"`
	}
	nameInput struct {
		Name string `path:"name" maxLength:"100"`
	}
	messageInput struct {
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Text string `json:"text" doc:"Up to 300 characters"`
		}
	}
	conversationsOutput struct{ Body []Conversation }
	directOutput        struct{ Body DirectChat }
)

// UnreadKind is the kind of [Unread].
const UnreadKind = "unread"

// Conversations returns the conversations of the client of a request, the latest first.
func (s *Server) Conversations(r *http.Request) (all []Conversation, err error) {
	v, err := s.member(r)
	if err != nil {
		return nil, err
	}
	kept, err := s.Lists.Conversations(r.Context(), v.User.ID, mostConversations)
	if err != nil {
		return nil, s.Problem(err)
	}
	all = []Conversation{}
	for _, c := range kept {
		name, err := s.Accounts.NameOf(r.Context(), account.User{ID: c.With(v.User.ID)}.Actor())
		if err != nil {
			return nil, s.Problem(err)
		}
		all = append(all, Conversation{name, c.Unread(v.User.ID), c.Latest.UnixMilli()})
	}
	return all, nil
}

// CountUnread returns how many lines a user has not read, and outcomes of his reports.
func (s *Server) CountUnread(ctx context.Context, user string) (n int, err error) {
	if n, err = s.countOutcomes(ctx, user); err != nil {
		return n, err
	}
	all, err := s.Lists.Conversations(ctx, user, mostConversations)
	for _, c := range all {
		n += c.Unread(user)
	}
	return n, err
}

// Unread returns how many lines the user of a request has not read. What goes wrong is
// logged: a page without the number is better than none.
func (s *Server) Unread(r *http.Request) int {
	v, err := s.Visitor(r)
	n := 0
	if err == nil {
		n, err = s.CountUnread(r.Context(), v.User.ID)
	}
	if err != nil {
		s.Log.Error("api: unread", "err", err)
	}
	return n
}

// Friends returns the users with whom somebody may speak: each follows the other.
func (s *Server) Friends(ctx context.Context, u account.User) (all []account.User, err error) {
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

// may returns why a user may not write to another, nil if he may. appeal reports whether
// the other moderates.
func (s *Server) may(ctx context.Context, v web.Visitor, other account.User) (appeal bool, err error) {
	u := v.User
	w := chat.Writing{Self: u.ID == other.ID, Moderator: u.Moderates() || other.Moderates(), Reader: other.Moderates()}
	mute, err := s.Mute(ctx, v)
	if err != nil {
		return w.Reader, err
	}
	w.Muted = mute.Until != 0
	if w.Blocked, err = s.Accounts.Blocked(ctx, u.Actor(), other.Actor()); err != nil {
		return w.Reader, err
	}
	follows, err := s.Accounts.Relation(ctx, u, other, account.KindFollow)
	if err != nil {
		return w.Reader, err
	}
	followed, err := s.Accounts.Relation(ctx, other, u, account.KindFollow)
	if err != nil {
		return w.Reader, err
	}
	w.Friends = follows && followed
	return w.Reader, w.May()
}

// sayToUser says something in a conversation.
func (s *Server) sayToUser(ctx context.Context, v web.Visitor, id, text string) (chat.Line, error) {
	c, other, err := s.conversation(ctx, v, id)
	if err != nil {
		return chat.Line{}, err
	}
	appeal, err := s.may(ctx, v, other)
	if err != nil {
		return chat.Line{}, err
	}
	l, err := s.Say(ctx, Speech{
		By: v, Text: text, Topic: c.Topic(), Appeal: appeal,
		Line:     chat.Line{Room: c.Topic(), Actor: v.User.Actor(), Name: v.User.Name},
		ToClient: func(l chat.Line) ChatLine { return LineOf(partDirect, "", l) },
	})
	if err != nil {
		return l, err
	}
	if err := s.read(ctx, c, v.User.ID, l.Number); err != nil {
		return l, err
	}
	return l, s.tellUnread(ctx, other.ID)
}

// conversation returns a conversation of somebody, and with whom it is.
func (s *Server) conversation(ctx context.Context, v web.Visitor, id string) (c chat.Conversation, other account.User, err error) {
	if c, err = s.Lists.Conversation(ctx, id); err != nil {
		return c, other, err
	}
	if v.User.ID == "" || !c.Has(v.User.ID) {
		return c, other, chat.ErrNoRoom
	}
	other, err = s.Accounts.Store.User(ctx, c.With(v.User.ID))
	if err == nil && !other.Open() {
		err = account.ErrNoUser
	}
	return c, other, err
}

// with returns the conversation of a member with the user of a name, and why nothing can
// be written in it. It has no id if nothing could be written ever.
func (s *Server) with(ctx context.Context, v web.Visitor, name string) (c chat.Conversation, other account.User, why, err error) {
	if other, err = s.Accounts.Named(ctx, name); err != nil {
		return c, other, nil, err
	}
	c = chat.Between(v.User.ID, other.ID)
	if _, why = s.may(ctx, v, other); why == nil {
		c.ID = account.NewKey()
	} else if why == chat.ErrSelf {
		return c, other, nil, why
	}
	if c, err = s.Lists.Converse(ctx, c); why != nil && errors.Is(err, chat.ErrNoRoom) {
		err = nil
	}
	return c, other, why, err
}

// read notes up to which line a user has read, and tells the user's sockets.
func (s *Server) read(ctx context.Context, c chat.Conversation, user string, number int) error {
	if c.Unread(user) == 0 && number <= c.Last {
		return nil
	}
	if err := s.Lists.Read(ctx, c.ID, user, number); err != nil {
		return err
	}
	return s.tellUnread(ctx, user)
}

// tellUnread tells the sockets of a user how many lines are unread.
func (s *Server) tellUnread(ctx context.Context, user string) error {
	n, err := s.CountUnread(ctx, user)
	if err != nil {
		return err
	}
	return s.publish(web.Actor(account.User{ID: user}.Actor()).Topic(), "", Unread{UnreadKind, n})
}

// Direct returns the conversation of the client of a request with somebody. If it reads,
// that is noted.
func (s *Server) Direct(r *http.Request, name string, reads bool) (DirectChat, error) {
	v, err := s.member(r)
	if err != nil {
		return DirectChat{}, err
	}
	c, other, why, err := s.with(r.Context(), v, name)
	if err != nil {
		return DirectChat{}, s.Problem(err)
	}
	d := DirectChat{Name: other.Name, Lines: []ChatLine{}}
	if refused, ok := why.(chat.Refusal); ok {
		d.Why = string(refused)
	} else if why != nil {
		return d, s.Problem(why)
	}
	if c.ID == "" {
		return d, nil
	}
	d.Topic = c.Topic()
	if d.Lines, err = s.last(r.Context(), v, c.Topic(), partDirect); err == nil && reads {
		err = s.read(r.Context(), c, v.User.ID, c.Last)
	}
	return d, s.Problem(err)
}

// WriteTo writes to somebody for the client of a request.
func (s *Server) WriteTo(r *http.Request, name, text string) (ChatLine, error) {
	v, err := s.member(r)
	if err != nil {
		return ChatLine{}, err
	}
	c, _, why, err := s.with(r.Context(), v, name)
	if err == nil {
		err = why
	}
	if err != nil {
		return ChatLine{}, s.Problem(err)
	}
	l, err := s.sayTo(r.Context(), v, c.Topic(), text)
	return LineOf(partDirect, "", l), s.Problem(err)
}

func (s *Server) getMessages(ctx context.Context, _ *noInput) (*conversationsOutput, error) {
	all, err := s.Conversations(web.RequestOf(ctx))
	return &conversationsOutput{all}, err
}

func (s *Server) getConversation(ctx context.Context, in *nameInput) (*directOutput, error) {
	d, err := s.Direct(web.RequestOf(ctx), in.Name, false)
	return &directOutput{d}, err
}

func (s *Server) postMessage(ctx context.Context, in *messageInput) (*lineOutput, error) {
	l, err := s.WriteTo(web.RequestOf(ctx), in.Name, in.Body.Text)
	return &lineOutput{l}, err
}

func (s *Server) putRead(ctx context.Context, in *nameInput) (*noOutput, error) {
	_, err := s.Direct(web.RequestOf(ctx), in.Name, true)
	return &noOutput{}, err
}
