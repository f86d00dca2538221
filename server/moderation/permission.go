package moderation

import (
	"context"
	"errors"
	"slices"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/refusal"
)

// This file implements the permissions for moderation.

// CheckModerator returns a refusal unless the visitor is a moderator in a browser, or the operator.
func (s *Service) CheckModerator(v account.Visitor) error {
	switch {
	case v.Operator:
		return nil
	case v.User.ID == "":
		return ErrNotSignedIn
	case v.Demoted != "":
		return refusal.New(refusal.Forbidden, v.Demoted)
	case !v.User.Moderates():
		return ErrNotModerator
	}
	return nil
}

// checkAdmin returns a refusal unless the visitor is an administrator with a fresh session, or the
// operator.
func (s *Service) checkAdmin(v account.Visitor) error {
	err := s.CheckModerator(v)
	switch {
	case err != nil || v.Operator:
		return err
	case v.User.Role != account.Admin:
		return ErrNotAdmin
	case !v.Session.Fresh(s.Now()):
		return ErrNotFresh
	}
	return nil
}

// mayActOn returns a refusal if the moderator may not act on an actor. Moderators cannot act on
// themselves, and only administrators can act on moderators.
func (s *Service) mayActOn(ctx context.Context, v account.Visitor, actor string) error {
	if isOwn(v, actor) {
		return ErrSelf
	}
	id, err := account.UserOf(ctx, s.Store, actor)
	if err != nil || id == "" || v.Operator || v.User.Role == account.Admin {
		return err
	}
	u, err := s.Store.User(ctx, id)
	if errors.Is(err, account.ErrNoUser) {
		return nil
	}
	if err == nil && u.Moderates() {
		err = ErrAdminOnly
	}
	return err
}

// isOwn reports whether an actor is the visitor, or a guest that the visitor used to be.
func isOwn(v account.Visitor, actor string) bool {
	return slices.Contains(v.Own(), account.Actor(actor))
}

// mayJudge returns a refusal if the moderator may not decide a case between the actors.
func (s *Service) mayJudge(ctx context.Context, v account.Visitor, actors ...string) error {
	for _, actor := range actors {
		if isOwn(v, actor) {
			return ErrInvolved
		}
		if err := s.mayActOn(ctx, v, actor); err != nil {
			return err
		}
	}
	return nil
}

// mayClose returns a refusal if the moderator may not close a report. Moderators cannot close their
// own reports.
func (s *Service) mayClose(ctx context.Context, v account.Visitor, r Report) error {
	if isOwn(v, r.By) {
		return ErrInvolved
	}
	actors, err := s.accusedActors(ctx, r)
	if err != nil {
		return err
	}
	return s.mayJudge(ctx, v, actors...)
}

// accusedActors returns the accused actors: both players if the report names a game but no person.
func (s *Service) accusedActors(ctx context.Context, r Report) ([]string, error) {
	if r.Accused != "" || r.Game == "" {
		return []string{r.Accused}, nil
	}
	settings, err := s.Games.Settings(ctx, r.Game)
	if errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrDamaged) || errors.Is(err, play.ErrUnknownEvent) {
		return nil, nil // the game is unreadable
	}
	return []string{settings.Black.Actor(), settings.White.Actor()}, err
}

// isAccused reports whether a report accuses the visitor.
func (s *Service) isAccused(ctx context.Context, r Report, v account.Visitor) (bool, error) {
	actors, err := s.accusedActors(ctx, r)
	return slices.ContainsFunc(actors, func(actor string) bool { return isOwn(v, actor) }), err
}

// report returns a report, or [ErrNoReport] if it accuses the moderator.
func (s *Service) report(ctx context.Context, v account.Visitor, id string) (Report, error) {
	r, err := s.Table.ReportOf(ctx, id)
	if err != nil {
		return Report{}, err
	}
	own, err := s.isAccused(ctx, r, v)
	if err == nil && own {
		err = ErrNoReport
	}
	return r, err
}

// A LineRef identifies a line. Report is the ID of a report that quotes the line, for moderators
// who may not read the room.
type LineRef struct {
	Room   string
	Number int
	Report string
}

// line returns a line that the moderator may act on: a line in a room the moderator may read, or
// one quoted in a report. Moderators cannot read other people's conversations, private games, or
// the players' chat in a game in progress. The operator may act on every line.
func (s *Service) line(ctx context.Context, v account.Visitor, ref LineRef) (chat.Line, error) {
	if v.Operator {
		return s.Lines.Line(ctx, ref.Room, ref.Number)
	}
	if ref.Report == "" {
		if err := s.Chat.CheckRead(ctx, v, ref.Room); err != nil {
			return chat.Line{}, noGame(err)
		}
		return s.Lines.Line(ctx, ref.Room, ref.Number)
	}
	r, err := s.report(ctx, v, ref.Report)
	if err != nil {
		return chat.Line{}, err
	}
	l, err := s.Lines.Line(ctx, ref.Room, ref.Number)
	if err == nil && !r.quotes(l) {
		return chat.Line{}, chat.ErrNoLine
	}
	return l, err
}

// quotes reports whether a report quotes a line. A report about a game, which names no room, may
// quote both parts of its chat.
func (r Report) quotes(l chat.Line) bool {
	match, _, _ := chat.MatchOf(l.Room)
	if r.Room != l.Room && (r.Room != "" || r.Game == "" || r.Game != match) {
		return false
	}
	return slices.ContainsFunc(r.Quote, func(q QuotedLine) bool { return q.Number == l.Number && q.At.Equal(l.At) })
}

// noGame replaces the error for a missing match by [ErrNoGame].
func noGame(err error) error {
	if errors.Is(err, play.ErrNoMatch) || errors.Is(err, chat.ErrNoMatch) {
		return ErrNoGame
	}
	return err
}
