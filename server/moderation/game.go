package moderation

import (
	"context"
	"time"

	"rosette/play/rating"
	"rosette/server/account"
)

// Annul annuls a rated game. If reinstate is set, it makes the game count again.
func (s *Service) Annul(ctx context.Context, v account.Visitor, id, reason string, reinstate bool) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	settings, err := s.Games.Settings(ctx, id)
	if err != nil {
		return noGame(err)
	}
	if !settings.Rated {
		return ErrNotRated
	}
	if reason, err = CleanReason(reason); err != nil {
		return err
	}
	if err := s.mayJudge(ctx, v, settings.Black.Actor(), settings.White.Actor()); err != nil {
		return err
	}
	annulled, err := s.Games.Annulled(ctx, id)
	if err != nil {
		return err
	}
	if annulled != reinstate {
		return ErrAlreadyJudged
	}
	return s.tablesWithEntry(v, Entry{Act: Judgement(reinstate), About: id, Reason: reason}).Judge(ctx)
}

const (
	// pairPeriod is the period of the compared games.
	pairPeriod = 30 * 24 * time.Hour

	// mostPairs limits the list of pairs.
	mostPairs = 50
)

// A Pair is a pair of players whose rated games were mostly won by one of them.
type Pair struct {
	rating.Pair
	Winner, Loser string // names, or "" for a closed account
}

// LopsidedPairs returns the pairs with the most lopsided scores in the last 30 days, and the end of the
// earliest game that counts.
func (s *Service) LopsidedPairs(ctx context.Context, v account.Visitor) (pairs []Pair, from time.Time, err error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, from, err
	}
	found, from, err := s.Games.LopsidedPairs(ctx, s.Now().Add(-pairPeriod), mostPairs)
	if err != nil {
		return nil, from, err
	}
	for _, p := range found {
		pair := Pair{Pair: p}
		if pair.Winner, err = s.Accounts.NameOf(ctx, p.Actor); err != nil {
			return nil, from, err
		}
		if pair.Loser, err = s.Accounts.NameOf(ctx, p.Opponent); err != nil {
			return nil, from, err
		}
		pairs = append(pairs, pair)
	}
	return pairs, from, nil
}
