package rating

import (
	"context"
	"math"
	"net/http"
	"slices"
	"strings"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/http/web"
)

// A Standing is how a player stands in a pool.
type Standing struct {
	Pool        string `json:"pool" example:"rosette-live"`
	Family      string `json:"family" doc:"Of boards: rosette, go-9, go-13 or go-19"`
	Speed       string `json:"speed" doc:"blitz, live or correspondence"`
	Rating      int    `json:"rating"`
	Deviation   int    `json:"deviation" doc:"The strength is within two deviations of the rating, most likely"`
	Provisional bool   `json:"provisional,omitempty" doc:"Too little is known to compare the player with others"`
	Rank        string `json:"rank" doc:"From 30k to 9d"`
	Games       int    `json:"games"`
	Won         int    `json:"won"`
	Lost        int    `json:"lost"`
	Drawn       int    `json:"drawn,omitempty"`
	Last        int64  `json:"last" doc:"End of the last game"`
}

// standingOf returns a standing as it is now.
func (s *Server) standingOf(one rating.Standing) Standing {
	now := one.At(s.Now())
	return Standing{
		Pool: one.Pool.String(), Family: string(one.Pool.Family), Speed: string(one.Pool.Speed),
		Rating: int(math.Round(now.Points)), Deviation: int(math.Round(now.Deviation)), Provisional: now.Provisional(),
		Rank: rating.Rank(now.Points), Games: one.Games, Won: one.Won, Lost: one.Lost, Drawn: one.Games - one.Won - one.Lost,
		Last: one.Ended.UnixMilli(),
	}
}

// A RatingStep is a rating after a game.
type RatingStep struct {
	Game     string  `json:"game"`
	Ended    int64   `json:"ended"`
	Rating   int     `json:"rating"`
	Change   int     `json:"change"`
	Opponent string  `json:"opponent,omitempty" doc:"Name; empty for an account that is closed"`
	Level    string  `json:"level,omitempty" doc:"Of an opponent that is the computer"`
	Score    float64 `json:"score" doc:"1, 0.5 or 0"`
	Weight   float64 `json:"weight" doc:"Of the game for the player, from 0 to 1"`
}

// A Leader is a row of a leader board.
type Leader struct {
	Place int    `json:"place"`
	Name  string `json:"name"`
	Page  string `json:"page"`
	Standing
}

// A RatingChange is what a rated game has changed for a player.
type RatingChange struct {
	Color       string  `json:"color"` // b or w
	Rating      int     `json:"rating"`
	Change      int     `json:"change"`
	Rank        string  `json:"rank"`
	Provisional bool    `json:"provisional,omitempty"`
	Weight      float64 `json:"weight" doc:"Of the game for the player, from 0 to 1: less with each game of the same two within a week, and 0 for a winner before a tenth of the points was played"`
	Annulled    bool    `json:"annulled,omitempty" doc:"A moderator has annulled the game: it changes nothing, and the rating is that of now"`
}

type (
	nameInput struct {
		Name string `path:"name" maxLength:"100"`
	}
	ratingsOutput struct{ Body []Standing }
	historyInput  struct {
		Name  string `path:"name" maxLength:"100"`
		Pool  string `path:"pool" maxLength:"40" example:"rosette-live"`
		Limit int    `query:"limit" doc:"Most games, the last ones" minimum:"1" maximum:"1000" default:"1000"`
	}
	historyOutput struct{ Body []RatingStep }
	leadersInput  struct {
		Pool  string `path:"pool" maxLength:"40" example:"rosette-live"`
		Skip  int    `query:"skip" doc:"Players who are left out at the top" minimum:"0" maximum:"10000" default:"0"`
		Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	}
	leadersOutput struct{ Body []Leader }
	changesInput  struct {
		ID string `path:"id" doc:"Of the game" maxLength:"64"`
	}
	changesOutput struct{ Body []RatingChange }
	usersInput    struct {
		Search string `query:"search" doc:"The first letters of a name" maxLength:"40"`
		After  string `query:"after" doc:"The last name of a list continues it" maxLength:"40"`
		Limit  int    `query:"limit" minimum:"1" maximum:"50" default:"20"`
	}
	usersOutput struct{ Body []FoundUser }
)

// A FoundUser is a user in the answer to a search, with the rating of the pool in which he
// has played most.
type FoundUser struct {
	Name string    `json:"name"`
	Page string    `json:"page"`
	Best *Standing `json:"best,omitempty"`
}

// Standings returns how a user stands, in the order of [rating.Pools].
func (s *Server) Standings(ctx context.Context, u account.User) (all []Standing, err error) {
	found, err := s.Ratings.Of(ctx, u.Actor())
	if err != nil {
		return nil, s.fault(err)
	}
	all = []Standing{}
	for _, pool := range rating.Pools() {
		for _, one := range found {
			if one.Pool == pool {
				all = append(all, s.standingOf(one))
			}
		}
	}
	return all, nil
}

// History returns how a user stood after each of his last games in a pool.
func (s *Server) History(ctx context.Context, u account.User, pool rating.Pool, limit int) ([]RatingStep, error) {
	found, err := s.Ratings.History(ctx, pool, u.Actor(), limit)
	if err != nil {
		return nil, s.fault(err)
	}
	all, names := []RatingStep{}, map[string]string{}
	for _, one := range found {
		step := RatingStep{Game: one.Game, Ended: one.Ended.UnixMilli(), Rating: int(math.Round(one.Points)), Change: one.Change(), Score: one.Score, Weight: one.Weight}
		if level, bot := strings.CutPrefix(one.Opponent, string(play.SeatBot)+"/"); bot {
			step.Level = level
		} else if step.Opponent, err = s.nameOf(ctx, one.Opponent, names); err != nil {
			return nil, err
		}
		all = append(all, step)
	}
	return all, nil
}

