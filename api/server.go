package api

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/pubsub"
)

// A Host runs matches.
type Host interface {
	Open(ctx context.Context, id string, s play.Settings) error
	// Do returns the seq of the last event when the command's events are on disk.
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
	// Snapshot returns an encoded view.Frame that leads from an event to the last
	// one, or a whole state where after is 0 or too long ago, and the settings with
	// the seats of the opening.
	Snapshot(ctx context.Context, id string, after int) (frame []byte, seq int, s play.Settings, err error)
	// Read calls look with the match, which look may neither change nor keep.
	Read(ctx context.Context, id string, look func(*play.Match)) error
}

// A Feed hands on what the host publishes.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
}

// Sessions know which actor holds a secret, by the secret's SHA-256 in hex.
type Sessions interface {
	Actor(ctx context.Context, keyHash string) (actor string, err error) // "" if nobody does
	Create(ctx context.Context, keyHash, actor string, now time.Time) error
}

// Games lists the games of an actor with positions below before, or all if before is
// 0, the one that changed last first.
type Games interface {
	Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]Listed, error)
}

// ErrBusy is returned by an Estimator that has too much to do.
var ErrBusy = errors.New("too many estimates are waiting")

// An Estimator estimates a position with next to move by a search of that many visits.
// It leaves the game as it was. Several goroutines call it at once.
type Estimator interface {
	Estimate(ctx context.Context, who Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error)
}

// An Owner is for whom the computer is asked to think.
type Owner struct {
	Person  string // the actor, "" if nobody is known
	Address string // as Server.Address returns it
}

// Options are what a server needs. Host, Feed and Sessions must be set; of the
// others the zero value means the default.
type Options struct {
	Host     Host
	Feed     Feed
	Sessions Sessions
	Games    Games     // without it the lists of games are empty
	Estimate Estimator // without it there are no estimates
	Reviews  Reviewer  // without it there are no reviews and hints

	// Place returns the place of a match in the queue of the computer, as
	// WaitingMessage has it; ok is false if the computer does not wait there. It may
	// be nil.
	Place func(id string) (place int, ok bool)

	Levels []string // of the computer, by name
	Boards []string // offered for new games, by name; UsualBoards
	Hosts  []string // host names that the server answers to, besides the loopback's
	Now    func() time.Time
	Log    *slog.Logger
	Limits Limits

	AnswerWait time.Duration // how long a client may take to read an answer over HTTP; 20 s
	Buffer     int           // messages that may wait for one socket; 64
	WriteWait  time.Duration // how long a client may block one message; 10 s
	Beat       time.Duration // between two beats on a socket; 10 s

	// TrustProxy says that every request comes through a proxy of the owner, whose
	// X-Forwarded-For (the last address) and X-Forwarded-Proto are then believed.
	// Without such a proxy anybody could write them.
	TrustProxy bool
}

// A Server answers the routes of the API and holds what its pages share with it:
// sessions, limits, addresses and languages. Close it after the last request.
type Server struct {
	Options
	hosts     map[string]bool
	requests  *limiter
	games     *limiter
	messages  *limiter
	crowd     *limiter // of messages, of an address
	estimates *limiter
	positions *limiter
	sockets   *counter
	door      *counter                  // sockets that are being turned away
	addresses *lru.Cache[Actor, string] // from which actors came last
	estimated *lru.Cache[estimateKey, engine.Estimate]
	open      sync.WaitGroup
}

// New returns a server.
func New(o Options) *Server {
	o = o.withDefaults()
	s := &Server{
		Options:   o,
		hosts:     map[string]bool{},
		requests:  newLimiter(o.Limits.Requests, time.Minute, o.Now),
		games:     newLimiter(o.Limits.Games, time.Hour, o.Now),
		messages:  newLimiter(o.Limits.Messages, messageWindow, o.Now),
		crowd:     newLimiter(o.Limits.Messages*personsOfAddress, messageWindow, o.Now),
		estimates: newLimiter(o.Limits.Estimates, time.Minute, o.Now),
		positions: newLimiter(o.Limits.Positions, time.Minute, o.Now),
		sockets:   newCounter(o.Limits.Sockets, 0),
		door:      newCounter(o.Limits.Sockets, 0),
	}
	var err error
	if s.addresses, err = lru.New[Actor, string](remembered); err != nil {
		panic(err) // only a size below 1 is an error
	}
	if s.estimated, err = lru.New[estimateKey, engine.Estimate](keptEstimates); err != nil {
		panic(err) // as above
	}
	for _, name := range o.Hosts {
		s.hosts[hostName(name)] = true
	}
	return s
}

// UsualBoards returns the boards that a server offers if nobody says otherwise.
func UsualBoards() []string {
	return []string{"rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7", "square-9", "square-13", "square-19"}
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for field, usual := range map[*time.Duration]time.Duration{
		&o.AnswerWait: 20 * time.Second, &o.WriteWait: 10 * time.Second, &o.Beat: 10 * time.Second,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	if o.Buffer == 0 {
		o.Buffer = 64
	}
	if o.Boards == nil {
		o.Boards = UsualBoards()
	}
	o.Limits = o.Limits.WithDefaults()
	return o
}

// Wait returns when all sockets have ended, or with the error of ctx before that.
// They end when the context of their requests does.
func (s *Server) Wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		s.open.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
