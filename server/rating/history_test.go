package rating_test

import (
	"context"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/rating"
)

// countedGames has counts by actor and opponent, and by actor for one day.
type countedGames struct {
	rating.Games
	counts map[string][]rating.GameCount
	day    time.Time
}

func (g countedGames) Counts(_ context.Context, actor, opponent string, public bool) ([]rating.GameCount, error) {
	key := actor + " " + opponent
	if public {
		key += " public"
	}
	return g.counts[key], nil
}

func (g countedGames) Days(_ context.Context, actor string, from time.Time, _ bool) ([]rating.DayCount, error) {
	if g.day.Before(from) {
		return nil, nil
	}
	return []rating.DayCount{{Day: g.day, Games: len(actor)}}, nil
}

// guestsOf returns one former guest.
type guestsOf struct{ rating.Accounts }

func (guestsOf) GuestsOf(context.Context, string) ([]string, error) { return []string{"guest/1"}, nil }

func TestTheTotalsOfAUserAreThoseThatTheVisitorMaySee(t *testing.T) {
	now := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)
	won := rating.GameCount{Board: "rosette-4", Color: "b", Outcome: "won", Games: 2, Last: now}
	lost := rating.GameCount{Board: "square-9", Color: "w", Outcome: "lost", Games: 1, Last: now.Add(-time.Hour)}
	none := rating.GameCount{Board: "square-9", Color: "b", Games: 1}
	s := rating.New(rating.Options{Accounts: guestsOf{}, Now: func() time.Time { return now }, Games: countedGames{
		day: now.Truncate(24 * time.Hour),
		counts: map[string][]rating.GameCount{
			"user/ana  public": {won}, "user/ana ": {won, lost}, "guest/1 ": {none}, "user/ben user/ana": {lost},
		},
	}})
	ana, ben := account.User{ID: "ana"}, account.User{ID: "ben"}
	visitor := func(u account.User) account.Visitor { return account.Visitor{Identity: account.Identity{User: u}} }
	for _, c := range []struct {
		visitor     account.User
		games, days int
	}{{ana, 4, len("user/ana") + len("guest/1")}, {ben, 2, len("user/ana")}, {account.User{}, 2, len("user/ana")}} {
		all, err := s.Totals(t.Context(), visitor(c.visitor), ana)
		if err != nil || all.Games != c.games || all.Board != "rosette-4" || !all.Last.Equal(now) {
			t.Errorf("%q: %+v, %v", c.visitor.ID, all, err)
		}
		if percent, ok := all.AsBlack.Percent(); !ok || percent != 100 {
			t.Errorf("%q: %d %% as Black", c.visitor.ID, percent)
		}
		a, err := s.Activity(t.Context(), visitor(c.visitor), ana)
		if err != nil || a.Sum() != c.days || a.First.Weekday() != time.Monday || a.Days[len(a.Days)-1] != c.days ||
			!a.First.AddDate(0, 0, len(a.Days)-1).Equal(now.Truncate(24*time.Hour)) {
			t.Errorf("%q: %d games since %v, %v", c.visitor.ID, a.Sum(), a.First, err)
		}
	}
	for u, games := range map[string]int{"ben": 1, "ana": 0, "": 0} {
		against, err := s.Against(t.Context(), visitor(account.User{ID: u}), ana)
		if err != nil || against.Games != games {
			t.Errorf("%q against ana: %+v, %v", u, against, err)
		}
	}
}
