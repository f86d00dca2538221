package account

import (
	"context"
	"fmt"
	"time"
)

// HandOverLife is how long the secret of [Service.HandOver] lasts.
const HandOverLife = 10 * time.Minute

// HandOver returns a secret with which another device can act as an actor, once.
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

// HandedOver returns as whom the secret of [Service.HandOver] lets one act, "" if it is
// used up or too old.
func (s *Service) HandedOver(ctx context.Context, secret string) (actor string, err error) {
	b, err := s.handedOver(ctx, secret)
	return b.Owner, err
}

// TakeOver is [Service.HandedOver] and uses the secret up.
func (s *Service) TakeOver(ctx context.Context, secret string) (actor string, err error) {
	b, err := s.handedOver(ctx, secret)
	if err != nil || b.Owner == "" {
		return "", err
	}
	first, err := s.Store.Remove(ctx, b)
	if err != nil {
		return "", fmt.Errorf("take over: %w", err)
	}
	if !first { // somebody else has used it meanwhile
		return "", nil
	}
	return b.Owner, nil
}

func (s *Service) handedOver(ctx context.Context, secret string) (Belonging, error) {
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
