package store

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"rosette/play/rating"
)

// Games returns the game lists, which a [Projector] maintains.
func (s *SQL) Games() Games { return Games{s} }

// Of returns running or finished games in which an actor has a seat.
func (l Games) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]Game, error) {
	return l.List(ctx, listGamesOf, Truth(!running), upTo(before), max(limit, 0), actor)
}

// Running returns unfinished games.
func (l Games) Running(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.List(ctx, listGames, Truth(false), upTo(before), max(limit, 0))
}

// Finished returns finished games.
func (l Games) Finished(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.List(ctx, listGames, Truth(true), upTo(before), max(limit, 0))
}

// Find returns the games that a filter selects.
func (l Games) Find(ctx context.Context, f Filter, limit int, before int64) ([]Game, error) {
	until := int64(math.MaxInt64)
	if !f.To.IsZero() {
		until = Nanoseconds(f.To)
	}
	args := []any{
		Truth(f.Over), upTo(before), max(limit, 0), Truth(f.Public), Truth(f.Rated), f.Board, f.Pool,
		Nanoseconds(f.From), until,
	}
	if f.Actor == "" {
		return l.List(ctx, findGames, args...)
	}
	return l.List(ctx, findGamesOf, append(args, f.Actor, f.Opponent, f.Outcome)...)
}

// Counts returns the numbers of an actor's ended games, only those with an opponent unless that is
// "", and only public ones if public is set.
func (l Games) Counts(ctx context.Context, actor, opponent string, public bool) ([]GameCount, error) {
	return Collect(List(ctx, l.s, countGames, scanGameCount, actor, opponent, Truth(public)))
}

func scanGameCount(rows *sql.Rows) (c GameCount, err error) {
	var last int64
	err = rows.Scan(&c.Board, &c.Color, &c.Outcome, &c.Games, &last)
	c.Last = TimeOf(last)
	return c, err
}

// Days returns the numbers of an actor's games by the day of their end, in no particular order.
func (l Games) Days(ctx context.Context, actor string, from time.Time, public bool) ([]DayCount, error) {
	return Collect(List(ctx, l.s, countDays, scanDayCount, actor, Nanoseconds(from), Truth(public)))
}

func scanDayCount(rows *sql.Rows) (c DayCount, err error) {
	var day int64
	err = rows.Scan(&day, &c.Games)
	c.Day = time.Unix(day*24*60*60, 0).UTC()
	return c, err
}

