package rating

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
)

// A Standing is a player's standing in a pool.
type Standing struct {
	rating.Standing
	Now rating.Rating // the uncertainty has grown since the last game
}

// current returns a standing with the current rating.
func (s *Service) current(one rating.Standing) Standing { return Standing{one, one.At(s.Now())} }

// A Step is a player's standing after a game.
type Step struct {
	rating.Standing
	OpponentName string // "" for a closed account or the computer
	Level        string // the computer's level
}

// A Leader is a row in a leader board.
type Leader struct {
	Place int
	Name  string
	Standing
}

// A SearchResult is a found user, with the standing in the pool with the most games.
type SearchResult struct {
	account.User
	Best *Standing // nil without rated games
}

// A Change is a rated game's effect on a player.
type Change struct {
	Color       board.Color
	Rating      rating.Rating
	Change      int
	Provisional bool
	Weight      float64
	Annulled    bool // the game changes nothing, and the rating is the current one
}

// Standings returns a user's standings in the order of [rating.Pools].
func (s *Service) Standings(ctx context.Context, u account.User) (all []Standing, err error) {
	found, err := s.Ratings.Of(ctx, u.Actor())
	if err != nil {
		return nil, err
	}
	for _, pool := range rating.Pools() {
		for _, one := range found {
			if one.Pool == pool {
				all = append(all, s.current(one))
			}
		}
	}
	return all, nil
}

// History returns a user's standings after each of the last games in a pool.
func (s *Service) History(ctx context.Context, u account.User, pool rating.Pool, limit int) (all []Step, err error) {
	found, err := s.Ratings.History(ctx, pool, u.Actor(), limit)
	if err != nil {
		return nil, err
	}
	known := names{}
	for _, one := range found {
		step := Step{Standing: one}
		if level, bot := strings.CutPrefix(one.Opponent, string(play.SeatBot)+"/"); bot {
			step.Level = level
		} else if step.OpponentName, err = known.name(ctx, one.Opponent, s.Accounts.NameOf); err != nil {
			return nil, err
		}
		all = append(all, step)
	}
	return all, nil
}

// Leaders returns a pool's best players after the first skip ones, and whether there are more.
// Closed accounts are omitted but keep their places.
func (s *Service) Leaders(
	ctx context.Context, pool rating.Pool, skip, limit int,
) (all []Leader, more bool, err error) {
	found, err := s.Ratings.Leaders(ctx, pool, s.Now(), skip, limit+1)
	if err != nil {
		return nil, false, err
	}
	for i, one := range found[:min(limit, len(found))] {
		name, err := s.Accounts.NameOf(ctx, one.Actor)
		if err != nil {
			return nil, false, err
		}
		if name != "" {
			all = append(all, Leader{Place: skip + i + 1, Name: name, Standing: s.current(one)})
		}
	}
	return all, len(found) > limit, nil
}

// Changes returns a rated game's effects, Black's first. The result is empty for an unrated game,
// and until the ratings include the game.
func (s *Service) Changes(ctx context.Context, v account.Visitor, game string) (all []Change, err error) {
	colors := map[string]board.Color{}
	var pool rating.Pool
	if err := s.Matches.View(ctx, v, game, func(m *play.Match) {
		settings := m.Settings()
		for _, c := range board.Colors {
			colors[settings.Seat(c).Actor()] = c
		}
		pool, _ = rating.PoolOf(settings.Board, settings.Clock.Speed())
	}); err != nil {
		return nil, err
	}
	annulled, err := s.Ratings.Annulled(ctx, game)
	if err != nil {
		return nil, err
	}
	if annulled {
		all, err = s.annulledChanges(ctx, pool, colors)
	} else {
		all, err = s.changes(ctx, game, colors)
	}
	slices.SortFunc(all, func(a, b Change) int { return cmp.Compare(a.Color, b.Color) })
	return all, err
}

// changes returns the effects of a game that is not annulled.
func (s *Service) changes(ctx context.Context, game string, colors map[string]board.Color) (all []Change, err error) {
	after, err := s.Ratings.After(ctx, game)
	for _, one := range after {
		all = append(all, Change{
			Color: colors[one.Actor], Rating: one.Rating, Change: one.Change(),
			Provisional: one.Player.Provisional(), Weight: one.Weight,
		})
	}
	return all, err
}

// annulledChanges returns the current ratings of an annulled game's players.
func (s *Service) annulledChanges(
	ctx context.Context, pool rating.Pool, colors map[string]board.Color,
) (all []Change, err error) {
	for actor, color := range colors {
		one, _, err := s.Ratings.In(ctx, pool, actor)
		if err != nil {
			return nil, err
		}
		now := one.At(s.Now())
		all = append(all, Change{Color: color, Rating: now, Provisional: now.Provisional(), Annulled: true})
	}
	return all, nil
}

// Search returns up to limit users whose names begin with beginning and come after a name.
func (s *Service) Search(ctx context.Context, beginning, after string, limit int) (all []SearchResult, err error) {
	if strings.TrimSpace(beginning) == "" {
		return nil, nil
	}
	users, err := s.Accounts.Search(ctx, beginning, after, limit)
	if err != nil {
		return nil, err
	}
	for _, u := range users {
		found := SearchResult{User: u}
		standings, err := s.Standings(ctx, u)
		if err != nil {
			return nil, err
		}
		for i := range standings {
			if found.Best == nil || standings[i].Games > found.Best.Games {
				found.Best = &standings[i]
			}
		}
		all = append(all, found)
	}
	return all, nil
}
