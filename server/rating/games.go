package rating

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// A Filter selects games.
type Filter struct {
	Over          bool
	Public, Rated bool
	Board, Pool   string
	From, To      time.Time
	Actor         string
	Opponent      string // an actor or a kind of player
	Outcome       string // won, lost or drawn
}

// A Game is a game in a list.
type Game struct {
	ID       string
	Board    string
	Rules    string
	Opened   time.Time
	Updated  time.Time
	Position int64 // position of the last event, for continuing a list with before
	Finished bool
	Result   string // in SGF notation
	Rated    bool
	Annulled bool // by a moderator, so it changes no rating
	Pool     string
	Black    Player // by their current colours
	White    Player
}

// A Player is a player of a game in a list.
type Player struct {
	play.Seat
	User   bool // a user with an open account
	Rating int  // current rating in the game's pool, or 0
}

// PlayerOf returns a seat's player, without a rating.
func PlayerOf(seat play.Seat) Player { return Player{Seat: seat} }

// A Query is a filter from a client. Empty fields match all games.
type Query struct {
	Board    string // or rosette or square for all boards of the family
	Opponent string // a user's name; or user, guest or bot for all players of that kind
	Result   string // won, lost or drawn, for the user
	Pool     string
	Rated    bool
	From, To string // first and last day in UTC, such as 2026-11-01
	Running  bool   // games in progress instead of ended ones
}

// invalid returns the refusal for a query parameter.
func invalid(part, code string, args map[string]any) error {
	return &refusal.Error{Code: code, Args: args, Fields: []refusal.Field{{Name: part, Code: code, Args: args}}}
}

// kinds lists the kinds of opponents in a query.
var kinds = []string{string(play.SeatUser), string(play.SeatGuest), string(play.SeatBot)}

// outcomes lists the results in a query.
var outcomes = []string{"won", "lost", "drawn"}

// filter converts a query to a filter, without the actor.
func (s *Service) filter(ctx context.Context, q Query) (f Filter, err error) {
	f = Filter{Over: !q.Running, Rated: q.Rated, Board: q.Board, Pool: q.Pool, Outcome: q.Result, Opponent: q.Opponent}
	for _, day := range []struct {
		part, text, code string
		into             *time.Time
	}{{"from", q.From, "rating.filter.from", &f.From}, {"to", q.To, "rating.filter.to", &f.To}} {
		if day.text == "" {
			continue
		}
		if *day.into, err = time.Parse(time.DateOnly, day.text); err != nil {
			return f, invalid(day.part, day.code, nil)
		}
	}
	if !f.To.IsZero() {
		f.To = f.To.AddDate(0, 0, 1)
	}
	if q.Result != "" && !slices.Contains(outcomes, q.Result) {
		args := map[string]any{"field": "query.result", "values": strings.Join(outcomes, ", ")}
		return f, invalid("result", "api.wrong-value", args)
	}
	if q.Opponent != "" && !slices.Contains(kinds, q.Opponent) {
		u, err := s.User(ctx, q.Opponent)
		if err != nil {
			return f, err
		}
		f.Opponent = u.Actor()
	}
	return f, nil
}

// OwnActors returns all actors a user has played as: the user and former guests.
func (s *Service) OwnActors(ctx context.Context, u account.User) ([]string, error) {
	guests, err := s.Accounts.GuestsOf(ctx, u.ID)
	return append([]string{u.Actor()}, guests...), err
}

// Find returns a user's games. If before is not 0, it returns only games with lower positions. Only
// the user's own search includes games that are not public and games played as a guest.
func (s *Service) Find(
	ctx context.Context, v account.Visitor, u account.User, q Query, limit int, before int64,
) ([]Game, error) {
	f, err := s.filter(ctx, q)
	if err != nil {
		return nil, err
	}
	actors := []string{u.Actor()}
	if f.Public = v.User.ID != u.ID; !f.Public {
		if actors, err = s.OwnActors(ctx, u); err != nil {
			return nil, err
		}
	}
	var all []Game
	for _, f.Actor = range actors {
		found, err := s.Games.Find(ctx, f, limit, before)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b Game) int { return cmp.Compare(b.Position, a.Position) })
	all = slices.CompactFunc(all, func(a, b Game) bool { return a.ID == b.ID })
	all = all[:min(limit, len(all))]
	return all, s.addPlayers(ctx, all)
}

