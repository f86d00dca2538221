package match

import (
	"time"

	"rosette/play/view"
	"rosette/server/chat"
	"rosette/server/filecache"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
)

// Options configures a Server. Fields are required unless their comment allows nil.
type Options struct {
	Match    *match.Service
	Presence *Presence      // tracks who follows matches
	Roster   *roster.Roster // lists followers in other processes
	Socket   *socket.Server
	Feed     interface{ Publish(m pubsub.Message) }
	Chat     *chat.Service // if nil, matches have no chat

	// Place returns a match's place in the computer's queue, as in [QueueMessage]; ok is false if
	// the computer is not waiting there. It may be nil.
	Place func(id string) (place int, ok bool)
}

// A Server serves the routes for games, positions and records, and the socket topics for matches. It
// is a [web.Group].
type Server struct {
	*web.Server
	Options
	positions *web.Limiter
	pictures  *filecache.Cache
	reviews   *web.Counter // of lines
}

// New returns a server based on the one that all routes share, and adds its topics to the socket.
func New(shared *web.Server, o Options) *Server {
	s := &Server{
		Server: shared, Options: o,
		positions: web.NewLimiter(shared.Limits.Positions, time.Minute, shared.Now),
		pictures:  filecache.New(shared.Budget, keptPictures, shared.Log),
		reviews:   web.NewCounter(2, mostReviews),
	}
	s.Socket.AddTopic(view.Topic(""), s.matchTopic())
	s.Socket.AddTopic(turnsTopic, turns())
	return s
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
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
	web.Get(routes, web.Cheap, "/api/games/{id}/advice", "What a coach advises, in a game against the computer",
		s.getAdvice, 403, 404, 409, 429, 503)
	web.Post(routes, positionsCost, "/api/positions", "The positions of a line of moves", maxPositionsBody,
		s.postPositions, 403, 422, 429, 503)
	web.Post(routes, PictureCost, "/api/positions/picture", "A picture of the position after a line of moves",
		maxPositionsBody, s.postPicture, 403, 422, 429, 503)
	web.Post(routes, lineCost, "/api/positions/reply", "The computer's move after a line of moves", maxPositionsBody,
		s.postReply, 403, 404, 422, 429, 503)
	web.PostStream(routes, lineCost, "/api/positions/review", "A review of the game after a line of moves",
		wire.LinesType, []any{Review{}}, maxPositionsBody, s.postReview, 400, 403, 404, 422, 429, 503)
	web.Post(routes, recordCost, "/api/records", "A game record as positions", maxRecord, s.postRecord, 403, 413, 422,
		429, 503)
	web.Get(routes, web.Cheap, "/api/boards", "Boards for new games", s.getBoards)
	web.Get(routes, web.Cheap, "/api/levels", "Levels of the computer", s.getLevels)
	web.Get(routes, web.Cheap, "/api/rulesets", "Presets of rules", s.getRulesets)
}
