package main

import (
	"context"
	"errors"
	"time"

	"rosette/account"
	"rosette/api/moderators"
	"rosette/api/people"
	"rosette/api/talk"
	"rosette/api/web"
	"rosette/chat"
	"rosette/i18n"
	"rosette/moderation"
	"rosette/play"
	"rosette/pubsub/roster"
	moderatorpages "rosette/site/moderators"
	"rosette/site/shell"
	talkpages "rosette/site/talk"
	"rosette/store"
	"rosette/store/tables"
)

// newTalk returns rooms, messages and the chats of games.
func (srv *liveServer) newTalk(front *web.Server, s store.Store, accounts *account.Service, feed talk.Feed, others *roster.Roster) *talk.Server {
	return talk.New(front, talk.Options{
		Lines: tables.Chat(s), Lists: tables.Rooms(s), Moderation: tables.Moderation(s), Accounts: accounts,
		Feed: feed, Roster: others, Languages: i18n.Languages(),
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
func (srv *liveServer) newModerators(s store.Store) *moderators.Server {
	return &moderators.Server{
		Server: srv.talk.Server, Talk: srv.talk, Table: tables.Moderation(s), Accounts: srv.talk.Accounts,
		Games: moderators.Games{
			Settings: func(ctx context.Context, game string) (settings play.Settings, err error) {
				err = srv.host.Read(ctx, game, func(m *play.Match) { settings = m.OriginalSettings() })
				return settings, err
			},
			Annulled: func(ctx context.Context, game string) (bool, error) { return store.Annulled(ctx, s, game) },
			Judge: func(ctx context.Context, moderator, game, reason string, reinstate bool) error {
				name, err := srv.talk.Accounts.NameOf(ctx, moderator)
				if err != nil {
					return err
				}
				return judge(ctx, s, srv.api.Now(), moderator, name, game, reason, reinstate)
			},
		},
	}
}

// moderatorPages returns the pages of moderators.
func (srv *liveServer) moderatorPages(frame *shell.Shell) moderatorpages.Pages {
	return moderatorpages.Pages{Shell: frame, Moderators: srv.moderators, Players: srv.players}
}

// judge keeps a verdict of a moderator about a game, and logs it; "" is the operator. The error
// is [moderation.ErrJudged] if another one was first.
func judge(ctx context.Context, s store.Store, now time.Time, moderator, name, game, reason string, reinstate bool) error {
	if err := store.Judge(ctx, s, moderator, store.Verdict{Game: game, Reason: reason, Reinstate: reinstate}, now); errors.Is(err, store.ErrJudged) {
		return moderation.ErrJudged
	} else if err != nil {
		return err
	}
	act := moderation.ActAnnul
	if reinstate {
		act = moderation.ActReinstate
	}
	return tables.Moderation(s).Log(context.WithoutCancel(ctx), moderation.Entry{At: now, By: moderator, ByName: name, Act: act, About: game, Reason: reason})
}

// talkPages returns the pages of rooms and messages. All pages show how many messages are
// unread.
func (srv *liveServer) talkPages(frame *shell.Shell) talkpages.Pages {
	frame.Unread = srv.talk.Unread
	return talkpages.Pages{Shell: frame, Talk: srv.talk}
}

// said returns what an actor has said, for an export.
func (srv *liveServer) said(ctx context.Context, actor string) (all []people.Spoken, err error) {
	lines, err := tables.Chat(srv.store).Said(ctx, actor)
	for _, l := range lines {
		all = append(all, people.Spoken{Room: l.Room, At: l.At.UnixMilli(), Text: l.Text})
	}
	return all, err
}
