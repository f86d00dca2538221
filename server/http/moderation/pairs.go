package moderation

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"time"

	"rosette/play/rating"
	"rosette/server/http/account"
	"rosette/server/http/web"
)

const (
	// pairsFor is the time whose rated games are compared.
	pairsFor = 30 * 24 * time.Hour

	// mostPairs bounds the pairs of a list.
	mostPairs = 50
)

// A Pair is two players whose rated games were mostly won by one of them.
type Pair struct {
	Winner     string  `json:"winner" doc:"Name, empty for an account that is closed"`
	Loser      string  `json:"loser" doc:"Name, empty for an account that is closed"`
	Games      int     `json:"games"`
	OneAddress int     `json:"oneAddress,omitempty" doc:"Games in which both were at one address"`
	Share      float64 `json:"share" doc:"Of the points that the winner won, from 0.75 to 1"`
	Gained     int     `json:"gained" doc:"Points by which the winner's ratings rose"`
	Last       int64   `json:"last" doc:"End of the last game"`
	Page       string  `json:"page,omitempty" doc:"Where their games are listed"`
}

// Pairs are the most lopsided pairs, those with the most points gained first.
type Pairs struct {
	From  int64  `json:"from" doc:"The end of the earliest game that counts: 30 days ago, or later where there are more than 10,000 rated games"`
	Pairs []Pair `json:"pairs"`
}

// Lopsided returns the most lopsided pairs of the last 30 days to a moderator.
func (s *Server) Lopsided(r *http.Request) (Pairs, error) {
	all := Pairs{Pairs: []Pair{}}
	if _, err := s.Moderator(r); err != nil {
		return all, err
	}
	found, from, err := s.Games.Lopsided(r.Context(), s.Now().Add(-pairsFor), mostPairs)
	if err != nil {
		return all, s.Problem(err)
	}
	all.From = from.UnixMilli()
	for _, p := range found {
		one, err := s.pairOf(r.Context(), p)
		if err != nil {
			return all, s.Problem(err)
		}
		all.Pairs = append(all.Pairs, one)
	}
	return all, nil
}

// pairOf returns a pair with the names of its players.
func (s *Server) pairOf(ctx context.Context, p rating.Pair) (one Pair, err error) {
	one = Pair{
		Games: p.Games, OneAddress: p.OneAddress, Share: math.Round(p.Share()*1000) / 1000, Gained: int(math.Round(p.Gained)),
		Last: p.Last.UnixMilli(),
	}
	if one.Winner, err = s.Accounts.NameOf(ctx, p.Actor); err != nil {
		return one, err
	}
	if one.Loser, err = s.Accounts.NameOf(ctx, p.Opponent); err != nil || one.Winner == "" || one.Loser == "" {
		return one, err
	}
	query := url.Values{"opponent": {one.Loser}, "rated": {"true"}}
	one.Page = account.Page(one.Winner) + "?" + query.Encode()
	return one, nil
}

type pairsOutput struct{ Body Pairs }

func (s *Server) getPairs(ctx context.Context, _ *noInput) (*pairsOutput, error) {
	all, err := s.Lopsided(web.RequestOf(ctx))
	if err != nil {
		return nil, err
	}
	return &pairsOutput{all}, nil
}
