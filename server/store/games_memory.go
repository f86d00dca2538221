package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"rosette/play"
	"rosette/play/rating"
)

// gamesInMemory are the tables of games and ratings of a [Memory].
type gamesInMemory struct {
	position  int64
	games     map[string]gameInMemory
	ratedOnes map[string]ratedGame
	standings map[standingKey][]rating.Standing // after each game, in the order of their ends
	due       map[string]int64                  // where the ratings of outdated pools begin to be so
}

// A standingKey is a player in a pool.
type standingKey struct{ pool, actor string }

// gameInMemory is a game with the seats as they were opened.
type gameInMemory struct {
	Game
	swapped  bool
	outcomes [2]string // of the seats of Black and White
}

// current returns the game with the colours as they are now.
func (g gameInMemory) current() Game {
	if g.swapped {
		g.Black, g.White = g.White, g.Black
	}
	return g.Game
}

// Games returns the lists of games, which a [Projector] keeps up to date.
func (m *Memory) Games() Games { return listsInMemory{m} }

// Projection returns the table behind the lists of games.
func (m *Memory) Projection() Projection { return projectionInMemory{m} }

type listsInMemory struct{ m *Memory }

func (l listsInMemory) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]Game, error) {
	return l.List(ctx, !running, limit, before, func(g Game) bool { return g.Black.Actor == actor || g.White.Actor == actor })
}

func (l listsInMemory) Running(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.List(ctx, false, limit, before, func(Game) bool { return true })
}

func (l listsInMemory) Finished(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.List(ctx, true, limit, before, func(Game) bool { return true })
}

func (l listsInMemory) Find(ctx context.Context, f Filter, limit int, before int64) ([]Game, error) {
	return l.List(ctx, f.Over, limit, before, func(g Game) bool { return f.lets(l.m.games.games[g.ID]) })
}

// lets reports whether a filter lets a game through, but for whether it is over.
func (f Filter) lets(g gameInMemory) bool {
	mine := f.Actor == ""
	for i, seat := range []Player{g.Black, g.White} {
		other := []Player{g.White, g.Black}[i]
		mine = mine || seat.Actor == f.Actor && isOrBegins(other.Actor, f.Opponent, "/") && (f.Outcome == "" || f.Outcome == g.outcomes[i])
	}
	return mine && isOrBegins(g.Board, f.Board, "-") && (f.Pool == "" || f.Pool == g.Pool) && (!f.Rated || g.Rated) && (!f.Public || g.Public) &&
		(f.From.IsZero() || !g.Updated.Before(f.From)) && (f.To.IsZero() || g.Updated.Before(f.To))
}

// isOrBegins reports whether a text is what is wanted, or begins with it and a separator.
func isOrBegins(text, wanted, separator string) bool {
	return wanted == "" || text == wanted || strings.HasPrefix(text, wanted+separator)
}

