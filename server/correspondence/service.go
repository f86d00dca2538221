// Package correspondence implements what correspondence games have besides moves: conditional
// moves, which the server plays when the opponent moves, and vacations, during which a player's
// clocks stop.
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

// Plans stores conditional moves. Colours are those at the opening.
type Plans interface {
	// Keep stores a plan and replaces the player's former one.
	Keep(ctx context.Context, p conditional.StoredPlan) error
	// Plan returns a player's plan; ok is false without a plan.
	Plan(ctx context.Context, match string, c board.Color) (p conditional.StoredPlan, ok bool, err error)
	// Running returns the plans in a match that have not ended, or in all matches if match is "".
	Running(ctx context.Context, match string) ([]conditional.StoredPlan, error)
	// End stores the end of a plan, unless the plan was replaced or had ended before.
	End(ctx context.Context, p conditional.StoredPlan, why conditional.End) error
	// Remove removes a player's plan, or both players' plans if c is Empty.
	Remove(ctx context.Context, match string, c board.Color) error
}

// Matches reads matches and plays in them.
type Matches interface {
	Read(ctx context.Context, id string, read func(*play.Match)) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
}

// Games lists an actor's games.
type Games interface {
	// Running returns the IDs of up to limit games in progress, and the position of the last one
	// returned. It lists games whose positions are less than before, or the newest games if before
	// is 0.
	Running(ctx context.Context, actor string, before int64, limit int) (ids []string, last int64, err error)
}

// Accounts provides users' vacation days.
type Accounts interface {
	VacationOf(ctx context.Context, u account.User) (account.Vacation, error)
	SetVacation(ctx context.Context, u account.User, on bool) (account.Vacation, error)
	VacationsToApply(ctx context.Context) ([]account.User, error)
	VacationApplied(ctx context.Context, u account.User, v account.Vacation) error
	ActorsOf(ctx context.Context, u account.User) ([]string, error)
	OwnerOf(ctx context.Context, actor string) (u account.User, ok bool, err error)
}

// A Limiter limits how often an address or a user may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// Options are the dependencies of a Service. All are required.
type Options struct {
	Matches       Matches
	Games         Games
	Plans         Plans
	Accounts      Accounts
	PublishTurns  func(ctx context.Context, match string) error // to the players
	PlanLimit     Limiter                                       // limits plans from an address
	VacationLimit Limiter                                       // allows [MaxVacations] in an hour for each user
	Now           func() time.Time                              // the clock of Matches
	Log           *slog.Logger
}

// A Service stores conditional moves and vacations. [Service.Run] applies them to matches.
type Service struct {
	Options
	queue *queue
}

// New returns a service.
func New(o Options) *Service { return &Service{Options: o, queue: newQueue()} }

// The refusals.
var (
	ErrNoAccount = refusal.New(refusal.Unauthenticated, "account.sign-in.first")
	ErrNotYours  = refusal.New(refusal.Forbidden, "correspondence.refused.not-yours")
	ErrStale     = refusal.New(refusal.Conflict, "refusal.stale")
)
