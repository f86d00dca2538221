package correspondence

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/refusal"
)

// MaxVacations limits how often a user may begin or end a vacation in an hour, because each game
// stores it.
const MaxVacations = 10

// Vacation returns a user's vacation days.
func (s *Service) Vacation(ctx context.Context, v account.Visitor) (account.Vacation, error) {
	if v.User.ID == "" {
		return account.Vacation{}, ErrNoAccount
	}
	return s.Accounts.VacationOf(ctx, v.User)
}

// SetVacation begins or ends a user's vacation, including in all the user's games.
func (s *Service) SetVacation(ctx context.Context, v account.Visitor, on bool) (account.Vacation, error) {
	if v.User.ID == "" {
		return account.Vacation{}, ErrNoAccount
	}
	if wait, ok := s.VacationLimit.Take(v.User.ID); !ok {
		return account.Vacation{}, refusal.TooOften("api.too-many-requests", wait)
	}
	vacation, err := s.Accounts.SetVacation(ctx, v.User, on)
	if err != nil {
		return vacation, err
	}
	// The next sweep applies it to games in which this fails.
	s.runLogged(context.WithoutCancel(ctx), "", func(ctx context.Context) error { return s.applyVacation(ctx, v.User) })
	return vacation, nil
}

// applyVacations applies running and ended vacations to their users' games.
func (s *Service) applyVacations(ctx context.Context) error {
	users, err := s.Accounts.VacationsToApply(ctx)
	for _, u := range users {
		err = errors.Join(err, s.applyVacation(ctx, u))
	}
	return err
}

// applyVacation applies a user's vacation, or its end, to all the user's games.
func (s *Service) applyVacation(ctx context.Context, u account.User) error {
	v, err := s.Accounts.VacationOf(ctx, u)
	if err != nil {
		return err
	}
	actors, err := s.Accounts.ActorsOf(ctx, u)
	for _, actor := range actors {
		err = errors.Join(err, s.applyToGames(ctx, actor))
	}
	if _, on := v.On(s.Now()); err != nil || on { // games that begin later must store it too
		return err
	}
	return s.Accounts.VacationApplied(ctx, u, v)
}

// mostGames is the number of games in one query.
const mostGames = 50

// applyToGames applies an actor's vacation to the actor's games.
func (s *Service) applyToGames(ctx context.Context, actor string) (err error) {
	for before := int64(0); ; {
		ids, last, failed := s.Games.Running(ctx, actor, before, mostGames)
		err = errors.Join(err, failed)
		for _, id := range ids {
			err = errors.Join(err, s.ApplyVacations(ctx, id))
		}
		if len(ids) < mostGames {
			return err
		}
		before = last
	}
}

// endTolerance is the tolerance between two ends of the same vacation.
const endTolerance = time.Second

// ApplyVacations stops the clocks of players on vacation in a match, and starts them again after
// it. It removes the plans in a finished match, including ended ones.
func (s *Service) ApplyVacations(ctx context.Context, id string) error {
	var settings play.Settings
	var stored board.ByColor[time.Time]
	idle := false
	over := false
	seq := 0
	err := s.Matches.Read(ctx, id, func(m *play.Match) {
		settings = m.Settings()
		idle = !m.Correspondence() || !m.OriginalSettings().BetweenPeople()
		over = m.Over()
		seq = m.Seq()
		for _, c := range board.Colors {
			stored[c] = m.Away(c)
		}
	})
	switch {
	case err != nil || idle:
		return err
	case over: // its plans are no longer needed
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
		if until, ok := s.restEnd(v, stored[c]); ok && failed == nil {
			err = errors.Join(err, s.restUntil(ctx, id, c, until, seq))
		}
	}
	return err
}

// restEnd returns when a player's clock should start again, or the zero time for now. stored is the
// time stored in the match; ok is false if it is already right.
func (s *Service) restEnd(v account.Vacation, stored time.Time) (until time.Time, ok bool) {
	now := s.Now()
	until, on := v.On(now)
	switch {
	case on:
		return until, until.Sub(stored).Abs() > endTolerance
	case stored.Sub(now) > endTolerance:
		return time.Time{}, true
	}
	return time.Time{}, false
}

// restUntil stops a player's clock until a time, in a match that was read up to event seq. If
// several processes apply the same vacation, only one succeeds. It does nothing in a finished
// match.
func (s *Service) restUntil(ctx context.Context, id string, c board.Color, until time.Time, seq int) error {
	rest := play.Command{Kind: play.Rest, By: c, Until: until, ID: fmt.Sprint("rest-", seq)}
	_, err := s.Matches.Do(ctx, id, rest)
	if errors.Is(err, play.ErrOver) || errors.Is(err, play.ErrTimeUp) || errors.Is(err, play.ErrNotNow) {
		return nil
	}
	return err
}
