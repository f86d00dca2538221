package moderation

import (
	"cmp"
	"context"
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/chat"
)

// A Table has mutes, reports and entries of the log.
type Table interface {
	// Mute returns the mute of one of some actors that ends last, or the zero Mute.
	Mute(ctx context.Context, actors ...string) (Mute, error)

	// Mutes returns up to limit mutes that hold, those that end last first.
	Mutes(ctx context.Context, now time.Time, limit int) ([]Mute, error)

	// Report stores a report.
	Report(ctx context.Context, r Report) error

	// ReportOf returns a report. It returns [ErrNoReport] if there is none.
	ReportOf(ctx context.Context, id string) (Report, error)

	// Reports returns up to limit reports after another one: the open ones, the oldest first,
	// or the others, the latest first.
	Reports(ctx context.Context, open bool, after Report, limit int) ([]Report, error)

	// Entries returns up to limit entries with lower numbers, the latest first.
	Entries(ctx context.Context, below, limit int) ([]Entry, error)
}

// Tables are the tables that moderators change. Each write adds an entry to the log in the
// same transaction.
type Tables struct {
	Mutes interface {
		SetMute(ctx context.Context, m Mute) error
		EndMute(ctx context.Context, actor string, now time.Time) (Mute, error)
	}
	Reports interface {
		Settle(ctx context.Context, r Report) error
	}
	Lines interface {
		Hide(ctx context.Context, room string, number int) (chat.Line, error)
	}
	Rooms interface {
		Close(ctx context.Context, id string, now time.Time) error
	}
	Accounts interface {
		SetRole(ctx context.Context, u account.User, role account.Role) (account.User, error)
		Rename(ctx context.Context, u account.User, name string) (account.User, error)
		MakeBot(ctx context.Context, u account.User) (account.User, error)
		Close(ctx context.Context, id string) error
	}

	// Judge annuls or reinstates the game in the entry. It returns [ErrJudged] if another
	// moderator was first.
	Judge func(ctx context.Context) error
}

// Accounts are the users and guests by name.
type Accounts interface {
	Named(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	ActorName(ctx context.Context, actor string) (string, error)
	GuestName(ctx context.Context, actor string) (string, error)
	Search(ctx context.Context, beginning, after string, limit int) ([]account.User, error)
}

// Lines are the lines of chats.
type Lines interface {
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)

	// Line returns a line. It returns [chat.ErrNoLine] if there is none.
	Line(ctx context.Context, room string, number int) (chat.Line, error)
}

// Chat is the part of chat that moderation depends on.
type Chat interface {
	// CheckRead returns a refusal unless v may read a room.
	CheckRead(ctx context.Context, v account.Visitor, room string) error

	// MatchChat returns the chat of a match as v reads it.
	MatchChat(ctx context.Context, v account.Visitor, id string) (chat.MatchChat, error)

	// Blocks returns the actors whom v blocks.
	Blocks(ctx context.Context, v account.Visitor) (map[string]bool, error)

	// PublishUnread sends the number of unread lines and outcomes to the open pages of a user.
	PublishUnread(ctx context.Context, user string) error
}

// Games are the games of a server.
type Games interface {
	// Settings returns the settings at the opening of a game. It returns [play.ErrNoMatch] if
	// there is no such game.
	Settings(ctx context.Context, game string) (play.Settings, error)

	// Annulled reports whether a game is annulled.
	Annulled(ctx context.Context, game string) (bool, error)

	// Lopsided returns up to limit pairs with a lopsided score since a time, and the end of the
	// earliest game that counts.
	Lopsided(ctx context.Context, since time.Time, limit int) (pairs []rating.Pair, from time.Time, err error)
}

// Options are what a Service needs.
type Options struct {
	Table     Table
	Logged    func(e Entry) Tables // tables whose writes add e to the log
	Accounts  Accounts
	Store     account.Store
	Lines     Lines
	Chat      Chat
	Games     Games
	Publisher chat.Publisher
	Reports   chat.Limiter // of [MaxReports] in an hour for each address
	Now       func() time.Time
}

// A Service does the work of moderators. Visitors are users of pages and programs, or
// [account.Operator].
type Service struct{ Options }

// New returns a service.
func New(o Options) *Service { return &Service{o} }

// OperatorName is the name of the operator in reports that the command line has closed.
const OperatorName = "rosette admin"

// logged returns tables whose writes add e to the log as an act of v.
func (s *Service) logged(v account.Visitor, e Entry) Tables {
	e.At, e.By, e.ByName = s.Now(), string(v.Actor), v.User.Name
	return s.Logged(e)
}

// nameOf returns the name of an actor for the log, or its last known name.
func (s *Service) nameOf(ctx context.Context, actor, known string) (string, error) {
	name, err := s.Accounts.ActorName(ctx, actor)
	return cmp.Or(name, known), err
}

// mostEntries is how many entries a page of the log has.
const mostEntries = 50

// Entries returns entries of the log with numbers below one, or the last ones for 0.
func (s *Service) Entries(ctx context.Context, v account.Visitor, below int) ([]Entry, error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, err
	}
	return s.Table.Entries(ctx, below, mostEntries)
}

// CloseRoom closes a room that a user has made.
func (s *Service) CloseRoom(ctx context.Context, v account.Visitor, r chat.Room) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	e := Entry{Act: ActRoom, About: r.Title}
	return s.logged(v, e).Rooms.Close(context.WithoutCancel(ctx), r.ID, s.Now())
}
