// Package rating provides players' results: their ratings and games, leader boards, games to watch,
// and the search for players. Package store updates ratings when games end (store/rate.go), by the
// formulas of package play/rating.
package rating

import (
	"context"
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// Ratings provides players' ratings.
type Ratings interface {
	Of(ctx context.Context, actor string) ([]rating.Standing, error)
	In(ctx context.Context, pool rating.Pool, actor string) (s rating.Standing, ok bool, err error)
	History(ctx context.Context, pool rating.Pool, actor string, limit int) ([]rating.Standing, error)
	After(ctx context.Context, game string) ([]rating.Standing, error)
	Annulled(ctx context.Context, game string) (bool, error)
	Leaders(ctx context.Context, pool rating.Pool, now time.Time, skip, limit int) ([]rating.Standing, error)
}

// Games finds games with positions lower than before, or all if before is 0. The most recently
// changed game comes first.
type Games interface {
	Find(ctx context.Context, f Filter, limit int, before int64) ([]Game, error)

	// Counts counts an actor's ended games. An opponent other than "" and public restrict them.
	Counts(ctx context.Context, actor, opponent string, public bool) ([]GameCount, error)

	// Days counts an actor's ended games by day, from a time on.
	Days(ctx context.Context, actor string, from time.Time, public bool) ([]DayCount, error)
}

// Matches provides matches that a visitor may read.
type Matches interface {
	View(ctx context.Context, v account.Visitor, id string, look func(*play.Match)) error

	// RecordFor returns a match as SGF, or [ErrNotBegun].
	RecordFor(ctx context.Context, v account.Visitor, id string) ([]byte, error)
}

// Accounts provides users and players' names.
type Accounts interface {
	UserByName(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	GuestName(ctx context.Context, actor string) (string, error)
	GuestsOf(ctx context.Context, id string) ([]string, error)
	Search(ctx context.Context, beginning, after string, limit int) ([]account.User, error)
}

// A Limiter limits how often an address may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// MaxExports limits the exports per address and hour.
const MaxExports = 30

// Options configure a Service. All fields are required.
type Options struct {
	Ratings  Ratings
	Games    Games
	Matches  Matches
	Accounts Accounts
	Exports  Limiter // [MaxExports] per hour and address
	Now      func() time.Time
}

// A Service provides players' ratings and games.
type Service struct{ Options }

// New returns a service.
func New(o Options) *Service { return &Service{o} }

// The refusals.
var (
	ErrNoPool   = refusal.New(refusal.NotFound, "rating.no-pool")
	ErrNotBegun = refusal.New(refusal.Conflict, "record.not-begun")
)

// User returns the user with a name, or [account.ErrNoUser].
func (s *Service) User(ctx context.Context, name string) (account.User, error) {
	return s.Accounts.UserByName(ctx, name)
}

// ParsePool parses a pool's name, such as rosette-live.
func ParsePool(text string) (rating.Pool, error) {
	pool, ok := rating.ParsePool(text)
	if !ok {
		return pool, ErrNoPool
	}
	return pool, nil
}

// names caches actors' names.
type names map[string]string

// name returns an actor's name. It calls read once for each actor.
func (n names) name(
	ctx context.Context, actor string, read func(ctx context.Context, actor string) (string, error),
) (string, error) {
	if name, ok := n[actor]; ok {
		return name, nil
	}
	name, err := read(ctx, actor)
	if err == nil {
		n[actor] = name
	}
	return name, err
}
