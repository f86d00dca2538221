package account

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// InviteLife is the lifetime of a secret from [Service.InviteWatcher].
const InviteLife = 7 * 24 * time.Hour

// InviteWatcher returns a secret that lets one person watch a private match.
func (s *Service) InviteWatcher(ctx context.Context, match string) (secret string, err error) {
	now := s.Now()
	if err := s.Store.RemoveOlder(ctx, KindInvite, now.Add(-InviteLife)); err != nil {
		return "", fmt.Errorf("invite a watcher: %w", err)
	}
	secret = NewKey()
	err = s.Store.Add(ctx, Belonging{Owner: match, Kind: KindInvite, ID: KeyHash(secret), At: now, Body: "{}"})
	if err != nil {
		return "", fmt.Errorf("invite a watcher: %w", err)
	}
	return secret, nil
}

// InvitedMatch returns the match for a secret from [Service.InviteWatcher], or "" if the secret is used
// up or too old.
func (s *Service) InvitedMatch(ctx context.Context, secret string) (match string, err error) {
	found, err := s.Store.Find(ctx, KindInvite, KeyHash(secret))
	if err != nil {
		return "", fmt.Errorf("invited: %w", err)
	}
	for _, b := range found {
		if s.Now().Sub(b.At) < InviteLife {
			return b.Owner, nil
		}
	}
	return "", nil
}

// Watch is like [Service.InvitedMatch]. It also lets an actor watch the match, and uses the secret up.
func (s *Service) Watch(ctx context.Context, secret, actor string) (match string, err error) {
	if match, err = s.InvitedMatch(ctx, secret); err != nil || match == "" {
		return "", err
	}
	first, err := s.Store.Remove(ctx, Belonging{Owner: match, Kind: KindInvite, ID: KeyHash(secret)})
	if err != nil || !first { // a concurrent request has used it
		return "", err
	}
	return match, s.Store.Put(ctx, Belonging{
		Owner: ownerOf(actor), Kind: KindWatch, ID: match, At: s.Now(), Body: "{}",
	})
}

// Watches reports whether an actor was invited to watch a match.
func (s *Service) Watches(ctx context.Context, actor, match string) (bool, error) {
	found, err := s.Store.Find(ctx, KindWatch, match)
	return slices.ContainsFunc(found, func(b Belonging) bool { return b.Owner == ownerOf(actor) }), err
}

// ownerOf returns the owner of an actor's belongings: the id for a user, so that they are deleted
// with the account.
func ownerOf(actor string) string {
	if id, ok := UserID(actor); ok {
		return id
	}
	return actor
}
