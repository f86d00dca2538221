package server

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	accounthttp "rosette/server/http/account"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/moderation"
	"rosette/server/page"
	accountpages "rosette/server/page/account"
	chatpages "rosette/server/page/chat"
	lobbypages "rosette/server/page/lobby"
	moderationpages "rosette/server/page/moderation"
	"rosette/server/page/operator"
	ratingpages "rosette/server/page/rating"
	"rosette/server/page/shell"
	"rosette/server/rating"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// newPages creates the pages and the handler for all requests.
func (s *Server) newPages() {
	frame := page.NewShell(s.API.Server, s.API.Log)
	chats := chatpages.Pages{Shell: frame, Chat: s.Chat, Moderation: s.Moderation, Players: s.Rating}
	frame.Inbox, frame.Reports = s.Inbox.Counts, s.Moderation.OpenReports
	offers := lobbypages.Pages{Shell: frame, Matches: s.Match, Lobby: s.Lobby}
	profiles, ratings := accountpages.New(frame, s.Account.Exporter), ratingpages.New(frame, s.Rating, s.Matches)
	if s.config.Exhibit {
		ratings.Exhibit = s.Match.Exhibit
	}
	profiles.More, profiles.Vacations = ratings.Profile, s.Correspondence
	s.Pages = page.New(page.Options{
		API: s.API, Matches: s.Match, Shell: frame, Offers: offers, Away: profiles.Away,
		Best: ratings.Best, Lounge: chats.Lounge, Unread: chats.Unread,
		Proposed: s.config.Proposed,
		Groups:   s.Groups(),
		Pages: []shell.Group{
			operator.New(frame, s.config.Policy.Pages), offers, profiles, ratings,
			chats,
			moderationpages.Pages{
				Shell: frame, Moderation: s.Moderation, Chat: s.Chat, Status: s.load, Matches: s.Match,
			},
		},
	})
	s.handler = web.Probes(s.API.Require(&s.Database, s.Pages), s.ready)
}

// newAccounts returns the accounts. A session's sockets end with it, and sockets stop forwarding
// messages from users whom their owner has blocked.
func (s *Server) newAccounts() *account.Service {
	accounts := account.NewService(tables.Accounts(s.Store), s.config.Now)
	accounts.Hasher.Budget = s.config.Budget
	accounts.OnSessionsEnded = func(actor string) {
		s.feed.Publish(socket.EndedMessage(actor))
		s.Turns.SessionsEnded(actor)
	}
	accounts.OnBlocksChanged = func(actor string) { s.feed.Publish(socket.BlocksMessage(actor)) }
	accounts.CheckPublish = s.checkPublish
	accounts.HasPlayed = s.hasPlayed
	accounts.LogEvent = s.logAccount
	accounts.OnMailError = func(ctx context.Context, err error) {
		s.config.Log.ErrorContext(ctx, "letters about accounts", "err", err)
	}
	return accounts
}

// logAccount logs an event of an account.
func (s *Server) logAccount(ctx context.Context, e account.Event) {
	level, attributes := slog.LevelInfo, []any{"event", e.Name, "user", e.User}
	if e.Refused {
		level = slog.LevelWarn
	}
	if e.By != "" {
		attributes = append(attributes, "by", e.By)
	}
	if e.Reason != "" {
		attributes = append(attributes, "why", e.Reason)
	}
	s.config.Log.Log(ctx, level, "account", attributes...)
}

// newAccountRoutes returns the routes for accounts.
func (s *Server) newAccountRoutes(front *web.Server) *accounthttp.Server {
	return &accounthttp.Server{Exporter: accounthttp.Exporter{
		Server: front, Accounts: s.Accounts, Records: s.Match.EachRecord, Conditional: s.Correspondence.Lines,
		Said: s.linesBy, Devices: tables.Notices(s.Store).Devices,
	}}
}

// linesBy returns an actor's chat lines, for an export.
func (s *Server) linesBy(ctx context.Context, actor string) (spoken []accounthttp.SentLine, err error) {
	lines, err := tables.Chat(s.Store).LinesBy(ctx, actor)
	for _, l := range lines {
		spoken = append(spoken, accounthttp.SentLine{Room: l.Room, At: l.At.UnixMilli(), Text: l.Text})
	}
	return spoken, err
}

