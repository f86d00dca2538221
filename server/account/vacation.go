package account

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// A vacation stops the clocks in all of a user's correspondence games. A user has some vacation
// days at registration and earns more each day, with or without games, up to a bound. A day of
// vacation costs a day, and nothing is earned during a vacation.
const (
	vacationFirst  = 10 * 24 * time.Hour // at registration
	vacationYearly = 30                  // days earned in a year
	vacationMost   = 30 * 24 * time.Hour // upper bound
	vacationLeast  = 24 * time.Hour      // required to begin one
	yearDays       = 365
	year           = yearDays * 24 * time.Hour
)

// KindVacation is the kind of a user's vacation days, with the id vacationDays, and of the mark
// that the user's games need an update, with the id vacationToApply.
const KindVacation Kind = "vacation"

const (
	vacationDays    = "days"
	vacationToApply = "untold"
)

// A Vacation has a user's vacation days.
type Vacation struct {
	Saved time.Duration `json:"saved"` // at At
	At    time.Time     `json:"at"`
	// Until is the planned end of the last vacation, when no days are left; zero if the user ended
	// it early.
	Until time.Time `json:"until,omitzero"`
}

// On returns the end of the vacation at a time. ok is false outside a vacation.
func (v Vacation) On(now time.Time) (until time.Time, ok bool) { return v.Until, now.Before(v.Until) }

// Left returns the remaining vacation time at a time.
func (v Vacation) Left(now time.Time) time.Duration {
	if until, ok := v.On(now); ok {
		return until.Sub(now)
	}
	saved, since := v.Saved, v.At
	if !v.Until.IsZero() {
		saved, since = 0, v.Until
	}
	earned := min(max(0, now.Sub(since)), year) / yearDays * vacationYearly
	return min(vacationMost, saved+earned)
}

// Begin returns v with a vacation until all days are spent.
func (v Vacation) Begin(now time.Time) (Vacation, error) {
	if _, on := v.On(now); on {
		return v, refuse("correspondence.vacation.on")
	}
	left := v.Left(now)
	if left < vacationLeast {
		return v, refuse("correspondence.vacation.short", "n", int(vacationLeast/(24*time.Hour)))
	}
	return Vacation{Saved: left, At: now, Until: now.Add(left)}, nil
}

// End returns v with the vacation ended and the remaining days saved.
func (v Vacation) End(now time.Time) (Vacation, error) {
	if _, on := v.On(now); !on {
		return v, refuse("correspondence.vacation.off")
	}
	return Vacation{Saved: v.Left(now), At: now}, nil
}

// VacationOf returns a user's vacation days.
func (s *Service) VacationOf(ctx context.Context, u User) (Vacation, error) {
	v := Vacation{Saved: vacationFirst, At: u.Created}
	has, err := s.Store.BelongingsOf(ctx, u.ID, KindVacation)
	for _, b := range has {
		if b.ID != vacationDays {
			continue
		}
		if err := json.Unmarshal([]byte(b.Body), &v); err != nil {
			return v, fmt.Errorf("account: vacation of %s: %w", u.ID, err)
		}
	}
	return v, err
}

// SetVacation begins or ends a vacation. The caller must update the user's games and then call
// [Service.VacationApplied]. Until then [Service.VacationsToApply] includes the user, even after a
// restart.
func (s *Service) SetVacation(ctx context.Context, u User, on bool) (v Vacation, err error) {
	if v, err = s.VacationOf(ctx, u); err != nil {
		return v, err
	}
	set := v.End
	if on {
		set = v.Begin
	}
	if v, err = set(s.Now()); err != nil {
		return v, err
	}
	body, err := json.Marshal(v)
	if err != nil {
		return v, err
	}
	// Store the mark first: a superfluous update is harmless.
	if err := s.Store.Put(ctx, Belonging{
		Owner: u.ID, Kind: KindVacation, ID: vacationToApply, At: s.Now(), Body: "{}",
	}); err != nil {
		return v, err
	}
	return v, s.Store.Put(ctx, Belonging{
		Owner: u.ID, Kind: KindVacation, ID: vacationDays, At: s.Now(), Body: string(body),
	})
}

// VacationsToApply returns the users whose games may need an update for a begun or ended vacation.
func (s *Service) VacationsToApply(ctx context.Context) (users []User, err error) {
	marks, err := s.Store.Find(ctx, KindVacation, vacationToApply)
	for _, b := range marks {
		u, err := s.Store.User(ctx, b.Owner)
		if err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, err
}

// VacationApplied records that a user's games are up to date, unless the vacation has changed since
// applied.
func (s *Service) VacationApplied(ctx context.Context, u User, applied Vacation) error {
	mark := Belonging{Owner: u.ID, Kind: KindVacation, ID: vacationToApply, At: s.Now(), Body: "{}"}
	if _, err := s.Store.Remove(ctx, mark); err != nil {
		return err
	}
	now, err := s.VacationOf(ctx, u)
	if err != nil || now.At.Equal(applied.At) {
		return err
	}
	return s.Store.Put(ctx, mark)
}

// OwnerOf returns the user behind an actor, including a guest who has since registered. ok is false
// for other actors.
func (s *Service) OwnerOf(ctx context.Context, actor string) (u User, ok bool, err error) {
	id, ok := UserID(actor)
	if !ok {
		owners, err := s.Store.Find(ctx, KindGuest, actor)
		if err != nil || len(owners) == 0 {
			return u, false, err
		}
		id = owners[0].Owner
	}
	u, err = s.Store.User(ctx, id)
	return u, err == nil, err
}

// ActorsOf returns a user's actor and earlier guest actors.
func (s *Service) ActorsOf(ctx context.Context, u User) (actors []string, err error) {
	guests, err := s.GuestsOf(ctx, u.ID)
	return append([]string{u.Actor()}, guests...), err
}
