package account

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Vacation days stop the clocks of all games by correspondence of a user. He has some when
// he registers and earns more each day, also in games that do not run, up to a bound; a day
// of vacation costs a day. Nothing is earned meanwhile.
const (
	vacationFirst  = 10 * 24 * time.Hour // on registration
	vacationYearly = 30                  // days, earned in a year
	vacationMost   = 30 * 24 * time.Hour // saved
	vacationLeast  = 24 * time.Hour      // to begin one
	yearDays       = 365
	year           = yearDays * 24 * time.Hour
)

// KindVacation is the kind of the vacation days of a user, under vacationDays, and of the
// mark that his games have to be told, under vacationUntold.
const KindVacation Kind = "vacation"

const (
	vacationDays   = "days"
	vacationUntold = "untold"
)

// A Vacation is the vacation days of a user.
type Vacation struct {
	Saved time.Duration `json:"saved"` // at At
	At    time.Time     `json:"at"`
	// the end of the last vacation, at which nothing is saved; zero if he has ended it
	Until time.Time `json:"until,omitzero"`
}

// On returns until when a vacation lasts; ok is false if there is none at a time.
func (v Vacation) On(now time.Time) (until time.Time, ok bool) { return v.Until, now.Before(v.Until) }

// Left returns the time that may still be taken at a time.
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

// Begin returns the days with a vacation that lasts as long as they do.
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

// End returns the days without a vacation.
func (v Vacation) End(now time.Time) (Vacation, error) {
	if _, on := v.On(now); !on {
		return v, refuse("correspondence.vacation.off")
	}
	return Vacation{Saved: v.Left(now), At: now}, nil
}

// VacationOf returns the vacation days of a user.
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

// SetVacation begins or ends a vacation. Tell his games: until [Service.VacationTold], the
// user is among [Service.VacationsUntold], also after a restart.
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
	// The mark is first: to tell games what they know does no harm.
	if err := s.Store.Put(ctx, Belonging{
		Owner: u.ID, Kind: KindVacation, ID: vacationUntold, At: s.Now(), Body: "{}",
	}); err != nil {
		return v, err
	}
	return v, s.Store.Put(ctx, Belonging{
		Owner: u.ID, Kind: KindVacation, ID: vacationDays, At: s.Now(), Body: string(body),
	})
}

// VacationsUntold returns the users whose games may not know their vacation, or its end.
func (s *Service) VacationsUntold(ctx context.Context) (users []User, err error) {
	marks, err := s.Store.Find(ctx, KindVacation, vacationUntold)
	for _, b := range marks {
		u, err := s.Store.User(ctx, b.Owner)
		if err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, err
}

// VacationTold notes that all games of a user know that a vacation is over, unless he has
// begun another one meanwhile.
func (s *Service) VacationTold(ctx context.Context, u User, told Vacation) error {
	mark := Belonging{Owner: u.ID, Kind: KindVacation, ID: vacationUntold, At: s.Now(), Body: "{}"}
	if _, err := s.Store.Remove(ctx, mark); err != nil {
		return err
	}
	now, err := s.VacationOf(ctx, u)
	if err != nil || now.At.Equal(told.At) {
		return err
	}
	return s.Store.Put(ctx, mark)
}

// OwnerOf returns the user who an actor is, or who was that guest; ok is false for others.
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

// ActorsOf returns as whom a user has played: himself, and the guests that he was.
func (s *Service) ActorsOf(ctx context.Context, u User) (actors []string, err error) {
	guests, err := s.GuestsOf(ctx, u.ID)
	return append([]string{u.Actor()}, guests...), err
}
