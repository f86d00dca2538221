package main

import (
	"context"
	"errors"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	accounthttp "rosette/server/http/account"
	chathttp "rosette/server/http/chat"
	moderationhttp "rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/moderation"
	talkpages "rosette/server/page/chat"
	moderatorpages "rosette/server/page/moderation"
	"rosette/server/page/shell"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// newTalk returns rooms, messages and the chats of games.
func (srv *liveServer) newTalk(front *web.Server, s store.Store, accounts *account.Service, feed chathttp.Feed, others *roster.Roster) *chathttp.Server {
	return chathttp.New(front, chathttp.Options{
		Lines: tables.Chat(s), Lists: tables.Rooms(s), Moderation: tables.Moderation(s), Accounts: accounts,
		Feed: feed, Roster: others, Languages: i18n.Languages(),
		Acting: func(e moderation.Entry) chathttp.Rooms { return tables.Rooms(tables.Logged(s, e)) },
		Reads: func(ctx context.Context, v web.Visitor, match string) ([]chat.Part, []string, error) {
			return srv.api.ChatOf(ctx, v, match)
		},
	})
}

// muted returns whether a moderator has muted one of some actors.
func muted(s store.Store, now func() time.Time) func(ctx context.Context, actors ...string) (bool, error) {
	return func(ctx context.Context, actors ...string) (bool, error) {
		m, err := tables.Moderation(s).Mute(ctx, actors...)
		return m.Holds(now()), err
	}
}

// newModerators returns the routes of moderators.
func (srv *liveServer) newModerators(s store.Store) *moderationhttp.Server {
	return &moderationhttp.Server{
		Server: srv.talk.Server, Talk: srv.talk, Table: tables.Moderation(s), Accounts: srv.talk.Accounts,
		Games: moderationhttp.Games{
			Settings: func(ctx context.Context, game string) (settings play.Settings, err error) {
				err = srv.host.Read(ctx, game, func(m *play.Match) { settings = m.OriginalSettings() })
				return settings, err
			},
			Annulled: func(ctx context.Context, game string) (bool, error) { return store.Annulled(ctx, s, game) },
			Lopsided: s.Ratings().Lopsided,
		},
		Acting: func(e moderation.Entry) moderationhttp.Acts {
			logged := tables.Logged(s, e)
			table := tables.Moderation(logged)
			return moderationhttp.Acts{
				Mutes: table, Reports: table, Lines: tables.Chat(logged), Accounts: tables.Accounts(logged),
				Judge: func(ctx context.Context) error { return judge(ctx, s, e) },
			}
		},
	}
}

// moderatorPages returns the pages of moderators.
func (srv *liveServer) moderatorPages(frame *shell.Shell) moderatorpages.Pages {
	return moderatorpages.Pages{Shell: frame, Moderators: srv.moderators, Players: srv.players}
}

// judge annuls or reinstates the rated game in e and logs e. It returns
// [moderation.ErrJudged] if another moderator was first.
func judge(ctx context.Context, s store.Store, e moderation.Entry) error {
	v := store.Verdict{Game: e.About, Reason: e.Reason, Reinstate: e.Act == moderation.ActReinstate}
	err := store.Judge(ctx, tables.Logged(s, e), e.By, v, e.At)
	if errors.Is(err, store.ErrJudged) {
		return moderation.ErrJudged
	}
	return err
}

// talkPages returns the pages of rooms and messages. All pages show how many messages are
// unread.
func (srv *liveServer) talkPages(frame *shell.Shell) talkpages.Pages {
	frame.Unread = srv.talk.Unread
	return talkpages.Pages{Shell: frame, Talk: srv.talk}
}

// said returns what an actor has said, for an export.
func (srv *liveServer) said(ctx context.Context, actor string) (all []accounthttp.SentLine, err error) {
	lines, err := tables.Chat(srv.store).Said(ctx, actor)
	for _, l := range lines {
		all = append(all, accounthttp.SentLine{Room: l.Room, At: l.At.UnixMilli(), Text: l.Text})
	}
	return all, err
}