func (l listsInMemory) List(ctx context.Context, over bool, limit int, before int64, wanted func(Game) bool) (all []Game, err error) {
	err = l.m.Reading(ctx, func() error {
		for _, g := range l.m.games.games {
			if g.Over == over && (before == 0 || g.Position < before) && wanted(g.Game) {
				g.Annulled = l.m.games.ratedOnes[g.ID].annulled
				all = append(all, g.current())
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Game) int { return cmp.Compare(b.Position, a.Position) })
	return all[:min(len(all), max(limit, 0))], err
}

type projectionInMemory struct{ m *Memory }

func (p projectionInMemory) Position(ctx context.Context) (position int64, err error) {
	err = p.m.Reading(ctx, func() error { position = p.m.games.position; return nil })
	return position, err
}

func (p projectionInMemory) Advance(ctx context.Context, from, to int64, changes []Change, steps []RatingStep) error {
	return p.m.Writing(ctx, func() error {
		if p.m.games.position != from {
			return play.ErrStale
		}
		for _, c := range changes {
			p.m.games.change(c)
		}
		p.m.games.position = to
		if err := follow(&p.m.games, steps); err != nil {
			return err
		}
		_, err := rateOutdated(&p.m.games)
		return err
	})
}

func (p projectionInMemory) Rate(ctx context.Context) (more bool, err error) {
	err = p.m.Writing(ctx, func() error { more, err = rateOutdated(&p.m.games); return err })
	return more, err
}

func (t *gamesInMemory) change(c Change) {
	g, ok := t.games[c.ID]
	if c.Opened != nil {
		g = gameInMemory{Game: *c.Opened}
	} else if !ok {
		return
	}
	g.Updated, g.Seq, g.Position = StoredTime(c.Updated), c.Seq, c.Position
	if c.Swapped != nil {
		g.swapped = *c.Swapped
	}
	if c.Over {
		g.Over, g.Result = true, c.Result
	}
	if t.games == nil {
		t.games, t.ratedOnes = map[string]gameInMemory{}, map[string]ratedGame{}
		t.standings, t.due = map[standingKey][]rating.Standing{}, map[string]int64{}
	}
	t.games[c.ID] = g
	if c.rated != nil {
		t.ratedOnes[c.ID] = *c.rated
	}
}

func (t *gamesInMemory) isSwapped(id string) (bool, error) { return t.games[id].swapped, nil }

func (t *gamesInMemory) setOutcomes(id, black, white string) error {
	g, ok := t.games[id]
	if ok {
		g.outcomes = [2]string{black, white}
		t.games[id] = g
	}
	return nil
}

func (t *gamesInMemory) rated(id string) (g ratedGame, ok bool, err error) {
	g, ok = t.ratedOnes[id]
	return g, ok, nil
}

func (t *gamesInMemory) keepRated(g ratedGame) error {
	t.ratedOnes[g.id] = g
	return nil
}

func (t *gamesInMemory) standing(pool, actor string) (s rating.Standing, ok bool, err error) {
	all := t.standings[standingKey{pool, actor}]
	if len(all) == 0 {
		return s, false, nil
	}
	return all[len(all)-1], true, nil
}

// placeOf returns where the standing after the game that ended at a position is, or would
// be.
func placeOf(all []rating.Standing, position int64) (i int, found bool) {
	return slices.BinarySearchFunc(all, position, func(s rating.Standing, p int64) int { return cmp.Compare(s.Position, p) })
}

func (t *gamesInMemory) keepStandings(all []rating.Standing) error {
	for _, s := range all {
		s.Last, s.Ended, s.Provisional = StoredTime(s.Last), StoredTime(s.Ended), StoredTime(s.Provisional)
		key := standingKey{s.Pool.String(), s.Actor}
		of := t.standings[key]
		if i, found := placeOf(of, s.Position); found {
			of[i] = s
		} else {
			t.standings[key] = slices.Insert(of, i, s)
		}
	}
	return nil
}

func (t *gamesInMemory) dropStandings(g ratedGame) error {
	for _, actor := range []string{g.black, g.white} {
		key := standingKey{g.pool, actor}
		if i, found := placeOf(t.standings[key], g.position); found {
			t.standings[key] = slices.Delete(t.standings[key], i, i+1)
		}
	}
	return nil
}

func (t *gamesInMemory) outdate(pool string, from int64) error {
	if at, already := t.due[pool]; !already || from < at {
		t.due[pool] = from
	}
	return nil
}

func (t *gamesInMemory) outdated() (pool string, from int64, ok bool, err error) {
	for pool, from := range t.due {
		return pool, from, true, nil
	}
	return "", 0, false, nil
}

func (t *gamesInMemory) setOutdated(pool string, from int64) error {
	if t.due[pool] = from; from == 0 {
		delete(t.due, pool)
	}
	return nil
}

func (t *gamesInMemory) ratedFrom(pool string, from int64, limit int) (all []ratedGame, err error) {
	for _, g := range t.ratedOnes {
		if g.pool == pool && g.position >= from && g.counts() {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b ratedGame) int { return cmp.Compare(a.position, b.position) })
	return all[:min(limit, len(all))], nil
}

func (t *gamesInMemory) standingsBefore(pool string, from, until int64) (map[string]rating.Standing, error) {
	before := map[string]rating.Standing{}
	for key, all := range t.standings {
		if i, _ := placeOf(all, from); key.pool == pool && i > 0 {
			before[key.actor] = all[i-1]
		}
	}
	return before, nil
}

func (t *gamesInMemory) related(r relation) (n int, err error) {
	for _, g := range t.ratedOnes {
		if r.selects(g) {
			n++
		}
	}
	return n, nil
}

// Ratings returns the ratings of the store.
func (m *Memory) Ratings() Ratings { return ratingsInMemory{m} }

type ratingsInMemory struct{ m *Memory }

func (r ratingsInMemory) Of(ctx context.Context, actor string) (all []rating.Standing, err error) {
	err = r.m.Reading(ctx, func() error {
		all = r.latest(func(key standingKey) bool { return key.actor == actor })
		return nil
	})
	slices.SortFunc(all, func(a, b rating.Standing) int { return strings.Compare(a.Pool.String(), b.Pool.String()) })
	return all, err
}

// latest returns how players stand now.
func (r ratingsInMemory) latest(wanted func(standingKey) bool) (all []rating.Standing) {
	for key, of := range r.m.games.standings {
		if len(of) > 0 && wanted(key) {
			all = append(all, of[len(of)-1])
		}
	}
	return all
}

func (r ratingsInMemory) In(ctx context.Context, pool rating.Pool, actor string) (s rating.Standing, ok bool, err error) {
	err = r.m.Reading(ctx, func() error {
		s, ok, err = r.m.games.standing(pool.String(), actor)
		return err
	})
	if err == nil && !ok {
		s, ok = newcomer(pool, actor)
	}
	return s, ok, err
}

func (r ratingsInMemory) History(ctx context.Context, pool rating.Pool, actor string, limit int) (all []rating.Standing, err error) {
	err = r.m.Reading(ctx, func() error {
		of := r.m.games.standings[standingKey{pool.String(), actor}]
		all = slices.Clone(of[max(len(of)-max(limit, 0), 0):])
		return nil
	})
	return all, err
}

func (r ratingsInMemory) Weight(ctx context.Context, pool rating.Pool, a, b string, oneAddress bool, ended time.Time) (weight float64, err error) {
	err = r.m.Reading(ctx, func() error {
		weight, err = weightOf(&r.m.games, nextGame(pool, a, b, oneAddress, ended))
		return err
	})
	return weight, err
}

func (r ratingsInMemory) Annulled(ctx context.Context, id string) (is bool, err error) {
	err = r.m.Reading(ctx, func() error { is = r.m.games.ratedOnes[id].annulled; return nil })
	return is, err
}

func (r ratingsInMemory) After(ctx context.Context, id string) (all []rating.Standing, err error) {
	err = r.m.Reading(ctx, func() error {
		for _, of := range r.m.games.standings {
			for _, s := range of {
				if s.Game == id {
					all = append(all, s)
				}
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b rating.Standing) int { return strings.Compare(a.Actor, b.Actor) })
	return all, err
}

func (r ratingsInMemory) Leaders(ctx context.Context, pool rating.Pool, now time.Time, skip, limit int) (all []rating.Standing, err error) {
	err = r.m.Reading(ctx, func() error {
		all = r.latest(func(key standingKey) bool { return key.pool == pool.String() })
		return nil
	})
	all = slices.DeleteFunc(all, func(s rating.Standing) bool {
		return !s.Provisional.After(now) || strings.HasPrefix(s.Actor, botPrefix)
	})
	slices.SortFunc(all, func(a, b rating.Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), strings.Compare(a.Actor, b.Actor))
	})
	all = all[min(max(skip, 0), len(all)):]
	return all[:min(len(all), max(limit, 0))], err
}

func (p projectionInMemory) Clear(ctx context.Context) error {
	return p.m.Writing(ctx, func() error { p.m.games = gamesInMemory{}; return nil })
}
