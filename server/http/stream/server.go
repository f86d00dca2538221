// Package stream implements the HTTP routes that let programs follow an account's events or a
// game. Like the Board and Bot API of lichess, they stream JSON objects, one per line. An empty
// line shows that the stream is alive.
//
// A stream subscribes to topics in package pubsub. It reads what it sends from the log, and checks
// the log at each empty line too, so that a lost message only delays a line.
package stream

import (
	"net/http"
	"time"

	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/pubsub"
)

// A Feed delivers published messages.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
}

// Options configures a Server. API, Lobby and Feed must be set.
type Options struct {
	API   *match.Server
	Lobby *lobby.Service
	Feed  Feed

	Every     time.Duration // between two empty lines; 6 s
	WriteWait time.Duration // how long a client may block one line; 10 s
	Buffer    int           // messages queued for one stream; 64
}

// A Server serves the streams. It is a [web.Group].
type Server struct {
	Options
	*web.Server
	open *web.Counter
}

// New returns a server.
func New(o Options) *Server {
	if o.Every == 0 {
		o.Every = 6 * time.Second
	}
	if o.WriteWait == 0 {
		o.WriteWait = 10 * time.Second
	}
	if o.Buffer == 0 {
		o.Buffer = 64
	}
	return &Server{Options: o, Server: o.API.Server, open: web.NewCounter(o.API.Limits.Sockets, 0)}
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Stream(routes, web.Cheap, "/api/stream/events",
		"Your challenges, and your games as they begin and end, as they happen", wire.LinesType,
		[]any{wire.GameEvent{}, wire.ChallengeEvent{}}, s.getEvents, 401, 403, 429, 503)
	web.Stream(routes, web.Cheap, "/api/games/{id}/stream", "A game as it is played", wire.LinesType,
		[]any{wire.GameFull{}, wire.GameState{}, wire.GameLine{}, wire.OpponentGone{}}, s.getGame, 403, 404, 429, 503)
}

// streamEnd is the reason why a stream has ended that the client may reopen.
type streamEnd struct{ why string }

// Error returns the reason.
func (e streamEnd) Error() string { return e.why }

// Reasons why a stream ends.
var (
	errSignedOut = streamEnd{"the session or token has ended"}
	errLagged    = streamEnd{"more has happened than may wait"}
)

// serve returns a handler that runs a stream with the given topics for a client. The error is a
// Problem.
func (s *Server) serve(c web.Caller, topics []string, run func(l *lines) error) (http.HandlerFunc, error) {
	if !s.open.Hold(c.Address) {
		return nil, web.TooMany("api.too-many-sockets", time.Minute, nil)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.open.Drop(c.Address)
		defer s.Lasting()()
		l := &lines{
			Server: s, caller: c, ctx: r.Context(), out: w, control: http.NewResponseController(w),
			feed: s.Feed.Subscribe(s.Buffer),
		}
		defer l.feed.Close()
		if err := l.begin(topics); err != nil {
			return // the client has disconnected
		}
		if err := run(l); err != nil && l.ctx.Err() == nil {
			s.Log.Info("api: a stream has ended", "path", r.URL.Path, "actor", string(c.Visitor.Actor), "why",
				err.Error())
		}
	}, nil
}
