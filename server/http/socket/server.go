package socket

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// Options configures a Server. Feed must be set; other zero values mean the default.
type Options struct {
	Feed interface {
		Subscribe(buffer int) pubsub.Subscriber
	}

	// Reader returns a client as a reader of messages. If it is nil, all messages are sent.
	Reader func(v account.Visitor) Reader

	Buffer    int           // messages queued for one socket; 64
	WriteWait time.Duration // how long a client may block one message; 10 s
	Beat      time.Duration // between two heartbeats of a socket; 10 s
}

// A Reader decides which authors' messages a client gets. It is used by one goroutine at a time.
type Reader interface {
	Omits(ctx context.Context, author string) (bool, error) // the client does not get the author's messages
	Reload()                                                // forgets cached blocks
}

// A Server accepts sockets. Features add their topics to its registry. It is a [web.Group].
type Server struct {
	*web.Server
	Options
	Registry
	messages        *web.Limiter
	addressMessages *web.Limiter // messages by address
	open            *web.Counter
	refused         *web.Counter // sockets being refused
}

// New returns a server based on the one that all routes share.
func New(shared *web.Server, o Options) *Server {
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
	limits := shared.Limits
	s := &Server{
		Server: shared, Options: o,
		messages:        shared.NewLimiter("messages", limits.Messages, MessageWindow),
		addressMessages: shared.NewLimiter("messages-of-address", limits.Messages*personsOfAddress, MessageWindow),
		open:            web.NewCounter(limits.Sockets, 0),
		refused:         web.NewCounter(limits.Sockets, 0),
	}
	s.AddTopic(account.Actor("").Topic(), Topic{}) // see [Conn.begin]
	return s
}

// Register registers the route.
func (s *Server) Register(routes *web.Routes) {
	web.Upgrade(routes, web.Cheap, "/api/socket", "The WebSocket of games, rooms and offers", s.accept, 403, 429)
}

// Open returns the number of open sockets.
func (s *Server) Open() int { return s.open.All() + s.refused.All() }

// accept upgrades the request to a socket.
func (s *Server) accept(w http.ResponseWriter, r *http.Request) {
	address := s.Address(r)
	held := s.open.Hold(address)
	switch {
	case held:
		defer s.open.Drop(address)
	case s.refused.Hold(address):
		defer s.refused.Drop(address)
	default:
		s.Fail(w, r, web.TooMany("api.too-many-sockets", time.Minute, nil))
		return
	}
	defer s.Lasting()()
	ws, err := websocket.Accept(w, r, nil) // refuses a foreign Origin
	if err != nil {
		return // Accept has answered
	}
	c := &Conn{server: s, ws: ws, line: web.LineOf(r)}
	if !held { // a script can read a close reason, but not an HTTP error
		c.end(tooManyLines)
		return
	}
	c.end(c.serve(r, address))
}

// personsOfAddress is the message limit for an address, in multiples of the limit for a person.
const personsOfAddress = 10

// MessageWindow is the period for the limit on messages.
const MessageWindow = 20 * time.Second

// TakeMessage reports whether a person, with the key of [Conn.Key], may send another message. New
// guests cost nothing, so that messages are also counted by address.
func (s *Server) TakeMessage(person, address string) bool {
	_, own := s.messages.Take(person)
	_, all := s.addressMessages.Take(address)
	return own && all
}
