package rating

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/web"
)

// A PlayedGame is a game in a list.
type PlayedGame struct {
	ID       string       `json:"id"`
	Page     string       `json:"page"`
	Board    string       `json:"board"`
	Rules    string       `json:"rules"`
	Black    PlayerOfGame `json:"black"` // by their present colours
	White    PlayerOfGame `json:"white"`
	Opened   int64        `json:"opened"`
	Updated  int64        `json:"updated"`
	Position int64        `json:"position"` // of the last event; continues a list as before
	Finished bool         `json:"finished,omitempty"`
	Result   string       `json:"result,omitempty"` // as in SGF
	Rated    bool         `json:"rated,omitempty"`
	Annulled bool         `json:"annulled,omitempty"` // by a moderator: it changes no rating
	Pool     string       `json:"pool,omitempty"`
}

// A PlayerOfGame is a player of a game in a list.
type PlayerOfGame struct {
	view.Player
	Actor  string `json:"-"`
	Page   string `json:"page,omitempty"`   // of a user
	Rating int    `json:"rating,omitempty"` // in games such as this one, as it is now
}

// GameQuery are the parts of a filter that a client names. Empty parts let all through.
type GameQuery struct {
	Board    string `query:"board" doc:"A board, or rosette or square for all of them" maxLength:"40"`
	Opponent string `query:"opponent" doc:"The name of a user; or user, guest or bot for all players of the kind" maxLength:"100"`
	Result   string `query:"result" enum:"won,lost,drawn" doc:"For the user"`
	Pool     string `query:"pool" maxLength:"40"`
	Rated    bool   `query:"rated" doc:"Only rated games"`
	From     string `query:"from" format:"date" doc:"The first day, in UTC" example:"2026-11-01"`
	To       string `query:"to" format:"date" doc:"The last day, in UTC"`
	Running  bool   `query:"running" doc:"Games that have not ended, instead of those that have"`
}

type (
	gamesInput struct {
		Name string `path:"name" maxLength:"100"`
		GameQuery
		Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20"`
		Before int64 `query:"before" doc:"Games with a lower position: that of the last game of a list continues the list" minimum:"0" default:"0"`
	}
	gamesOutput struct{ Body []PlayedGame }
	watchInput  struct {
		Limit int `query:"limit" minimum:"1" maximum:"50" default:"24"`
	}
)

// wrong returns the problem of a part of a filter. The arguments are of the code.
func wrong(part, code string, args map[string]any) error {
	p := web.ProblemOf(http.StatusUnprocessableEntity, code, args)
	p.Errors = []web.Fault{{Location: "query." + part, Code: code, Args: args}}
	return p
}

// kinds are the kinds of players that a filter may name.
var kinds = []string{string(play.SeatUser), string(play.SeatGuest), string(play.SeatBot)}

// outcomes are the results of a game that a filter may name.
var outcomes = []string{"won", "lost", "drawn"}

// filter returns what a client wants of the games of somebody, without the actor.
func (s *Server) filter(ctx context.Context, w GameQuery) (f Filter, err error) {
	f = Filter{Over: !w.Running, Rated: w.Rated, Board: w.Board, Pool: w.Pool, Outcome: w.Result, Opponent: w.Opponent}
	for _, day := range []struct {
		part, text, code string
		into             *time.Time
	}{{"from", w.From, "rating.filter.from", &f.From}, {"to", w.To, "rating.filter.to", &f.To}} {
		if day.text == "" {
			continue
		}
		if *day.into, err = time.Parse(time.DateOnly, day.text); err != nil {
			return f, wrong(day.part, day.code, nil)
		}
	}
	if !f.To.IsZero() {
		f.To = f.To.AddDate(0, 0, 1)
	}
	if w.Result != "" && !slices.Contains(outcomes, w.Result) {
		return f, wrong("result", "api.wrong-value", map[string]any{"field": "query.result", "values": strings.Join(outcomes, ", ")})
	}
	if w.Opponent != "" && !slices.Contains(kinds, w.Opponent) {
		u, err := s.People.Named(ctx, w.Opponent)
		if err != nil {
			return f, s.fault(err)
		}
		f.Opponent = u.Actor()
	}
	return f, nil
}

// Find returns games of a user. Games that not everybody may find are those of the user
// alone; among them are those of the guests that he was.
func (s *Server) Find(r *http.Request, u account.User, w GameQuery, limit int, before int64) ([]PlayedGame, error) {
	found, err := s.find(r, u, w, limit, before)
	if err != nil {
		return nil, err
	}
	return s.listed(r, found)
}

