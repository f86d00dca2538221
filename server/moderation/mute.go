package moderation

import (
	"context"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
)

const (
	mostMutes = 200     // in a list
	mostHours = 1 << 14 // more than the longest mute
)

// A NewMute is a request to mute a named user or the author of a line.
type NewMute struct {
	Name   string
	Line   LineRef // used instead of Name if its room is set
	Hours  int     // 1 to 8784
	Reason string  // up to [MaxReason] characters, shown to the muted person
}

// Mute mutes a person.
func (s *Service) Mute(ctx context.Context, v account.Visitor, wanted NewMute) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	m := Mute{By: string(v.Actor), At: s.Now()}
	var err error
	if m.Actor, m.Name, err = s.muteTarget(ctx, v, wanted); err != nil {
		return err
	}
	if m.Reason, err = CleanReason(wanted.Reason); err != nil {
		return err
	}
	span := time.Duration(min(max(wanted.Hours, 0), mostHours)) * time.Hour
	if err := CheckMuteLength(span); err != nil {
		return err
	}
	m.Until = m.At.Add(span)
	if err := s.mayActOn(ctx, v, m.Actor); err != nil {
		return err
	}
	e := Entry{Act: ActMute, Person: m.Name, Until: m.Until, Reason: m.Reason}
	if err := s.tablesWithEntry(v, e).Mutes.SetMute(ctx, m); err != nil {
		return err
	}
	s.Publisher.Mute(m.Actor, chat.Mute{Until: m.Until, Reason: m.Reason})
	return nil
}

// muteTarget returns the actor and name of the person to mute.
func (s *Service) muteTarget(ctx context.Context, v account.Visitor, wanted NewMute) (actor, name string, err error) {
	if wanted.Line.Room == "" {
		u, err := s.Accounts.UserByName(ctx, wanted.Name)
		return u.Actor(), u.Name, err
	}
	l, err := s.line(ctx, v, wanted.Line)
	if err != nil {
		return "", "", err
	}
	name, err = s.nameOf(ctx, l.Actor, l.Name)
	return l.Actor, name, err
}

// Unmute ends an actor's mute.
func (s *Service) Unmute(ctx context.Context, v account.Visitor, actor string) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if err := s.mayActOn(ctx, v, actor); err != nil {
		return err
	}
	m, err := s.Table.Mute(ctx, actor)
	if err != nil {
		return err
	}
	e := Entry{Act: ActUnmute, Person: m.Name}
	if _, err := s.tablesWithEntry(v, e).Mutes.EndMute(ctx, actor, s.Now()); err != nil {
		return err
	}
	s.Publisher.Mute(actor, chat.Mute{})
	return nil
}

// Mutes returns the current mutes.
func (s *Service) Mutes(ctx context.Context, v account.Visitor) ([]Mute, error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, err
	}
	return s.Table.Mutes(ctx, s.Now(), mostMutes)
}

// CheckPublish returns [account.ErrMuted] if the visitor is muted and may not publish a text.
func (s *Service) CheckPublish(ctx context.Context, v account.Visitor, t account.Text) error {
	m, err := s.muteOf(ctx, v)
	if err != nil {
		return err
	}
	return m.Check(t, s.Now())
}

// ActiveMute implements [chat.Moderation].
func (s *Service) ActiveMute(ctx context.Context, v account.Visitor) (chat.Mute, error) {
	m, err := s.muteOf(ctx, v)
	if err != nil || !m.Active(s.Now()) {
		return chat.Mute{}, err
	}
	return chat.Mute{Until: m.Until, Reason: m.Reason}, nil
}

// muteOf returns a visitor's mute that ends last, or the zero Mute.
func (s *Service) muteOf(ctx context.Context, v account.Visitor) (Mute, error) {
	actors := v.OwnActors()
	if len(actors) == 0 {
		return Mute{}, nil
	}
	return s.Table.Mute(ctx, actors...)
}

// Line returns a line that the moderator may act on.
func (s *Service) Line(ctx context.Context, v account.Visitor, ref LineRef) (chat.Line, error) {
	if err := s.CheckModerator(v); err != nil {
		return chat.Line{}, err
	}
	return s.line(ctx, v, ref)
}

// HideLine hides a line.
func (s *Service) HideLine(ctx context.Context, v account.Visitor, ref LineRef, reason string) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	reason, err := CleanReason(reason)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	l, err := s.line(ctx, v, ref)
	if err != nil {
		return err
	}
	name, err := s.nameOf(ctx, l.Actor, l.Name)
	if err != nil {
		return err
	}
	e := Entry{Act: ActHide, Person: name, About: ref.Room, Quote: l.Text, Reason: reason}
	hidden, err := s.tablesWithEntry(v, e).Lines.Hide(ctx, ref.Room, ref.Number)
	if err != nil {
		return err
	}
	s.Chat.PublishLine(hidden)
	return nil
}