// addPlayers adds the players' current names and ratings to games.
func (s *Service) addPlayers(ctx context.Context, all []Game) error {
	known := names{}
	for i := range all {
		for _, p := range []*Player{&all[i].Black, &all[i].White} {
			if err := s.addPlayer(ctx, all[i], p, known); err != nil {
				return err
			}
		}
	}
	return nil
}

// addPlayer adds the name and rating of a player of a game.
func (s *Service) addPlayer(ctx context.Context, g Game, p *Player, known names) (err error) {
	switch p.Kind {
	case play.SeatGuest:
		p.Name, err = known.name(ctx, p.Actor(), s.Accounts.GuestName)
		return err
	case play.SeatUser:
		if p.Name, err = known.name(ctx, p.Actor(), s.Accounts.NameOf); err != nil {
			return err
		}
		if p.Name == "" {
			p.Name = account.ClosedName
			return nil
		}
		p.User = true
	}
	pool, ok := rating.ParsePool(g.Pool)
	if !ok && p.Kind == play.SeatBot { // without a clock, a level is as strong as with one
		pool, ok = rating.PoolOf(g.Board, clock.Live)
	}
	if !ok {
		return nil
	}
	standing, ok, err := s.Ratings.In(ctx, pool, p.Actor())
	if ok {
		p.Rating, p.Rank = int(math.Round(standing.Points)), standing.RankAt(s.Now())
	}
	return err
}

// mostWatched is the number of games in progress from which the best are selected.
const mostWatched = 200

// Watch returns running public games, those with the best players first. Correspondence games come
// last.
func (s *Service) Watch(ctx context.Context, limit int) ([]Game, error) {
	all, err := s.Games.Find(ctx, Filter{Public: true}, mostWatched, 0)
	if err != nil {
		return nil, err
	}
	if err := s.addPlayers(ctx, all); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Game) int {
		return cmp.Or(
			cmp.Compare(slow(a), slow(b)), cmp.Compare(b.Black.Rating+b.White.Rating, a.Black.Rating+a.White.Rating),
		)
	})
	return all[:min(limit, len(all))], nil
}

// slow returns 1 for a correspondence game.
func slow(g Game) int {
	if pool, ok := rating.ParsePool(g.Pool); ok && pool.Speed == clock.Correspondence {
		return 1
	}
	return 0
}

// An export reads exportPage games at a time and contains at most the last MaxExported games.
const (
	exportPage  = 50
	MaxExported = 5000
)

// CheckExport returns a refusal if an address exports games too often.
func (s *Service) CheckExport(address string) error {
	if wait, ok := s.Exports.Take(address); !ok {
		return refusal.TooOften("api.too-many-requests", wait)
	}
	return nil
}

// Export calls each with every game from Find and its SGF record. It skips games that have not
// begun.
func (s *Service) Export(
	ctx context.Context, v account.Visitor, u account.User, q Query, each func(g Game, record []byte) error,
) error {
	before := int64(0)
	for n := 0; n < MaxExported; n += exportPage {
		games, err := s.Find(ctx, v, u, q, exportPage, before)
		if err != nil {
			return err
		}
		for _, g := range games {
			before = g.Position
			record, err := s.Matches.RecordFor(ctx, v, g.ID)
			if errors.Is(err, ErrNotBegun) {
				continue
			}
			if err != nil {
				return err
			}
			if err := each(g, record); err != nil {
				return err
			}
		}
		if len(games) < exportPage {
			return nil
		}
	}
	return nil
}
