package lobby

import (
	"context"
	"slices"

	"rosette/play"
	"rosette/server/account"
)

// HandOver returns a secret with which another device can play as this guest within
// [account.HandOverLife]. Users sign in instead.
func (s *Service) HandOver(ctx context.Context, c account.Client) (secret string, err error) {
	actor := string(c.Actor)
	if _, guest := account.GuestID(actor); !guest {
		return "", ErrNoGuest
	}
	if wait, ok := s.Limit.Take(c.Address); !ok {
		return "", after(wait, ErrTooManyRequests)
	}
	return s.Accounts.HandOver(ctx, actor)
}

// HandOverActor returns the name of the guest whose device created a secret. other reports whether the
// visitor is a different guest.
func (s *Service) HandOverActor(
	ctx context.Context, v account.Visitor, secret string,
) (name string, other bool, err error) {
	actor, err := s.Accounts.HandOverActor(ctx, secret)
	if err != nil {
		return "", false, err
	}
	if actor == "" {
		return "", false, ErrHandOverUsed
	}
	name, err = s.Accounts.GuestName(ctx, actor)
	return name, v.Actor != "" && string(v.Actor) != actor, err
}

// TakeOver uses up a secret and returns a guest, and a session key with which the device plays as
// the guest.
func (s *Service) TakeOver(
	ctx context.Context, secret string, device account.Device,
) (guest account.Actor, session string, err error) {
	actor, err := s.Accounts.TakeOver(ctx, secret)
	if err != nil {
		return "", "", err
	}
	if actor == "" {
		return "", "", ErrHandOverUsed
	}
	session, err = s.Accounts.Begin(ctx, actor, device)
	return account.Actor(actor), session, err
}

// WatcherLink returns a secret with which one person may watch a client's private match, within
// [account.InviteLife].
func (s *Service) WatcherLink(ctx context.Context, c account.Client, match string) (secret string, err error) {
	var settings play.Settings
	look := func(m *play.Match) { settings = m.OriginalSettings() }
	if err := s.Matches.View(ctx, c.Visitor, match, look); err != nil {
		return "", err
	}
	own := c.OwnActors()
	switch {
	case !slices.Contains(own, settings.Black.Actor()) && !slices.Contains(own, settings.White.Actor()):
		return "", ErrNotPlayer
	case !settings.Private:
		return "", ErrNotPrivate
	}
	if wait, ok := s.Limit.Take(c.Address); !ok {
		return "", after(wait, ErrTooManyRequests)
	}
	return s.Accounts.InviteWatcher(ctx, match)
}

// CheckWatcherLink returns nil if a secret from [Service.WatcherLink] is valid.
func (s *Service) CheckWatcherLink(ctx context.Context, secret string) error {
	match, err := s.Accounts.InvitedMatch(ctx, secret)
	if err == nil && match == "" {
		return ErrNoLink
	}
	return err
}

// Watch uses up a secret and lets the client watch its match. It returns the match and the session
// key for a new guest.
func (s *Service) Watch(ctx context.Context, c account.Client, secret string) (match, session string, err error) {
	if err := s.CheckWatcherLink(ctx, secret); err != nil {
		return "", "", err
	}
	p, err := s.person(ctx, c.Visitor, "")
	if err != nil {
		return "", "", err
	}
	if session, err = s.admit(ctx, c, &p, ""); err != nil {
		return "", "", err
	}
	if match, err = s.Accounts.Watch(ctx, secret, p.Seat.Actor()); err == nil && match == "" {
		err = ErrNoLink
	}
	if err != nil {
		return "", "", err
	}
	return match, session, nil
}
