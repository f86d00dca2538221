package match_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/refusal"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// addresses stores nothing and allows everything.
type addresses struct{}

func (addresses) KeepAddress(account.Actor, string)        {}
func (addresses) LastAddress(actor string) string          { return actor }
func (addresses) UsersAt(string) []account.Actor           { return nil }
func (addresses) OnMoved(func(string, []account.Actor))    {}
func (addresses) Take(string) (wait time.Duration, _ bool) { return 0, true }

// newService returns a service on a host that runs until the test ends, and its accounts.
func newService(t *testing.T) (*match.Service, *account.Service) {
	accounts := account.NewService(tables.Accounts(storetest.Open(t)), time.Now)
	return match.NewService(match.ServiceOptions{
		Host: serve(t, newLog(), match.Options{Log: slog.New(slog.DiscardHandler)}), Sessions: accounts,
		Addresses: addresses{}, OpenLimit: addresses{}, EstimateLimit: addresses{},
		Roster: roster.New(roster.Options{Feed: new(pubsub.Local)}), Now: time.Now,
	}), accounts
}

func TestAPrivateMatchIsReadAndPlayedByItsPlayersAlone(t *testing.T) {
	s, accounts := newService(t)
	wanted := match.NewGame{Board: "square-9", Opponent: "people", Visibility: "private"}
	id, session, err := s.OpenGame(t.Context(), account.Client{}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	identity, err := accounts.Identify(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	player := account.Visitor{Identity: identity, Actor: account.Actor(identity.Actor())}
	stranger := account.Visitor{Actor: account.Actor(account.NewGuest())}

	found, err := s.Snapshot(t.Context(), player, id)
	if err != nil || match.Letters(found.Seats...) != "bw" || !found.Settings.Private {
		t.Errorf("the player reads %+v, %v", found.Settings, err)
	}
	if _, err := s.Snapshot(t.Context(), stranger, id); !errors.Is(err, match.ErrPrivate) {
		t.Errorf("a stranger reads a private match: %v", err)
	}
	err = s.View(t.Context(), stranger, id, func(*play.Match) { t.Error("a stranger looks at a private match") })
	if !errors.Is(err, match.ErrPrivate) {
		t.Errorf("a stranger looks: %v", err)
	}
	move := match.CommandRequest{Command: "play", Point: "E5", ID: "one"}
	if _, _, err := s.Do(t.Context(), stranger, id, move, match.Sender{}); !errors.Is(err, play.ErrNotSeated) {
		t.Errorf("a stranger plays: %v", err)
	}
	change, seq, err := s.Do(t.Context(), player, id, move, match.Sender{})
	if err != nil || seq == 0 || change.Data == nil {
		t.Errorf("the player plays: event %d, %v", seq, err)
	}
	again, same, err := s.Do(t.Context(), player, id, move, match.Sender{})
	if err != nil || same != seq || again.Data != nil {
		t.Errorf("the same command again: event %d instead of %d, %v", same, seq, err)
	}
}

func TestAGameThatIsNotPossibleNamesItsFieldAndBeginsNoSession(t *testing.T) {
	s, _ := newService(t)
	for field, wanted := range map[string]match.NewGame{
		"board":       {Board: "cube"},
		"names.white": {Opponent: "people", White: "a\x00b"},
		"visibility":  {Opponent: "people", Visibility: "secret"},
		"komi":        {Opponent: "people", Komi: new(5.25)},
	} {
		_, session, err := s.OpenGame(t.Context(), account.Client{}, wanted)
		refused := refusal.Of(err)
		if session != "" {
			t.Errorf("%s: a session begins", field)
		}
		if refused == nil || refused.Kind != refusal.Invalid || len(refused.Fields) != 1 || refused.Fields[0].Name != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