// hasPlayed reports whether an actor has a game, finished or in progress.
func (s *Server) hasPlayed(ctx context.Context, actor string) (bool, error) {
	for _, running := range []bool{false, true} {
		games, err := s.Store.Games().Of(ctx, actor, running, 1, 0)
		if err != nil || len(games) > 0 {
			return len(games) > 0, err
		}
	}
	return false, nil
}

// newChat creates the chat and moderation services.
func (s *Server) newChat(front *web.Server) {
	s.Chat, s.Moderation = NewServices(s.Store, s.Accounts, chat.Options{
		Publisher: chathttp.Publisher{Feed: s.feed}, Matches: s.Match, Roster: s.Roster, Languages: i18n.Languages(),
		Now:   front.Now,
		Flood: front.NewLimiter("lines", chat.FloodLines, chat.FloodWindow),
	}, hostedGames{StoredGames{s.Store}, s.Matches})
	s.Moderation.Reports = front.NewLimiter("reports", moderation.MaxReports, time.Hour)
}

// checkPublish calls [moderation.Service.CheckPublish]. Accounts and matches are created before the
// moderation service.
func (s *Server) checkPublish(ctx context.Context, v account.Visitor, t account.Text) error {
	return s.Moderation.CheckPublish(ctx, v, t)
}

// gameLists are the store's game lists in the form that the API returns.
type gameLists struct{ store.Games }

// Of returns an actor's games.
func (g gameLists) Of(
	ctx context.Context, actor string, running bool, limit int, before int64,
) ([]match.ListedMatch, error) {
	games, err := g.Games.Of(ctx, actor, running, limit, before)
	return listed(games, actor), err
}

// Running returns the IDs of an actor's games in progress. It implements [correspondence.Games].
func (g gameLists) Running(
	ctx context.Context, actor string, before int64, limit int,
) (ids []string, last int64, err error) {
	games, err := g.Games.Of(ctx, actor, true, limit, before)
	for _, one := range games {
		ids, last = append(ids, one.ID), one.Position
	}
	return ids, last, err
}

// Find returns the games that match a filter. It implements [rating.Games].
func (g gameLists) Find(ctx context.Context, f rating.Filter, limit int, before int64) (all []rating.Game, err error) {
	games, err := g.Games.Find(ctx, store.Filter(f), limit, before)
	for _, one := range games {
		all = append(all, rating.Game{
			ID: one.ID, Board: one.Board, Rules: one.Rules, Opened: one.Opened, Updated: one.Updated,
			Position: one.Position,
			Finished: one.Over, Result: one.Result, Rated: one.Rated, Annulled: one.Annulled, Pool: one.Pool,
			Black: rating.PlayerOf(seatOf(one.Black)), White: rating.PlayerOf(seatOf(one.White)),
		})
	}
	return all, err
}

// Counts implements [rating.Games].
func (g gameLists) Counts(
	ctx context.Context, actor, opponent string, public bool,
) (all []rating.GameCount, err error) {
	found, err := g.Games.Counts(ctx, actor, opponent, public)
	for _, one := range found {
		all = append(all, rating.GameCount(one))
	}
	return all, err
}

// Days implements [rating.Games].
func (g gameLists) Days(
	ctx context.Context, actor string, from time.Time, public bool,
) (all []rating.DayCount, err error) {
	found, err := g.Games.Days(ctx, actor, from, public)
	for _, one := range found {
		all = append(all, rating.DayCount(one))
	}
	return all, err
}

// listed returns games in the form that the API lists them for an actor.
func listed(games []store.Game, actor string) (list []match.ListedMatch) {
	for _, g := range games {
		l := match.ListedMatch{
			ID: g.ID, Board: g.Board, Rules: g.Rules, Opened: g.Opened, Updated: g.Updated,
			Black: seatOf(g.Black), White: seatOf(g.White), Position: g.Position, Finished: g.Over, Result: g.Result,
			Rated: g.Rated, Annulled: g.Annulled, Pool: g.Pool,
		}
		for letter, p := range map[string]store.Player{"b": g.Black, "w": g.White} {
			if p.Actor == actor {
				l.Seat += letter
			}
		}
		list = append(list, l)
	}
	return list
}

// seatOf returns a listed player's seat.
func seatOf(p store.Player) play.Seat {
	kind, id, _ := strings.Cut(p.Actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: p.Name}
}
