package store

import (
	"math"
	"strings"
	"time"

	"rosette/play/rating"
)

// A relation selects the games that lessen the weight of a game for one player, see
// [rating.Weight]: those that count, ended within a week before it and were played
// against the same opponent or, where oneAddress is set, from one address.
type relation struct {
	pool             string
	player, opponent string // actors
	oneAddress       bool
	position         int64 // the games ended before it
	since            time.Time
}

// selects reports whether a game is one of those.
func (r relation) selects(g ratedGame) bool {
	if g.pool != r.pool || !g.counts() || g.position >= r.position || g.ended.Before(r.since) {
		return false
	}
	return g.black == r.player && (g.white == r.opponent || r.oneAddress && g.oneAddress) ||
		g.white == r.player && (g.black == r.opponent || r.oneAddress && g.oneAddress)
}

// weightOf returns the weight of a game. Games against the computer have all of it.
func weightOf(t interface {
	related(r relation) (int, error)
}, g ratedGame,
) (float64, error) {
	if strings.HasPrefix(g.black, botPrefix) || strings.HasPrefix(g.white, botPrefix) {
		return 1, nil
	}
	r := relation{g.pool, g.black, g.white, g.oneAddress, g.position, g.ended.Add(-rating.Week)}
	n, err := t.related(r)
	if err != nil || !g.oneAddress {
		return rating.Weight(n), err
	}
	r.player, r.opponent = g.white, g.black
	other, err := t.related(r)
	return rating.Weight(max(n, other)), err
}

// nextGame returns a game of two people as if it ended now.
func nextGame(pool rating.Pool, a, b string, oneAddress bool, ended time.Time) ratedGame {
	return ratedGame{pool: pool.String(), black: a, white: b, oneAddress: oneAddress, position: math.MaxInt64, ended: ended}
}

// pairRatings bounds the ratings that [Ratings.Lopsided] reads: two for each game.
const pairRatings = 20_000
