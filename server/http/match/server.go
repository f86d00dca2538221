package match

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/chat"
	"rosette/server/filecache"
	"rosette/server/http/web"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/work"
)

// A Host runs matches.
type Host interface {
	Open(ctx context.Context, id string, s play.Settings) error
	// Do returns the seq of the last event when the command's events are on disk.
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
	// Act is Do for the command that choose returns for the match as it is then. Choose
	// may neither change nor keep the match. It returns what it publishes to all but a
	// subscriber, with the seq of the last event, also after an error.
	Act(ctx context.Context, id string, except pubsub.Subscriber, choose func(*play.Match) (play.Command, error)) (told pubsub.Message, err error)
	// Snapshot returns an encoded view.Frame that leads from an event to the last
	// one, or a whole state where after is 0 or too long ago, and the settings with
	// the seats of the opening.
	Snapshot(ctx context.Context, id string, after int) (frame []byte, seq int, s play.Settings, err error)
	// Read calls look with the match, which look may neither change nor keep.
	Read(ctx context.Context, id string, look func(*play.Match)) error
}

// A Feed hands on what the host publishes, and what sockets tell each other.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// Games lists the games of an actor with positions below before, or all if before is
// 0, the one that changed last first.
type Games interface {
	Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]GameSummary, error)
}

// An Estimator estimates a position with next to move by a search of that many visits.
// It leaves the game as it was. Several goroutines call it at once. It returns
// [work.ErrBusy] if too many jobs wait.
type Estimator interface {
	Estimate(ctx context.Context, owner work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error)
}

// Options are what a server needs. Host and Feed must be set; of the others the zero
// value means the default.
type Options struct {
	Host     Host
	Feed     Feed
	Games    Games                           // without it the lists of games are empty
	Listed   func(ctx context.Context) error // returns when Games has what is in the log now; nil if it always has
	Names    NamesOf                         // without it seats have the names with which they were opened
	Ranks    RanksOf                         // without it nobody has a rank that he has not given
	Estimate Estimator                       // without it there are no estimates
	Reviews  Reviewer                        // without it there are no reviews and hints
	Watchers Watchers                        // without it private games have no watchers
	Chat     *chat.Service                   // without it no match has a chat

	// Roster has what other processes say of who follows matches and rooms. Without it
	// this process is alone.
	Roster *roster.Roster

	// Place returns the place of a match in the queue of the computer, as
	// WaitingMessage has it; ok is false if the computer does not wait there. It may
	// be nil.
	Place func(id string) (place int, ok bool)

	// Playouts reports whether the computer thinks by playouts on a board under rules, at
	// levels for which a network thinks on others. It may be nil.
	Playouts func(g *board.Graph, r game.Rules) bool

	Levels []string // of the computer, by name
	Boards []string // offered for new games, by name; UsualBoards

	Buffer    int           // messages that may wait for one socket; 64
	WriteWait time.Duration // how long a client may block one message; 10 s
	Beat      time.Duration // between two beats on a socket; 10 s
}

// A Server answers the routes of games, of positions and records, and the socket. It
// is a [web.Group].
type Server struct {
	*web.Server
	Options
	games     *web.Limiter
	messages  *web.Limiter
	crowd     *web.Limiter // of messages, of an address
	estimates *web.Limiter
	positions *web.Limiter
	sockets   *web.Counter
	door      *web.Counter // sockets that are being turned away
	estimated *lru.Cache[estimateKey, engine.Estimate]
	presence  *presence
	topics    map[string]handler               // of the socket, by name or prefix
	onBeat    []func(actor web.Actor)          // called at each beat of a socket
	wrote     *lru.Cache[web.Actor, time.Time] // when somebody has changed a game last
	pictures  *filecache.Cache
}

// New returns a server on what it shares with the other routes.
func New(shared *web.Server, o Options) *Server {
	limits, now := shared.Limits, shared.Now
	if o.Roster == nil {
		o.Roster = roster.New(roster.Options{Feed: o.Feed})
	}
	s := &Server{
		Server: shared, Options: o.withDefaults(),
		games:     shared.NewLimiter("games", limits.Games, time.Hour),
		messages:  shared.NewLimiter("messages", limits.Messages, messageWindow),
		crowd:     shared.NewLimiter("messages-of-address", limits.Messages*personsOfAddress, messageWindow),
		estimates: shared.NewLimiter("estimates", limits.Estimates, time.Minute),
		positions: web.NewLimiter(limits.Positions, time.Minute, now),
		sockets:   web.NewCounter(limits.Sockets, 0),
		door:      web.NewCounter(limits.Sockets, 0),
		pictures:  filecache.New(shared.Budget, keptPictures, shared.Log),
		presence:  newPresence(now, func(m pubsub.Message) { o.Feed.Publish(m) }, o.Roster),
		topics:    map[string]handler{},
	}
	s.addTopics()
	shared.OnMoved(s.tellNeighbours)
	var err error
	if s.estimated, err = lru.New[estimateKey, engine.Estimate](keptEstimates); err != nil {
		panic(err) // only a size below 1 is an error
	}
	if s.wrote, err = lru.New[web.Actor, time.Time](keptWriters); err != nil {
		panic(err) // as above
	}
	return s
}

// Register registers the operations and the socket.
func (s *Server) Register(routes *web.Routes) {
	web.Upgrade(routes, web.Cheap, "/api/socket", "The WebSocket of games, rooms and offers", s.Socket, 403, 429)
	web.Create(routes, web.Cheap, "/api/games", "Open a game", s.postGame, 403, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/games", "Your games", s.getGames, 422, 503)
	web.Get(routes, web.Cheap, "/api/waiting", "The games that wait for you, the one with the least time left first", s.getWaiting, 503)
	web.Get(routes, web.Page, "/api/games/{id}", "A game as it stands", s.getGame, 404, 503)
	s.registerCommands(routes)
	web.Get(routes, web.Cheap, "/api/games/{id}/estimate", "What a position comes to", s.getEstimate, 400, 404, 409, 429, 503)
	web.Get(routes, web.Cheap, "/api/games/{id}/review", "The review of a game that is over", s.getReview, 404, 409, 503)
	web.Get(routes, web.Cheap, "/api/games/{id}/hint", "A good move, in a game against the computer", s.getHint, 403, 404, 409, 429, 503)
	web.Post(routes, positionsCost, "/api/positions", "The positions of a line of moves", maxPositionsBody, s.postPositions, 403, 422, 429, 503)
	web.Post(routes, PictureCost, "/api/positions/picture", "A picture of the position after a line of moves", maxPositionsBody, s.postPicture, 403, 422, 429, 503)
	web.Post(routes, recordCost, "/api/records", "A game record as positions", maxRecord, s.postRecord, 403, 413, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/boards", "Boards for new games", s.getBoards)
	web.Get(routes, web.Cheap, "/api/levels", "Levels of the computer", s.getLevels)
	web.Get(routes, web.Cheap, "/api/rulesets", "Presets of rules", s.getRulesets)
}

// UsualBoards returns the boards that a server offers if nobody says otherwise.
func UsualBoards() []string {
	return []string{"rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7", "square-9", "square-13", "square-19"}
}

func (o Options) withDefaults() Options {
	for field, usual := range map[*time.Duration]time.Duration{
		&o.WriteWait: 10 * time.Second, &o.Beat: 10 * time.Second,
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
	return o
}

// OpenSockets returns how many sockets are open.
func (s *Server) OpenSockets() int { return s.sockets.All() + s.door.All() }