func (s *Server) find(r *http.Request, u account.User, w GameQuery, limit int, before int64) ([]match.GameSummary, error) {
	f, err := s.filter(r.Context(), w)
	if err != nil {
		return nil, err
	}
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.fault(err)
	}
	actors := []string{u.Actor()}
	if f.Public = v.User.ID != u.ID; !f.Public {
		guests, err := s.People.GuestsOf(r.Context(), u.ID)
		if err != nil {
			return nil, s.fault(err)
		}
		actors = append(actors, guests...)
	}
	var all []match.GameSummary
	for _, f.Actor = range actors {
		found, err := s.Games.Find(r.Context(), f, limit, before)
		if err != nil {
			return nil, s.fault(err)
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b match.GameSummary) int { return cmp.Compare(b.Position, a.Position) })
	all = slices.CompactFunc(all, func(a, b match.GameSummary) bool { return a.ID == b.ID })
	return all[:min(limit, len(all))], nil
}

// listed returns games with the names and ratings of their players.
func (s *Server) listed(r *http.Request, found []match.GameSummary) ([]PlayedGame, error) {
	all, names := []PlayedGame{}, map[string]string{}
	for _, f := range found {
		g := PlayedGame{
			ID: f.ID, Page: "/games/" + f.ID, Board: f.Board, Rules: f.Rules, Opened: f.Opened, Updated: f.Updated,
			Position: f.Position, Finished: f.Finished, Result: f.Result, Rated: f.Rated, Annulled: f.Annulled, Pool: f.Pool,
		}
		pool, _ := rating.ParsePool(f.Pool)
		for seat, p := range map[*play.Seat]*PlayerOfGame{&f.Black: &g.Black, &f.White: &g.White} {
			if err := s.fill(r.Context(), p, *seat, pool, names); err != nil {
				return nil, err
			}
		}
		seats := match.SeatsIn(s.Language(r), view.Seats{Black: g.Black.Player, White: g.White.Player})
		g.Black.Player, g.White.Player = seats.Black, seats.White
		all = append(all, g)
	}
	return all, nil
}

// fill says who a player is and how he stands in a pool.
func (s *Server) fill(ctx context.Context, p *PlayerOfGame, seat play.Seat, pool rating.Pool, names map[string]string) (err error) {
	p.Player, p.Actor = view.PlayerOf(seat), seat.Actor()
	if seat.Kind == play.SeatGuest {
		p.Name, err = s.guestName(ctx, seat.Actor(), names)
		return err
	}
	if seat.Kind == play.SeatUser {
		if p.Name, err = s.nameOf(ctx, seat.Actor(), names); err != nil {
			return err
		}
		if p.Name == "" { // the account is closed
			p.Name = match.ClosedName
			return nil
		}
		p.Page = page(p.Name)
	}
	stands, ok, err := s.Ratings.In(ctx, pool, seat.Actor())
	if err != nil {
		return s.fault(err)
	}
	if ok {
		p.Rating, p.Rank = int(math.Round(stands.Points)), stands.RankAt(s.Now())
	}
	return nil
}

// guestName returns the name that the server has given to a guest, once for a list.
func (s *Server) guestName(ctx context.Context, actor string, names map[string]string) (string, error) {
	name, known := names[actor]
	if !known {
		var err error
		if name, err = s.API.GuestName(ctx, actor); err != nil {
			return "", s.fault(err)
		}
		names[actor] = name
	}
	return name, nil
}

// mostWatched bounds the running games among which those of the best players are looked
// for.
const mostWatched = 200

// Watch returns running games that everybody may watch, those of the best players first.
// Games by correspondence come after all others.
func (s *Server) Watch(r *http.Request, limit int) ([]PlayedGame, error) {
	found, err := s.Games.Find(r.Context(), Filter{Public: true}, mostWatched, 0)
	if err != nil {
		return nil, s.fault(err)
	}
	all, err := s.listed(r, found)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b PlayedGame) int {
		return cmp.Or(cmp.Compare(slow(a), slow(b)), cmp.Compare(b.Black.Rating+b.White.Rating, a.Black.Rating+a.White.Rating))
	})
	return all[:min(limit, len(all))], nil
}

// slow returns 1 for a game by correspondence.
func slow(g PlayedGame) int {
	if pool, ok := rating.ParsePool(g.Pool); ok && pool.Speed == clock.Correspondence {
		return 1
	}
	return 0
}

func (s *Server) getGames(ctx context.Context, in *gamesInput) (*gamesOutput, error) {
	u, err := s.People.Named(ctx, in.Name)
	if err != nil {
		return nil, s.fault(err)
	}
	all, err := s.Find(web.RequestOf(ctx), u, in.GameQuery, in.Limit, in.Before)
	return &gamesOutput{all}, err
}

func (s *Server) getWatch(ctx context.Context, in *watchInput) (*gamesOutput, error) {
	all, err := s.Watch(web.RequestOf(ctx), in.Limit)
	return &gamesOutput{all}, err
}
