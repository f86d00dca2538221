package correspondence

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/web"
)

// A Vacation is the vacation days of the client.
type Vacation struct {
	Left  int64 `json:"left" doc:"Milliseconds that may still be taken"`
	Until int64 `json:"until,omitempty" doc:"The end of the present vacation, in milliseconds since 1970"`
}

type (
	noInput        struct{}
	vacationOutput struct{ Body Vacation }
)

func (s *Server) getVacation(ctx context.Context, _ *noInput) (*vacationOutput, error) {
	v, err := s.Vacation(web.RequestOf(ctx))
	return s.vacationOutput(v), err
}

func (s *Server) putVacation(ctx context.Context, _ *noInput) (*vacationOutput, error) {
	v, err := s.SetVacation(web.RequestOf(ctx), true)
	return s.vacationOutput(v), err
}

func (s *Server) deleteVacation(ctx context.Context, _ *noInput) (*vacationOutput, error) {
	v, err := s.SetVacation(web.RequestOf(ctx), false)
	return s.vacationOutput(v), err
}

func (s *Server) vacationOutput(v account.Vacation) *vacationOutput {
	out := &vacationOutput{Vacation{Left: v.Left(s.Now()).Milliseconds()}}
	if until, ok := v.On(s.Now()); ok {
		out.Body.Until = until.UnixMilli()
	}
	return out
}

// user returns the user of a request. The error is a Problem.
func (s *Server) user(r *http.Request) (account.User, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return account.User{}, s.fault(err)
	}
	if v.User.ID == "" {
		return account.User{}, web.ProblemOf(http.StatusUnauthorized, "account.sign-in.first", nil)
	}
	return v.User, nil
}

// Vacation returns the vacation days of the user of a request. The error is a Problem.
func (s *Server) Vacation(r *http.Request) (v account.Vacation, err error) {
	u, err := s.user(r)
	if err != nil {
		return v, err
	}
	if v, err = s.Accounts.VacationOf(r.Context(), u); err != nil {
		return v, s.fault(err)
	}
	return v, nil
}

// maxVacations bounds how often somebody begins or ends a vacation in an hour: each game
// keeps that.
const maxVacations = 10

// SetVacation begins or ends a vacation of the user of a request, and tells all his games
// by correspondence. The error is a Problem.
func (s *Server) SetVacation(r *http.Request, on bool) (v account.Vacation, err error) {
	u, err := s.user(r)
	if err != nil {
		return v, err
	}
	if wait, ok := s.vacations.Take(u.ID); !ok {
		return v, web.TooMany("api.too-many-requests", wait, nil)
	}
	if v, err = s.Accounts.SetVacation(r.Context(), u, on); err != nil {
		return v, s.fault(err)
	}
	// It has begun or ended. A game that cannot be told now is told by the next sweep.
	s.guarded(context.WithoutCancel(r.Context()), "", func(ctx context.Context) error { return s.tell(ctx, u) })
	return v, nil
}

// tellAll tells the games of all who are on vacation, or have ended one.
func (s *Server) tellAll(ctx context.Context) error {
	users, err := s.Accounts.VacationsUntold(ctx)
	for _, u := range users {
		err = errors.Join(err, s.tell(ctx, u))
	}
	return err
}

// tell tells all games of a user of his vacation, or of its end.
func (s *Server) tell(ctx context.Context, u account.User) error {
	v, err := s.Accounts.VacationOf(ctx, u)
	if err != nil {
		return err
	}
	actors, err := s.Accounts.ActorsOf(ctx, u)
	for _, actor := range actors {
		err = errors.Join(err, s.tellGamesOf(ctx, actor))
	}
	if _, on := v.On(s.Time()); err != nil || on { // a game that begins has to be told
		return err
	}
	return s.Accounts.VacationTold(ctx, u, v)
}

// mostGames is how many games are read at once.
const mostGames = 50

func (s *Server) tellGamesOf(ctx context.Context, actor string) (err error) {
	for before := int64(0); ; {
		games, failed := s.API.Games.Of(ctx, actor, true, mostGames, before)
		err = errors.Join(err, failed)
		for _, g := range games {
			err, before = errors.Join(err, s.rest(ctx, g.ID)), g.Position
		}
		if len(games) < mostGames {
			return err
		}
	}
}

// exactly is how much two ends of the same vacation may differ: each match counts from
// when it was told.
const exactly = time.Second

// rest tells a match of the vacations of its players, unless it knows. Of one that is over
// it removes the plans, also those that have ended.
func (s *Server) rest(ctx context.Context, id string) error {
	var settings play.Settings
	var told board.ByColor[time.Time]
	idle, over, seq := false, false, 0
	err := s.API.Host.Read(ctx, id, func(m *play.Match) {
		settings, idle, over = m.Settings(), !m.Correspondence() || !m.OriginalSettings().BetweenPeople(), m.Over()
		seq = m.Seq()
		for _, c := range board.Colors {
			told[c] = m.Away(c)
		}
	})
	switch {
	case err != nil || idle:
		return err
	case over: // nobody reads its plans again
		return s.Plans.Remove(ctx, id, board.Empty)
	}
	for _, c := range board.Colors {
		owner, ok, failed := s.Accounts.OwnerOf(ctx, settings.Seat(c).Actor())
		if failed != nil || !ok {
			err = errors.Join(err, failed)
			continue
		}
		v, failed := s.Accounts.VacationOf(ctx, owner)
		err = errors.Join(err, failed)
		if length, ok := s.restOf(v, told[c]); ok && failed == nil {
			err = errors.Join(err, s.restFor(ctx, id, c, length, seq))
		}
	}
	return err
}

// restOf returns how long the clock of a player is to stand still from now on, whose match
// believes that it does until a time; ok is false if that is right.
func (s *Server) restOf(v account.Vacation, told time.Time) (length time.Duration, ok bool) {
	now := s.Time()
	until, on := v.On(now)
	switch {
	case on:
		return until.Sub(now), until.Sub(told).Abs() > exactly
	case told.Sub(now) > exactly:
		return 0, true
	}
	return 0, false
}

// restFor lets the clock of a player stand still, in a match that was read with its events
// up to a number: of several processes that tell it of the vacation one does. A match that is
// over does not matter.
func (s *Server) restFor(ctx context.Context, id string, c board.Color, length time.Duration, seq int) error {
	_, err := s.API.Host.Do(ctx, id, play.Command{Kind: play.Rest, By: c, For: length, ID: fmt.Sprint("rest-", seq)})
	if errors.Is(err, play.ErrOver) || errors.Is(err, play.ErrTimeUp) || errors.Is(err, play.ErrNotNow) {
		return nil
	}
	return err
}
