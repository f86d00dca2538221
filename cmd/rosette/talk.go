package main

import (
	"context"

	"rosette/account"
	"rosette/api/talk"
	"rosette/api/web"
	"rosette/chat"
	"rosette/i18n"
	"rosette/site/shell"
	talkpages "rosette/site/talk"
	"rosette/store"
	"rosette/store/tables"
)

// newTalk returns rooms, messages and the chats of games.
func (srv *liveServer) newTalk(front *web.Server, s store.Store, accounts *account.Service, feed talk.Feed) *talk.Server {
	return talk.New(front, talk.Options{
		Lines: tables.Chat(s), Lists: tables.Rooms(s), Moderation: tables.Moderation(s), Accounts: accounts,
		Feed: feed, Languages: i18n.Languages(),
		Reads: func(ctx context.Context, v web.Visitor, match string) ([]chat.Part, []string, error) {
			return srv.api.ChatOf(ctx, v, match)
		},
	})
}

// talkPages returns the pages of rooms and messages. All pages show how many messages are
// unread.
func (srv *liveServer) talkPages(frame *shell.Shell) talkpages.Pages {
	frame.Unread = srv.talk.Unread
	return talkpages.Pages{Shell: frame, Talk: srv.talk}
}