// nameOf returns the name of a user, from those that were asked for before.
func (s *Server) nameOf(ctx context.Context, actor string, known map[string]string) (string, error) {
	name, ok := known[actor]
	if !ok {
		var err error
		if name, err = s.People.NameOf(ctx, actor); err != nil {
			return "", s.fault(err)
		}
		known[actor] = name
	}
	return name, nil
}

// Leaders returns the best players of a pool after the first skipped ones, and whether there
// are more. Those who have closed their accounts keep their places and are left out.
func (s *Server) Leaders(ctx context.Context, pool rating.Pool, skip, limit int) (all []Leader, more bool, err error) {
	found, err := s.Ratings.Leaders(ctx, pool, s.Now(), skip, limit+1)
	if err != nil {
		return nil, false, s.fault(err)
	}
	all, names := []Leader{}, map[string]string{}
	for i, one := range found[:min(limit, len(found))] {
		name, err := s.nameOf(ctx, one.Actor, names)
		if err != nil {
			return nil, false, err
		}
		if name != "" {
			all = append(all, Leader{Place: skip + i + 1, Name: name, Page: page(name), Standing: s.standingOf(one)})
		}
	}
	return all, len(found) > limit, nil
}

// Changes returns what a rated game has changed. It is empty for a game that is not
// rated, and until the ratings have followed its end.
func (s *Server) Changes(r *http.Request, id string) ([]RatingChange, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.fault(err)
	}
	colors := map[string]string{}
	var pool rating.Pool
	if err := s.API.Look(r.Context(), v, id, func(m *play.Match) {
		settings := m.Settings()
		colors[settings.Black.Actor()], colors[settings.White.Actor()] = "b", "w"
		pool, _ = rating.PoolOf(settings.Board, settings.Clock.Speed())
	}); err != nil {
		return nil, s.fault(err)
	}
	annulled, err := s.Ratings.Annulled(r.Context(), id)
	if annulled {
		return s.unchanged(r.Context(), pool, colors)
	}
	if err != nil {
		return nil, s.fault(err)
	}
	after, err := s.Ratings.After(r.Context(), id)
	if err != nil {
		return nil, s.fault(err)
	}
	all := []RatingChange{}
	for _, one := range after {
		all = append(all, RatingChange{
			Color: colors[one.Actor], Rating: int(math.Round(one.Points)), Change: one.Change(), Rank: rating.Rank(one.Points),
			Provisional: one.Player.Provisional(), Weight: one.Weight,
		})
	}
	slices.SortFunc(all, func(a, b RatingChange) int { return strings.Compare(a.Color, b.Color) }) // Black first
	return all, nil
}

// unchanged returns how the players of a game stand that was annulled.
func (s *Server) unchanged(ctx context.Context, pool rating.Pool, colors map[string]string) ([]RatingChange, error) {
	all := []RatingChange{}
	for actor, color := range colors {
		one, _, err := s.Ratings.In(ctx, pool, actor)
		if err != nil {
			return nil, s.fault(err)
		}
		now := one.At(s.Now())
		all = append(all, RatingChange{
			Color: color, Rating: int(math.Round(now.Points)), Rank: rating.Rank(now.Points), Provisional: now.Provisional(), Annulled: true,
		})
	}
	slices.SortFunc(all, func(a, b RatingChange) int { return strings.Compare(a.Color, b.Color) }) // Black first
	return all, nil
}

// Search returns users whose names begin with some letters, after a name.
func (s *Server) Search(ctx context.Context, beginning, after string, limit int) ([]FoundUser, error) {
	all := []FoundUser{}
	if strings.TrimSpace(beginning) == "" {
		return all, nil
	}
	users, err := s.People.Search(ctx, beginning, after, limit)
	if err != nil {
		return nil, s.fault(err)
	}
	for _, u := range users {
		p := FoundUser{Name: u.Name, Page: page(u.Name)}
		standings, err := s.Standings(ctx, u)
		if err != nil {
			return nil, err
		}
		for i := range standings {
			if p.Best == nil || standings[i].Games > p.Best.Games {
				p.Best = &standings[i]
			}
		}
		all = append(all, p)
	}
	return all, nil
}

func (s *Server) getUsers(ctx context.Context, in *usersInput) (*usersOutput, error) {
	all, err := s.Search(ctx, in.Search, in.After, in.Limit)
	return &usersOutput{all}, err
}

func (s *Server) getRatings(ctx context.Context, in *nameInput) (*ratingsOutput, error) {
	u, err := s.People.Named(ctx, in.Name)
	if err != nil {
		return nil, s.fault(err)
	}
	all, err := s.Standings(ctx, u)
	return &ratingsOutput{all}, err
}

func (s *Server) getHistory(ctx context.Context, in *historyInput) (*historyOutput, error) {
	pool, err := poolOf(in.Pool)
	if err != nil {
		return nil, err
	}
	u, err := s.People.Named(ctx, in.Name)
	if err != nil {
		return nil, s.fault(err)
	}
	all, err := s.History(ctx, u, pool, in.Limit)
	return &historyOutput{all}, err
}

func (s *Server) getLeaders(ctx context.Context, in *leadersInput) (*leadersOutput, error) {
	pool, err := poolOf(in.Pool)
	if err != nil {
		return nil, err
	}
	all, _, err := s.Leaders(ctx, pool, in.Skip, in.Limit)
	return &leadersOutput{all}, err
}

func (s *Server) getChanges(ctx context.Context, in *changesInput) (*changesOutput, error) {
	all, err := s.Changes(web.RequestOf(ctx), in.ID)
	return &changesOutput{all}, err
}
