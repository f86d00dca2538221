// Package correspondence implements the parts of games by correspondence besides moves:
// conditional moves, which the server plays when the opponent moves, and vacations, during
// which the clocks of a player stand still.
package correspondence

import (
	"context"
	"log/slog"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/conditional"
	"rosette/server/account"
	"rosette/server/refusal"
)

// Plans stores conditional moves. Colours are those of the opening.
type Plans interface {
	// Keep stores a plan and replaces the player's former one.
	Keep(ctx context.Context, p conditional.StoredPlan) error
	// Plan returns the plan of a player; ok is false if there is none.
	Plan(ctx context.Context, match string, c board.Color) (p conditional.StoredPlan, ok bool, err error)
	// Running returns the plans of a match that have not ended, or with "" the plans of all
	// matches.
	Running(ctx context.Context, match string) ([]conditional.StoredPlan, error)
	// End stores the end of a plan, unless the plan was replaced or has ended before.
	End(ctx context.Context, p conditional.StoredPlan, why conditional.End) error
	// Remove removes the plan of a player, or with Empty the plans of both.
	Remove(ctx context.Context, match string, c board.Color) error
}

// Matches are the matches that players play.
type Matches interface {
	Read(ctx context.Context, id string, read func(*play.Match)) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
}

// Games lists the games of an actor.
type Games interface {
	// Running returns the ids of up to limit games that have not ended, with positions below
	// before or from the newest on if before is 0, and the position of the last.
	Running(ctx context.Context, actor string, before int64, limit int) (ids []string, last int64, err error)
}

// Accounts has the vacation days of users.
type Accounts interface {
	VacationOf(ctx context.Context, u account.User) (account.Vacation, error)
	SetVacation(ctx context.Context, u account.User, on bool) (account.Vacation, error)
	VacationsUntold(ctx context.Context) ([]account.User, error)
	VacationTold(ctx context.Context, u account.User, v account.Vacation) error
	ActorsOf(ctx context.Context, u account.User) ([]string, error)
	OwnerOf(ctx context.Context, actor string) (u account.User, ok bool, err error)
}

// A Limiter bounds how often an address or a user may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// Options are the dependencies of a Service. All must be set.
type Options struct {
	Matches       Matches
	Games         Games
	Plans         Plans
	Accounts      Accounts
	PublishTurns  func(ctx context.Context, match string) error // to the players
	PlanLimit     Limiter                                       // of plans of an address
	VacationLimit Limiter                                       // of [MaxVacations] in an hour of a user
	Now           func() time.Time                              // of Matches
	Log           *slog.Logger
}

// A Service stores conditional moves and vacations. [Service.Run] applies them to matches.
type Service struct {
	Options
	due *due
}

// New returns a service.
func New(o Options) *Service { return &Service{Options: o, due: newDue()} }

// The refusals.
var (
	ErrAccount  = refusal.New(refusal.Unauthenticated, "account.sign-in.first")
	ErrNotYours = refusal.New(refusal.Forbidden, "correspondence.refused.not-yours")
	ErrStale    = refusal.New(refusal.Conflict, "refusal.stale")
)