// upTo converts a list's cursor to an exclusive upper bound.
func upTo(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

func (l Games) List(ctx context.Context, query string, args ...any) (all []Game, err error) {
	return Collect(List(ctx, l.s, query, scanGame, args...))
}

// scanGame reads a row from listGames.
func scanGame(rows *sql.Rows) (Game, error) {
	var g Game
	var opened, updated, swapped, ended, rated, annulled, public int64
	err := rows.Scan(&g.ID, &g.Board, &g.Rules, &opened, &updated, &g.Seq, &g.Position, &swapped, &ended, &g.Result,
		&g.Pool, &rated, &annulled, &public, &g.Black.Actor, &g.Black.Name, &g.White.Actor, &g.White.Name)
	g.Opened = TimeOf(opened)
	g.Updated = TimeOf(updated)
	g.Over = ended != 0
	g.Rated = rated != 0
	g.Annulled = annulled != 0
	g.Public = public != 0
	if swapped != 0 {
		g.Black, g.White = g.White, g.Black
	}
	return g, err
}

// Position returns the log position that the lists have reached.
func (l Games) Position(ctx context.Context) (int64, error) {
	for p, err := range List(ctx, l.s, listProjections, scanPosition) {
		if err != nil || p.name == gamesProjectionName {
			return p.position, err
		}
	}
	return 0, nil
}

// Remove deletes a match from the lists after its removal from the log.
func (l Games) Remove(ctx context.Context, id string) error {
	return l.s.Write(ctx, func(tx Tx) (refused, failed error) {
		return nil, Each(tx, Step{deleteGame, []any{id}}, Step{deleteGameSeat, []any{id}})
	})
}

func (t ratingTable) isSwapped(id string) (bool, error) {
	var swapped int64
	err := t.Query(isGameSwapped, id).Scan(&swapped)
	if errors.Is(err, sql.ErrNoRows) { // its first event cannot be read
		err = nil
	}
	return swapped != 0, err
}

func (t ratingTable) setOutcomes(id, black, white string) error {
	return Each(t.Tx, Step{setGameOutcome, []any{id, "b", black}}, Step{setGameOutcome, []any{id, "w", white}})
}

// scanRated reads a row with ratedGameColumns.
func scanRated(scan func(...any) error) (g ratedGame, err error) {
	var ended, annulled, oneAddress, short int64
	err = scan(&g.id, &g.pool, &g.black, &g.white, &g.headStart, &g.position, &ended, &g.score, &annulled, &oneAddress,
		&short)
	g.ended = TimeOf(ended)
	g.annulled = annulled != 0
	g.oneAddress = oneAddress != 0
	g.short = short != 0
	return g, err
}

func (t ratingTable) rated(id string) (g ratedGame, ok bool, err error) {
	g, err = scanRated(t.Query(readRatedGame, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	return g, err == nil, err
}

func (t ratingTable) keepRated(g ratedGame) error {
	_, err := t.Exec(keepRatedGame, g.id, g.position, Nanoseconds(g.ended), g.score, Truth(g.annulled), Truth(g.short))
	return err
}

func (t ratingTable) ratedFrom(pool string, from int64, limit int) ([]ratedGame, error) {
	return collectRows(t, scanRated, listRatedFrom, pool, from, limit)
}

func (t ratingTable) standingsBefore(pool string, from, until int64) (map[string]rating.Standing, error) {
	all, err := collectRows(t, scanStanding, listStandingsBefore, pool, from, until)
	before := map[string]rating.Standing{}
	for _, s := range all {
		before[s.Actor] = s
	}
	return before, err
}

// collectRows returns what scan reads from each row that a query in a transaction returns.
func collectRows[T any](
	t ratingTable, scan func(func(...any) error) (T, error), query string, args ...any,
) (all []T, err error) {
	for rows, err := range t.Rows(query, args...) {
		if err != nil {
			return nil, err
		}
		one, err := scan(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// keepStandings stores standings and marks each player's latest one.
func (t ratingTable) keepStandings(all []rating.Standing) error {
	points := func(x float64) int64 { return int64(math.Round(x * rating.PointSteps)) }
	last := map[string]int64{}
	for _, s := range all {
		last[s.Actor] = s.Position
	}
	var unmark, keep []Step
	for _, s := range all {
		isLast := s.Position == last[s.Actor]
		if isLast {
			unmark = append(unmark, Step{unmarkLatest, []any{s.Pool.String(), s.Actor, s.Position}})
		}
		keep = append(keep, Step{keepStanding, []any{
			s.Pool.String(), s.Actor, s.Position, s.Game, s.Opponent, int64(2 * s.Score), Nanoseconds(s.Ended),
			points(s.Before),
			int64(math.Round(s.Weight * rating.WeightSteps)), points(s.Points), points(s.Deviation),
			int64(math.Round(s.Volatility * rating.VolatilitySteps)),
			s.Games, Nanoseconds(s.Last), s.Won, s.Lost, Nanoseconds(s.Provisional), Truth(isLast),
		}})
	}
	return Each(t.Tx, append(unmark, keep...)...)
}

func (t ratingTable) dropStandings(g ratedGame) error {
	return Each(t.Tx,
		Step{dropStanding, []any{g.pool, g.black, g.position}}, Step{markLatest, []any{g.pool, g.black}},
		Step{dropStanding, []any{g.pool, g.white, g.position}}, Step{markLatest, []any{g.pool, g.white}})
}

// outdatedPrefix begins projection names that store the first position with outdated ratings in a
// pool. Their rows exist only while there are outdated ratings.
const outdatedPrefix = "ratings/"

func (t ratingTable) outdate(pool string, from int64) error {
	_, err := t.Exec(outdate, outdatedPrefix+pool, from)
	return err
}

// An outdatedPool is a pool with the first position that has outdated ratings.
type outdatedPool struct {
	pool string
	from int64
}

// scanOutdated reads a row from listOutdated.
func scanOutdated(rows *sql.Rows) (o outdatedPool, err error) {
	err = rows.Scan(&o.pool, &o.from)
	o.pool = strings.TrimPrefix(o.pool, outdatedPrefix)
	return o, err
}

func (t ratingTable) outdated() (pool string, from int64, ok bool, err error) {
	err = t.Query(readOutdated).Scan(&pool, &from)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, false, nil
	}
	return strings.TrimPrefix(pool, outdatedPrefix), from, err == nil, err
}

func (t ratingTable) setOutdated(pool string, from int64) error {
	step := Step{setOutdated, []any{outdatedPrefix + pool, from}}
	if from == 0 {
		step = Step{deleteOutdated, step.Args[:1]}
	}
	return Each(t.Tx, step)
}

// scanStanding reads a row with ratingColumns.
func scanStanding(scan func(...any) error) (s rating.Standing, err error) {
	var pool string
	var score, ended, before, weight, points, deviation, volatility, last, provisional int64
	err = scan(&pool, &s.Actor, &s.Position, &s.Game, &s.Opponent, &score, &ended, &before, &weight, &points,
		&deviation, &volatility,
		&s.Games, &last, &s.Won, &s.Lost, &provisional)
	s.Pool, _ = rating.ParsePool(pool) // the projector wrote it
	s.Score = float64(score) / 2
	s.Before = float64(before) / rating.PointSteps
	s.Points = float64(points) / rating.PointSteps
	s.Deviation = float64(deviation) / rating.PointSteps
	s.Volatility, s.Weight = float64(volatility)/rating.VolatilitySteps, float64(weight)/rating.WeightSteps
	s.Ended = TimeOf(ended)
	s.Last = TimeOf(last)
	s.Provisional = TimeOf(provisional)
	return s, err
}

// scanStandingRow is scanStanding for a list.
func scanStandingRow(rows *sql.Rows) (rating.Standing, error) { return scanStanding(rows.Scan) }

// Ratings returns the store's ratings.
func (s *SQL) Ratings() Ratings { return Ratings{s} }

func (r Ratings) standings(ctx context.Context, query string, args ...any) (all []rating.Standing, err error) {
	for s, err := range List(ctx, r.s, query, scanStandingRow, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Of returns an actor's standing in every pool with a rated game, by pool name.
func (r Ratings) Of(ctx context.Context, actor string) ([]rating.Standing, error) {
	return r.standings(ctx, listRatingsOf, actor)
}

// In returns an actor's standing in a pool. ok is false for a person without a game in the pool,
// and for a computer level without a rating there.
func (r Ratings) In(ctx context.Context, pool rating.Pool, actor string) (s rating.Standing, ok bool, err error) {
	return r.standing(ctx, pool, actor, readRating)
}

// At is In after the games that had ended at a time.
func (r Ratings) At(
	ctx context.Context, pool rating.Pool, actor string, at time.Time,
) (s rating.Standing, ok bool, err error) {
	return r.standing(ctx, pool, actor, readRatingAt, Nanoseconds(at))
}

// standing returns the standing that a query finds, or a newcomer's standing.
func (r Ratings) standing(
	ctx context.Context, pool rating.Pool, actor, query string, args ...any,
) (s rating.Standing, ok bool, err error) {
	all, err := r.standings(ctx, query, append([]any{pool.String(), actor}, args...)...)
	if err != nil {
		return s, false, err
	}
	if len(all) == 0 {
		s, ok = newcomer(pool, actor)
		return s, ok, nil
	}
	return all[0], true, nil
}

// History returns an actor's standing after each recent game in a pool, up to limit, oldest first.
func (r Ratings) History(ctx context.Context, pool rating.Pool, actor string, limit int) ([]rating.Standing, error) {
	all, err := r.standings(ctx, listHistory, pool.String(), actor, max(limit, 0))
	slices.Reverse(all)
	return all, err
}

// After returns the players' standings after a game. It is empty until the game ends, and for a
// game that is not rated.
func (r Ratings) After(ctx context.Context, id string) ([]rating.Standing, error) {
	return r.standings(ctx, listAfter, id)
}

// Annulled reports whether a rated game has been annulled.
func (r Ratings) Annulled(ctx context.Context, id string) (is bool, err error) {
	for n, err := range List(ctx, r.s, isAnnulled, func(rows *sql.Rows) (n int64, err error) {
		err = rows.Scan(&n)
		return n, err
	}, id) {
		return n != 0, err
	}
	return false, nil
}

// Leaders returns the human players in a pool whose rating is not provisional at now, the best
// first. It skips the first skip players.
func (r Ratings) Leaders(
	ctx context.Context, pool rating.Pool, now time.Time, skip, limit int,
) ([]rating.Standing, error) {
	return r.standings(ctx, listLeaders, pool.String(), Nanoseconds(now), max(limit, 0), max(skip, 0))
}
