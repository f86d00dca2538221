package store

import (
	"context"
	"database/sql"
	"math"
	"strings"
	"time"

	"rosette/play/rating"
)

// A relation selects the games that reduce a game's weight for one player; see [rating.Weight].
// These are games that count, ended within the preceding week and were played against the same
// opponent or, if oneAddress is set, from one address.
type relation struct {
	pool             string
	player, opponent string // actors
	oneAddress       bool
	position         int64 // selects games that ended before it
	since            time.Time
}

// weightOf returns a game's weight. Games against the computer have full weight.
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

// nextGame returns a game between two people that ends at the given time, after all stored games.
func nextGame(pool rating.Pool, a, b string, oneAddress bool, ended time.Time) ratedGame {
	return ratedGame{
		pool: pool.String(), black: a, white: b, oneAddress: oneAddress, position: math.MaxInt64, ended: ended,
	}
}

// pairRatings limits the ratings that [Ratings.Lopsided] reads: two for each game.
const pairRatings = 20_000

// args returns the arguments for countRelated.
func (r relation) args() []any {
	least := int64(2) // larger than any stored boolean
	if r.oneAddress {
		least = Truth(true)
	}
	return []any{r.pool, r.player, r.opponent, least, r.position, Nanoseconds(r.since)}
}

func (t ratingTable) related(r relation) (n int, err error) {
	err = t.Query(countRelated, r.args()...).Scan(&n)
	return n, err
}

// Weight returns the weight that a game between two people in a pool would have if it ended at the
// given time; see [rating.Weight].
func (r Ratings) Weight(
	ctx context.Context, pool rating.Pool, a, b string, oneAddress bool, ended time.Time,
) (float64, error) {
	return weightOf(relationsInSQL{ctx, r.s}, nextGame(pool, a, b, oneAddress, ended))
}

// relationsInSQL counts games in relations outside a transaction.
type relationsInSQL struct {
	ctx context.Context
	s   querier
}

func (r relationsInSQL) related(of relation) (n int, err error) {
	for row, err := range List(r.ctx, r.s, countRelated, func(rows *sql.Rows) (n int, err error) {
		err = rows.Scan(&n)
		return n, err
	}, of.args()...) {
		return row, err
	}
	return 0, nil
}

// Lopsided returns up to limit pairs of people with one-sided rated games since a time, the most
// points gained first; see [rating.Pair.Lopsided]. It reads at most the last 10,000 rated games. If
// there are more, from is the time at which the first game read ended, otherwise since.
func (r Ratings) Lopsided(
	ctx context.Context, since time.Time, limit int,
) (pairs []rating.Pair, from time.Time, err error) {
	for first, err := range List(ctx, r.s, firstPaired, func(rows *sql.Rows) (n int64, err error) {
		err = rows.Scan(&n)
		return n, err
	}, Nanoseconds(since), pairRatings-1) {
		if err != nil {
			return nil, since, err
		}
		since = TimeOf(first)
	}
	pairs, err = Collect(List(ctx, r.s, listLopsided, func(rows *sql.Rows) (p rating.Pair, err error) {
		var score, gained, last int64
		err = rows.Scan(&p.Actor, &p.Opponent, &p.Games, &p.OneAddress, &score, &gained, &last)
		p.Score = float64(score) / 2
		p.Gained = float64(gained) / rating.PointSteps
		p.Last = TimeOf(last)
		return p, err
	}, Nanoseconds(since), pairRatings, rating.PairGames, max(limit, 0)))
	return pairs, since, err
}
