package match

import (
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/filecache"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
)

// A Feed delivers messages from the host and between sockets.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// Options configures a Server. Match, Presence and Feed must be set; other zero values mean the
// default.
type Options struct {
	Match    *match.Service
	Presence *Presence // tracks the followers of matches
	Feed     Feed
	Chat     *chat.Service // if nil, matches have no chat

	// Roster lists the followers of matches and rooms in other processes. Without it this process
	// is alone.
	Roster *roster.Roster

	// Place returns a match's place in the computer's queue, as in [QueueMessage]; ok is false if
	// the computer is not waiting there. It may be nil.
	Place func(id string) (place int, ok bool)

	Buffer    int           // messages queued for one socket; 64
	WriteWait time.Duration // how long a client may block one message; 10 s
	Beat      time.Duration // between two heartbeats of a socket; 10 s
}

// A Server serves the routes for games, positions and records, and the socket. It is a [web.Group].
type Server struct {
	*web.Server
	Options
	messages        *web.Limiter
	addressMessages *web.Limiter // messages by address
	positions       *web.Limiter
	sockets         *web.Counter
	refusedSockets  *web.Counter                // sockets being refused
	topics          map[string]handler          // socket topics, by name or prefix
	onBeat          []func(actor account.Actor) // called on every socket heartbeat
	pictures        *filecache.Cache
}

// New returns a server based on the one that all routes share.
func New(shared *web.Server, o Options) *Server {
	limits, now := shared.Limits, shared.Now
	if o.Roster == nil {
		o.Roster = roster.New(roster.Options{Feed: o.Feed})
	}
	s := &Server{
		Server: shared, Options: o.withDefaults(),
		messages:        shared.NewLimiter("messages", limits.Messages, messageWindow),
		addressMessages: shared.NewLimiter("messages-of-address", limits.Messages*personsOfAddress, messageWindow),
		positions:       web.NewLimiter(limits.Positions, time.Minute, now),
		sockets:         web.NewCounter(limits.Sockets, 0),
		refusedSockets:  web.NewCounter(limits.Sockets, 0),
		pictures:        filecache.New(shared.Budget, keptPictures, shared.Log),
		topics:          map[string]handler{},
	}
	s.addTopics()
	return s
}

// Register registers the operations and the socket.
func (s *Server) Register(routes *web.Routes) {
	web.Upgrade(routes, web.Cheap, "/api/socket", "The WebSocket of games, rooms and offers", s.Socket, 403, 429)
	web.Create(routes, web.Cheap, "/api/games", "Open a game", s.postGame, 403, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/games", "Your games", s.getGames, 422, 503)
	web.Get(routes, web.Cheap, "/api/waiting", "The games that wait for you, the one with the least time left first",
		s.getWaiting, 503)
	web.Get(routes, web.Page, "/api/games/{id}", "A game as it stands", s.getGame, 404, 503)
	s.registerFiles(routes)
	s.registerCommands(routes)
	web.Get(routes, web.Cheap, "/api/games/{id}/estimate", "What a position comes to", s.getEstimate, 400, 404, 409,
		429, 503)
	web.Get(routes, web.Cheap, "/api/games/{id}/review", "The review of a game that is over", s.getReview, 404, 409,
		503)
	web.Get(routes, web.Cheap, "/api/games/{id}/hint", "A good move, in a game against the computer", s.getHint, 403,
		404, 409, 429, 503)
	web.Post(routes, positionsCost, "/api/positions", "The positions of a line of moves", maxPositionsBody,
		s.postPositions, 403, 422, 429, 503)
	web.Post(routes, PictureCost, "/api/positions/picture", "A picture of the position after a line of moves",
		maxPositionsBody, s.postPicture, 403, 422, 429, 503)
	web.Post(routes, recordCost, "/api/records", "A game record as positions", maxRecord, s.postRecord, 403, 413, 422,
		429, 503)
	web.Get(routes, web.Cheap, "/api/boards", "Boards for new games", s.getBoards)
	web.Get(routes, web.Cheap, "/api/levels", "Levels of the computer", s.getLevels)
	web.Get(routes, web.Cheap, "/api/rulesets", "Presets of rules", s.getRulesets)
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
	return o
}

// OpenSockets returns the number of open sockets.
func (s *Server) OpenSockets() int { return s.sockets.All() + s.refusedSockets.All() }
