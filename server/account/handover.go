package account

import (
	"context"
	"fmt"
	"time"
)

// HandOverLife is the lifetime of a secret from [Service.HandOver].
const HandOverLife = 10 * time.Minute

// HandOver returns a secret that lets another device act as an actor. It works once.
func (s *Service) HandOver(ctx context.Context, actor string) (secret string, err error) {
	now := s.Now()
	if err := s.Store.RemoveOlder(ctx, KindHandOver, now.Add(-HandOverLife)); err != nil {
		return "", fmt.Errorf("hand over: %w", err)
	}
	secret = NewKey()
	err = s.Store.Add(ctx, Belonging{Owner: actor, Kind: KindHandOver, ID: KeyHash(secret), At: now, Body: "{}"})
	if err != nil {
		return "", fmt.Errorf("hand over: %w", err)
	}
	return secret, nil
}

// HandOverActor returns the actor for a secret from [Service.HandOver], or "" if the secret is used
// up or too old.
func (s *Service) HandOverActor(ctx context.Context, secret string) (actor string, err error) {
	b, err := s.handOver(ctx, secret)
	return b.Owner, err
}

// TakeOver is like [Service.HandOverActor] and uses the secret up.
func (s *Service) TakeOver(ctx context.Context, secret string) (actor string, err error) {
	b, err := s.handOver(ctx, secret)
	if err != nil || b.Owner == "" {
		return "", err
	}
	first, err := s.Store.Remove(ctx, b)
	if err != nil {
		return "", fmt.Errorf("take over: %w", err)
	}
	if !first { // a concurrent request has used it
		return "", nil
	}
	return b.Owner, nil
}

func (s *Service) handOver(ctx context.Context, secret string) (Belonging, error) {
	found, err := s.Store.Find(ctx, KindHandOver, KeyHash(secret))
	if err != nil {
		return Belonging{}, fmt.Errorf("take over: %w", err)
	}
	for _, b := range found {
		if s.Now().Sub(b.At) < HandOverLife {
			return b, nil
		}
	}
	return Belonging{}, nil
}
