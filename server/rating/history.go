package rating

import (
	"context"
	"time"

	"rosette/server/account"
)

// A GameCount counts an actor's ended games with the same board, colour and outcome.
type GameCount struct {
	Board   string
	Color   string // b or w
	Outcome string // won, lost or drawn by the actor; "" without a result
	Games   int
	Last    time.Time // when the last one ended
}

// A DayCount counts an actor's games that ended on a day in UTC.
type DayCount struct {
	Day   time.Time // its beginning
	Games int
}

// Totals summarise a player's ended games.
type Totals struct {
	Games, Won, Lost, Drawn int
	Last                    time.Time // when the last game ended
	Board                   string    // the most frequent one, "" without games
	AsBlack, AsWhite        Share
}

// A Share counts won games among the games with a result.
type Share struct{ Won, Games int }

// Percent returns the share in percent. ok is false without games.
func (s Share) Percent() (percent int, ok bool) {
	if s.Games == 0 {
		return 0, false
	}
	return (200*s.Won + s.Games) / (2 * s.Games), true
}

// total adds counts.
func total(counts []GameCount) (t Totals) {
	boards := map[string]int{}
	for _, c := range counts {
		t.Games += c.Games
		if c.Last.After(t.Last) {
			t.Last = c.Last
		}
		boards[c.Board] += c.Games
		if most := boards[t.Board]; boards[c.Board] > most || boards[c.Board] == most && c.Board < t.Board {
			t.Board = c.Board
		}
		side := &t.AsBlack
		if c.Color == "w" {
			side = &t.AsWhite
		}
		switch c.Outcome {
		case "won":
			t.Won += c.Games
			side.Won += c.Games
		case "lost":
			t.Lost += c.Games
		case "drawn":
			t.Drawn += c.Games
		default:
			continue
		}
		side.Games += c.Games
	}
	return t
}

// actorsFor returns the actors as whom a visitor may see a user's games, and whether only public
// games are visible.
func (s *Service) actorsFor(
	ctx context.Context, v account.Visitor, u account.User,
) (all []string, public bool, err error) {
	if v.User.ID != u.ID {
		return []string{u.Actor()}, true, nil
	}
	all, err = s.OwnActors(ctx, u)
	return all, false, err
}

// Totals returns totals for the user's games that the visitor may see, as in [Service.Find].
func (s *Service) Totals(ctx context.Context, v account.Visitor, u account.User) (t Totals, err error) {
	actors, public, err := s.actorsFor(ctx, v, u)
	if err != nil {
		return t, err
	}
	var counts []GameCount
	for _, actor := range actors {
		found, err := s.Games.Counts(ctx, actor, "", public)
		if err != nil {
			return t, err
		}
		counts = append(counts, found...)
	}
	return total(counts), nil
}

// Against returns totals for the visitor's games with a user. They are zero for a guest.
func (s *Service) Against(ctx context.Context, v account.Visitor, u account.User) (t Totals, err error) {
	if v.User.ID == "" || v.User.ID == u.ID {
		return t, nil
	}
	counts, err := s.Games.Counts(ctx, v.User.Actor(), u.Actor(), false)
	return total(counts), err
}

// ActivityWeeks is the length in weeks for an [Activity].
const ActivityWeeks = 52

// An Activity counts the games that ended on each day in UTC. The first day is a Monday, and the
// last one is today.
type Activity struct {
	First time.Time
	Days  []int
}

// Sum returns the sum over all days.
func (a Activity) Sum() (games int) {
	for _, n := range a.Days {
		games += n
	}
	return games
}

// Activity returns a user's activity in this week and the [ActivityWeeks] - 1 weeks before. It counts
// the games that the visitor may see, as in [Service.Find].
func (s *Service) Activity(ctx context.Context, v account.Visitor, u account.User) (a Activity, err error) {
	today := s.Now().UTC().Truncate(24 * time.Hour)
	weekday := (int(today.Weekday()) + 6) % 7 // since Monday
	a.First = today.AddDate(0, 0, -weekday-7*(ActivityWeeks-1))
	a.Days = make([]int, 7*(ActivityWeeks-1)+weekday+1)
	actors, public, err := s.actorsFor(ctx, v, u)
	if err != nil {
		return a, err
	}
	for _, actor := range actors {
		days, err := s.Games.Days(ctx, actor, a.First, public)
		if err != nil {
			return a, err
		}
		for _, d := range days {
			if i := int(d.Day.Sub(a.First) / (24 * time.Hour)); i >= 0 && i < len(a.Days) {
				a.Days[i] += d.Games
			}
		}
	}
	return a, nil
}
