package match

import (
	"context"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/refusal"
)

// Matches runs matches. [Host] implements it.
type Matches interface {
	Open(ctx context.Context, id string, s play.Settings) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
	Act(
		ctx context.Context, id string, except pubsub.Subscriber, choose func(*play.Match) (play.Command, error),
	) (change pubsub.Message, err error)
	Snapshot(ctx context.Context, id string, after int) (frame []byte, seq int, s play.Settings, err error)
	Read(ctx context.Context, id string, read func(*play.Match)) error
}

// Names returns players' names and checks typed ones.
type Names interface {
	// NameOf returns a user's name, or "" if the account is closed.
	NameOf(ctx context.Context, actor string) (string, error)
	// GuestName returns the name that the server gave to a guest.
	GuestName(ctx context.Context, actor string) (string, error)
	// CheckSeatName returns the normal form of a seat name, or a [refusal.Error].
	CheckSeatName(ctx context.Context, name string, by account.User) (string, error)
}

// Ranks returns players' standings.
type Ranks interface {
	In(ctx context.Context, pool rating.Pool, actor string) (stands rating.Standing, ok bool, err error)
	// At is like In, but returns the standing as it was at the given time.
	At(ctx context.Context, pool rating.Pool, actor string, at time.Time) (stands rating.Standing, ok bool, err error)
}

// Watchers lists the actors invited to watch private matches.
type Watchers interface {
	Watches(ctx context.Context, actor, match string) (bool, error)
}

// Sessions begins sessions for new guests.
type Sessions interface {
	Begin(ctx context.Context, actor string, device account.Device) (key string, err error)
}

// Addresses stores the recent addresses of actors in this process.
type Addresses interface {
	KeepAddress(actor account.Actor, address string)
	LastAddress(actor string) string
	UsersAt(address string) []account.Actor
	// OnMoved registers f to be called with all users at an address whenever they change. f must
	// not block.
	OnMoved(f func(address string, users []account.Actor))
}

// A Limiter limits how often an address may do something.
type Limiter interface {
	Take(address string) (wait time.Duration, ok bool)
}

// ServiceOptions configures a Service. Host, Sessions, Addresses, Roster and the limiters must be
// set.
type ServiceOptions struct {
	Host     Matches
	Sessions Sessions
	Games    Games                           // if nil, the match lists are empty
	Listed   func(ctx context.Context) error // returns when Games includes the present log; nil if it always does
	Names    Names                           // if nil, seats have the names with which they were opened
	Ranks    Ranks                           // if nil, only typed ranks are shown
	Watchers Watchers                        // if nil, private matches have no watchers
	Estimate Estimator                       // if nil, there are no estimates
	Reviews  Reviewer                        // if nil, there are no reviews and hints

	// CheckPublish returns a refusal if a visitor may not publish a text. If it is nil, every
	// visitor may.
	CheckPublish func(ctx context.Context, v account.Visitor, t account.Text) error

	Addresses Addresses
	Roster    *roster.Roster // lists the users at addresses in other processes

	// Absent returns how long the player with an opening colour has had no connection. It may be
	// nil.
	Absent func(id string, c board.Color) time.Duration

	// Playouts reports whether the computer plays by playouts on a board under rules, at levels
	// that use a network elsewhere. It may be nil.
	Playouts func(g *board.Graph, r game.Rules) bool

	// BeyondTraining reports whether estimates and reviews on a board under rules are rough, because
	// the board is larger than those on which the network was trained. It may be nil.
	BeyondTraining func(g *board.Graph, r game.Rules) bool

	Version string // the program's, for records
	Site    string // the server's address for records, such as https://go.example.org; may be empty

	Levels      []string // of the computer, by name
	Boards      []string // offered for new games, by name; UsualBoards if nil
	MaxThinking int      // most seconds that a game may give the computer for a move

	OpenLimit     Limiter // for new games
	EstimateLimit Limiter // for estimates and hints

	Log *slog.Logger
	Now func() time.Time
}

// A Service applies the rules for people who open, read and play matches.
type Service struct {
	ServiceOptions
	exhibition exhibition
	lastWrites *lru.Cache[account.Actor, time.Time] // when an actor last changed a match
	estimates  *lru.Cache[estimateKey, engine.Estimate]
}

// NewService returns a service.
func NewService(o ServiceOptions) *Service {
	if o.Boards == nil {
		o.Boards = UsualBoards()
	}
	s := &Service{ServiceOptions: o}
	var err error
	if s.lastWrites, err = lru.New[account.Actor, time.Time](keptWriters); err != nil {
		panic(err) // only a size below 1 is an error
	}
	if s.estimates, err = lru.New[estimateKey, engine.Estimate](estimateCacheSize); err != nil {
		panic(err) // as above
	}
	s.Addresses.OnMoved(s.reportNeighbours)
	return s
}

// UsualBoards returns the boards that a server offers by default.
func UsualBoards() []string {
	return []string{
		"rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7", "square-9", "square-13", "square-19",
	}
}

// OpenGame opens the game that a client requested. session is the session key for a new guest, or "".
func (s *Service) OpenGame(ctx context.Context, c account.Client, wanted NewGame) (id, session string, err error) {
	actor := c.Actor
	if actor == "" {
		actor = placeholderGuest // replaced once everything else is valid
	}
	if _, err := s.Settings(wanted, actor, s.Now()); err != nil {
		return "", "", err
	}
	if err := s.checkNames(ctx, c.Visitor, wanted); err != nil {
		return "", "", err
	}
	if wait, ok := s.OpenLimit.Take(c.Address); !ok {
		return "", "", refusal.TooOften("api.too-many-games", wait)
	}
	if c.Actor == "" {
		guest := account.NewGuest()
		if session, err = s.Sessions.Begin(ctx, guest, ""); err != nil {
			return "", "", err
		}
		actor = account.Actor(guest)
	}
	s.Addresses.KeepAddress(actor, c.Address)
	settings, err := s.Settings(wanted, actor, s.Now())
	if err != nil {
		return "", "", err
	}
	id = account.NewKey()
	return id, session, s.Open(ctx, id, settings)
}

// Open opens a match, which appears in its players' lists at once. It returns [play.ErrTaken] if
// the id is in use.
func (s *Service) Open(ctx context.Context, id string, settings play.Settings) error {
	err := s.Host.Open(ctx, id, settings)
	s.recordWrite(account.Actor(settings.Black.Actor()), account.Actor(settings.White.Actor()))
	return err
}

// Read calls look with a match. look must not change or retain it. Read does not check permissions;
// see [Service.View].
func (s *Service) Read(ctx context.Context, id string, look func(*play.Match)) error {
	return s.Host.Read(ctx, id, look)
}
