package store

import (
	"strings"

	"rosette/play"
	"rosette/play/rating"
)

// A poolRatings holds the ratings in a pool while games are rated.
type poolRatings struct {
	pool rating.Pool
	now  map[string]rating.Standing // by actor
	made []rating.Standing
}

// rate updates both players' ratings after a game.
func (r *poolRatings) update(g ratedGame, weight float64) {
	black, ok1 := r.player(g.black)
	white, ok2 := r.player(g.white)
	if !ok1 || !ok2 {
		return
	}
	played := rating.Game{
		Ended: g.ended, Score: float64(g.score) / 2, HeadStart: float64(g.headStart) / rating.PointSteps,
		Weight: weight, Short: g.short,
	}
	b, w := rating.Update(black.Player, white.Player, played)
	black.Weight, white.Weight = played.Weights()
	r.add(black, b, g, g.white, g.score)
	r.add(white, w, g, g.black, 2-g.score)
}

// player returns a player's standing before a game. ok is false for a computer level without a
// rating.
func (r *poolRatings) player(actor string) (s rating.Standing, ok bool) {
	first, bot := newcomer(r.pool, actor)
	if first.Fixed || strings.HasPrefix(actor, botPrefix) && !bot {
		return first, bot
	}
	if s, ok = r.now[actor]; !ok {
		s = first
	}
	return s, true
}

// botPrefix begins the actor names of computer levels.
const botPrefix = string(play.SeatBot) + "/"

// newcomer returns an actor's standing without a game in the pool. ok is false for people, who have
// no rating then.
func newcomer(pool rating.Pool, actor string) (s rating.Standing, ok bool) {
	s = rating.Standing{Player: rating.NewPlayer(), Pool: pool, Actor: actor}
	if level, bot := strings.CutPrefix(actor, botPrefix); bot {
		s.Player, ok = rating.Level(pool.Family, level)
	}
	return s, ok
}

// add adds a player's standing after a game. Computer levels keep their rating.
func (r *poolRatings) add(before rating.Standing, after rating.Player, g ratedGame, opponent string, score int64) {
	if after.Fixed {
		return
	}
	s := before
	s.Player, s.Before = after, before.Points
	s.Game = g.id
	s.Position = g.position
	s.Ended = g.ended
	s.Opponent = opponent
	s.Score = float64(score) / 2
	s.Provisional = after.ProvisionalFrom()
	switch score {
	case 2:
		s.Won++
	case 0:
		s.Lost++
	}
	r.now[s.Actor] = s
	r.made = append(r.made, s)
}

// rateOutdated rates some games from the position where ratings are outdated. It rates games in the
// order in which they ended and skips none, so that the result does not depend on interruptions or
// on the process that does the work. more is false if all ratings are right.
func rateOutdated(t ratingTable) (more bool, err error) {
	for left := ratedAtOnce; left > 0; {
		pool, from, ok, err := t.outdated()
		if err != nil || !ok {
			return false, err
		}
		games, err := t.ratedFrom(pool, from, left)
		if err != nil {
			return false, err
		}
		next := int64(0)
		if len(games) == left {
			next = games[left-1].position + 1
		}
		if err := rateGames(t, pool, games); err != nil {
			return false, err
		}
		if err := t.setOutdated(pool, next); err != nil {
			return false, err
		}
		left -= len(games)
	}
	return true, nil
}

// rateGames rates consecutive games in a pool.
func rateGames(t ratingTable, name string, games []ratedGame) error {
	pool, ok := rating.ParsePool(name)
	if !ok || len(games) == 0 {
		return nil
	}
	now, err := t.standingsBefore(name, games[0].position, games[len(games)-1].position)
	if err != nil {
		return err
	}
	r := poolRatings{pool: pool, now: now}
	for _, g := range games {
		weight, err := weightOf(t, g)
		if err != nil {
			return err
		}
		r.update(g, weight)
	}
	return t.keepStandings(r.made)
}
