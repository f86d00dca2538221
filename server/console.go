package server

import (
	"context"
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/socket"
	"rosette/server/match"
	"rosette/server/moderation"
	"rosette/server/pubsub"
	"rosette/server/pubsub/remote"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// NewServices returns the chat and moderation services on a store. o has the parts that depend on
// the process; NewServices adds the tables.
func NewServices(
	s store.Store, accounts *account.Service, o chat.Options, games moderation.Games,
) (*chat.Service, *moderation.Service) {
	o.LineStore, o.RoomStore = tables.Chat(s), tables.Rooms(s)
	o.Accounts, o.Store = accounts, accounts.Store
	c := chat.New(o)
	m := moderation.New(moderation.Options{
		Table: tables.Moderation(s), Lines: tables.Chat(s), Accounts: accounts, Store: accounts.Store,
		Chat: c, Games: games, Publisher: o.Publisher, Now: o.Now,
		TablesWithEntry: func(e moderation.Entry) moderation.Tables {
			logged := tables.Logged(s, e)
			return moderation.Tables{
				Mutes: tables.Moderation(logged), Reports: tables.Moderation(logged),
				Lines: tables.Chat(logged), Rooms: tables.Rooms(logged), Accounts: accounts.On(tables.Accounts(logged)),
				Judge: func(ctx context.Context) error { return tables.Judge(ctx, s, e) },
			}
		},
	})
	c.Moderation = m
	return c, m
}

// A Console has the services for an operator's commands, on the store of a server that may be
// running. The caller must close it.
type Console struct {
	Chat       *chat.Service
	Moderation *moderation.Service

	feed feed
}

// NewConsole returns a console. It publishes changes to the server's open pages over NATS, which
// may be nil.
func NewConsole(ctx context.Context, s store.Store, nats *remote.Connection) (*Console, error) {
	now, err := store.Clock(ctx, s)
	if err != nil {
		return nil, err
	}
	f, err := newFeed(ctx, s, nats, func(pubsub.Message) {})
	if err != nil {
		return nil, err
	}
	accounts := account.NewService(tables.Accounts(s), now)
	accounts.OnSessionsEnded = func(actor string) { f.Publish(socket.EndedMessage(actor)) }
	c, m := NewServices(s, accounts, chat.Options{Publisher: chathttp.Publisher{Feed: f}, Now: now}, StoredGames{s})
	return &Console{c, m, f}, nil
}

// Close sends pending changes and ends the console's connection.
func (c *Console) Close() { c.feed.Close() }

// StoredGames are a store's games for moderators.
type StoredGames struct{ store.Store }

// Settings implements [moderation.Games].
func (g StoredGames) Settings(ctx context.Context, game string) (settings play.Settings, err error) {
	events, err := store.Matches{Log: g.Store}.Events(ctx, game, 0)
	if err == nil && (len(events) == 0 || events[0].Settings == nil) {
		err = play.ErrNoMatch
	}
	if err != nil {
		return settings, err
	}
	return *events[0].Settings, nil
}

// Annulled implements [moderation.Games].
func (g StoredGames) Annulled(ctx context.Context, game string) (bool, error) {
	return store.Annulled(ctx, g.Store, game)
}

// LopsidedPairs implements [moderation.Games].
func (g StoredGames) LopsidedPairs(ctx context.Context, since time.Time, limit int) ([]rating.Pair, time.Time, error) {
	return g.Ratings().Lopsided(ctx, since, limit)
}

// hostedGames are the games in a host's memory.
type hostedGames struct {
	StoredGames
	host *match.Host
}

// Settings implements [moderation.Games].
func (g hostedGames) Settings(ctx context.Context, game string) (settings play.Settings, err error) {
	err = g.host.Read(ctx, game, func(m *play.Match) { settings = m.OriginalSettings() })
	return settings, err
}
