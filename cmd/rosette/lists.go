package main

import (
	"context"
	"strings"
	"time"

	"rosette/account"
	"rosette/api"
	"rosette/api/correspondence"
	"rosette/api/players"
	"rosette/play"
	"rosette/play/host"
	"rosette/store"
	"rosette/store/tables"
)

// newPlayers returns the routes of what players have done.
func newPlayers(games *api.Server, s store.Store, accounts *account.Service) *players.Server {
	return players.New(players.Options{
		API: games, Ratings: s.Ratings(), Games: gameLists{s.Games()}, People: accounts,
		Judge: func(ctx context.Context, moderator, game, reason string, reinstate bool) error {
			return store.Judge(ctx, s, moderator, store.Verdict{Game: game, Reason: reason, Reinstate: reinstate}, time.Now())
		},
	})
}

// newCorrespondence returns the conditional moves and vacations of games by correspondence.
func newCorrespondence(games *api.Server, s store.Store, accounts *account.Service, matches *host.Host) *correspondence.Server {
	return correspondence.New(correspondence.Options{API: games, Plans: tables.Conditional(s), Accounts: accounts, Time: matches.Now})
}

// gameLists are those of the store as the API shows them.
type gameLists struct{ store.Games }

// Of returns the games of an actor.
func (g gameLists) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]api.Listed, error) {
	games, err := g.Games.Of(ctx, actor, running, limit, before)
	return listed(games, actor), err
}

// Find returns the games that a filter lets through.
func (g gameLists) Find(ctx context.Context, f players.Filter, limit int, before int64) ([]api.Listed, error) {
	games, err := g.Games.Find(ctx, store.Filter(f), limit, before)
	return listed(games, f.Actor), err
}

// listed returns games as the API shows them to an actor.
func listed(games []store.Game, actor string) (all []api.Listed) {
	for _, g := range games {
		l := api.Listed{
			ID: g.ID, Board: g.Board, Rules: g.Rules, Opened: g.Opened.UnixMilli(), Updated: g.Updated.UnixMilli(),
			Black: seatOf(g.Black), White: seatOf(g.White), Position: g.Position, Finished: g.Over, Result: g.Result,
			Rated: g.Rated, Pool: g.Pool,
		}
		for letter, p := range map[string]store.Player{"b": g.Black, "w": g.White} {
			if p.Actor == actor {
				l.Seat += letter
			}
		}
		all = append(all, l)
	}
	return all
}

// seatOf returns the seat of a player of a list.
func seatOf(p store.Player) play.Seat {
	kind, id, _ := strings.Cut(p.Actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: p.Name}
}
