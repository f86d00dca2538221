package lobby

import (
	"context"
	"slices"

	"rosette/play"
	"rosette/server/account"
)

// HandOver returns a secret by which another device plays as a guest, within
// [account.HandOverLife]. A user signs in there instead.
func (s *Service) HandOver(ctx context.Context, c Client) (secret string, err error) {
	actor := string(c.Actor)
	if _, guest := account.GuestID(actor); !guest {
		return "", ErrNoGuest
	}
	if wait, ok := s.Limit.Take(c.Address); !ok {
		return "", after(wait, ErrTooManyRequests)
	}
	return s.Accounts.HandOver(ctx, actor)
}

// HandedOver returns the name of the guest who plays on the device that made a secret. Other
// reports whether the visitor is another guest.
func (s *Service) HandedOver(ctx context.Context, v account.Visitor, secret string) (name string, other bool, err error) {
	actor, err := s.Accounts.HandedOver(ctx, secret)
	if err != nil {
		return "", false, err
	}
	if actor == "" {
		return "", false, ErrHandedOver
	}
	name, err = s.Accounts.GuestName(ctx, actor)
	return name, v.Actor != "" && string(v.Actor) != actor, err
}

// TakeOver returns the key of a session by which a device plays as the guest of another one. The
// secret is used up.
func (s *Service) TakeOver(ctx context.Context, secret string, device account.Device) (session string, err error) {
	actor, err := s.Accounts.TakeOver(ctx, secret)
	if err != nil {
		return "", err
	}
	if actor == "" {
		return "", ErrHandedOver
	}
	return s.Accounts.Begin(ctx, actor, device)
}

// WatcherLink returns a secret by which one person may watch a private match of a client, within
// [account.InviteLife].
func (s *Service) WatcherLink(ctx context.Context, c Client, match string) (secret string, err error) {
	var settings play.Settings
	look := func(m *play.Match) { settings = m.OriginalSettings() }
	if err := s.Matches.Look(ctx, c.Visitor, match, look); err != nil {
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

// CheckWatcherLink returns nil if a secret of [Service.WatcherLink] can be used.
func (s *Service) CheckWatcherLink(ctx context.Context, secret string) error {
	match, err := s.Accounts.Invited(ctx, secret)
	if err == nil && match == "" {
		return ErrNoLink
	}
	return err
}

// Watch lets a client watch the match of a secret, which is used up. It returns the match, and
// the key of the session of a new guest.
func (s *Service) Watch(ctx context.Context, c Client, secret string) (match, session string, err error) {
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
