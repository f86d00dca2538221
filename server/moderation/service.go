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

// A Table stores mutes, reports and log entries.
type Table interface {
	// Mute returns the mute of any of the actors that ends last, or the zero Mute.
	Mute(ctx context.Context, actors ...string) (Mute, error)

	// Mutes returns up to limit current mutes, those that end last first.
	Mutes(ctx context.Context, now time.Time, limit int) ([]Mute, error)

	// Report stores a report.
	Report(ctx context.Context, r Report) error

	// ReportOf returns a report, or [ErrNoReport] if it does not exist.
	ReportOf(ctx context.Context, id string) (Report, error)

	// Reports returns up to limit reports after another one: open ones, oldest first, or closed
	// ones, latest first.
	Reports(ctx context.Context, open bool, after Report, limit int) ([]Report, error)

	// Entries returns up to limit entries with numbers lower than below, latest first.
	Entries(ctx context.Context, below, limit int) ([]Entry, error)
}

// Tables contains the tables for moderators' changes. Each write adds a log entry in the same
// transaction.
type Tables struct {
	Mutes interface {
		SetMute(ctx context.Context, m Mute) error
		EndMute(ctx context.Context, actor string, now time.Time) (Mute, error)
	}
	Reports interface {
		CloseReport(ctx context.Context, r Report) error
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

	// Judge annuls or reinstates the entry's game. It returns [ErrAlreadyJudged] if another moderator was
	// first.
	Judge func(ctx context.Context) error
}

// Accounts provides users and guests by name.
type Accounts interface {
	UserByName(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	ActorName(ctx context.Context, actor string) (string, error)
	GuestName(ctx context.Context, actor string) (string, error)
	Search(ctx context.Context, beginning, after string, limit int) ([]account.User, error)
}

// Lines provides chat lines.
type Lines interface {
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)

	// Line returns a line, or [chat.ErrNoLine] if it does not exist.
	Line(ctx context.Context, room string, number int) (chat.Line, error)
}

// Chat is the part of package chat that moderation uses.
type Chat interface {
	// CheckRead returns a refusal unless v may read a room.
	CheckRead(ctx context.Context, v account.Visitor, room string) error

	// MatchChat returns a match's chat as v may read it.
	MatchChat(ctx context.Context, v account.Visitor, id string) (chat.MatchChat, error)

	// Reader returns v as a reader of lines.
	Reader(v account.Visitor) *chat.Reader

	// PublishLine sends a line that has been hidden to the followers of its room.
	PublishLine(l chat.Line)

	// PublishUnread sends the number of a user's unread lines and outcomes to the user's open
	// pages.
	PublishUnread(ctx context.Context, user string) error
}

// Games provides games.
type Games interface {
	// Settings returns a game's opening settings, or [play.ErrNoMatch] if the game does not exist.
	Settings(ctx context.Context, game string) (play.Settings, error)

	// Annulled reports whether a game is annulled.
	Annulled(ctx context.Context, game string) (bool, error)

	// LopsidedPairs returns up to limit pairs with a lopsided score since a time, and the end of the
	// earliest game that counts.
	LopsidedPairs(ctx context.Context, since time.Time, limit int) (pairs []rating.Pair, from time.Time, err error)
}

// Options configure a Service.
type Options struct {
	Table           Table
	TablesWithEntry func(e Entry) Tables // tables whose writes add e to the log
	Accounts        Accounts
	Store           account.Store
	Lines           Lines
	Chat            Chat
	Games           Games
	Publisher       chat.Publisher
	Reports         chat.Limiter // [MaxReports] per hour and address
	Now             func() time.Time
}

// A Service performs moderators' actions. Visitors are users of pages and programs, or
// [account.Operator].
type Service struct {
	Options
	open openCounts
}

// New returns a service.
func New(o Options) *Service { return &Service{Options: o} }

// OperatorName is the name of the operator in reports closed on the command line.
const OperatorName = "rosette admin"

// tablesWithEntry returns tables whose writes add e to the log as an action of v.
func (s *Service) tablesWithEntry(v account.Visitor, e Entry) Tables {
	e.At = s.Now()
	e.By = string(v.Actor)
	e.ByName = v.User.Name
	return s.TablesWithEntry(e)
}

// nameOf returns an actor's current name for the log, or the last known name.
func (s *Service) nameOf(ctx context.Context, actor, known string) (string, error) {
	name, err := s.Accounts.ActorName(ctx, actor)
	return cmp.Or(name, known), err
}

// mostEntries is the page size for the log.
const mostEntries = 50

// Entries returns log entries with numbers lower than below, or the latest ones if below is 0.
func (s *Service) Entries(ctx context.Context, v account.Visitor, below int) ([]Entry, error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, err
	}
	return s.Table.Entries(ctx, below, mostEntries)
}

// CloseRoom closes a room made by a user.
func (s *Service) CloseRoom(ctx context.Context, v account.Visitor, r chat.Room) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	e := Entry{Act: ActCloseRoom, About: r.Title}
	return s.tablesWithEntry(v, e).Rooms.Close(context.WithoutCancel(ctx), r.ID, s.Now())
}
