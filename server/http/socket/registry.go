package socket

import (
	"context"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/refusal"
)

// ErrNoTopic means that a topic does not exist, or has no such requests.
var ErrNoTopic = refusal.New(refusal.NotFound, "refusal.no-match")

// A Topic handles the socket topics with one name or prefix. Its functions are called concurrently.
// They return a [refusal.Error] from the catalogue area refusal or privacy for a request that they
// refuse. Other errors are logged.
type Topic struct {
	// Join returns the state of a topic for a client. Later published messages follow. It returns
	// [ErrNoTopic] if the topic does not exist. A topic without Join cannot be joined: the server
	// subscribes its clients.
	Join func(ctx context.Context, c *Conn, r wire.Request) (Snapshot, error)

	// Resume returns what a client lacks that has the topic up to r.After and has missed messages.
	// If it is nil, Join is used.
	Resume func(ctx context.Context, c *Conn, r wire.Request) (Snapshot, error)

	// Joined returns more messages for a client, after Join, and after Resume if messages of any
	// kind may be lost. Published messages already reach the client. It may be nil.
	Joined func(ctx context.Context, c *Conn, topic string) (messages [][]byte, err error)

	// Leave is called when a joined client leaves, when its socket ends, and when Join refuses a
	// client. It may be nil.
	Leave func(c *Conn, topic string)

	// Act carries out a request with kind do or say. If it is nil, requests are refused.
	Act func(ctx context.Context, c *Conn, r wire.Request) (Result, error)

	// Send returns the data that a joined client gets for a published message, or nil for nothing.
	// It must not block. If it is nil, the client gets the data unchanged.
	Send func(c *Conn, m *pubsub.Message) []byte

	// Sources returns the topics whose messages are sent under this topic. It may be nil.
	Sources func(c *Conn, topic string) []string

	// Measured is called when a client's round-trip time has been measured. It may be nil.
	Measured func(c *Conn, topic string, before time.Duration)

	// Numbered means that messages published to the topic itself are numbered frames. A client gets
	// each frame once and in order; Join and Resume supply missed frames.
	Numbered bool
}

// A Snapshot is the state of a topic for one client.
type Snapshot struct {
	Messages [][]byte
	Seq      int    // number of the last frame in Messages, in a numbered topic
	Seat     string // the client's seat, as in [wire.TopicJoined]
}

// A Result is the result of a request.
type Result struct {
	Seq int // for the reply, also to a refused request

	// Change is the frame that was published for the request to all clients except
	// [Conn.Subscriber], or the zero Message.
	Change pubsub.Message
}

// A Registry holds the topics of a server's sockets. It must be complete before the first socket
// opens. The zero value has no topics.
type Registry struct {
	topics map[string]*Topic // by name or prefix
	beats  []func(actor account.Actor)
}

// AddTopic registers the topic name or, if name ends in a slash, all topics with that prefix. It
// panics if the name is taken or has a slash before its end.
func (r *Registry) AddTopic(name string, t Topic) {
	if i := strings.IndexByte(name, '/'); i >= 0 && i < len(name)-1 || r.topics[name] != nil {
		panic("socket: the topics " + name + " are taken, or have a slash before their end")
	}
	if r.topics == nil {
		r.topics = map[string]*Topic{}
	}
	r.topics[name] = &t
}

// OnBeat registers f to be called with the socket's actor when it joins a topic and on every
// heartbeat. f must not block.
func (r *Registry) OnBeat(f func(actor account.Actor)) { r.beats = append(r.beats, f) }

// find returns a topic's handler, or nil for an unknown topic.
func (r *Registry) find(topic string) *Topic {
	if i := strings.IndexByte(topic, '/'); i >= 0 {
		topic = topic[:i+1]
	}
	return r.topics[topic]
}

// beat calls the functions registered with OnBeat.
func (r *Registry) beat(actor account.Actor) {
	if actor == "" {
		return
	}
	for _, f := range r.beats {
		f(actor)
	}
}
