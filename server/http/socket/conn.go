package socket

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"rosette/internal/panics"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// A Conn is one client's connection, with many topics. One goroutine reads requests, carries them
// out and writes the replies to commands, so that a player gets the reply before the move has woken
// many sockets. Another goroutine writes everything else.
type Conn struct {
	Visitor account.Visitor // the client

	server  *Server
	ws      *websocket.Conn
	line    *web.Line // below ws; nil if Serve does not run the server
	address string
	feed    pubsub.Subscriber
	joined  *subscriptions

	ended, blocksChanged string       // control topics of the actor, "" without one
	queue                chan output  // output of the reading goroutine
	queued               atomic.Int64 // unwritten elements of queue
	roundTrip            atomic.Int64 // in nanoseconds, from pings
	pings                sync.WaitGroup

	received bytes.Buffer // used by the reading goroutine

	writing     sync.Mutex     // held during writes; guards the fields below
	slow        *time.Timer    // drops the client when it fires
	seqs        map[string]int // seq of the last frame sent, by topic; 0 for topics without numbers
	pendingSeqs map[string]int // seq of frames that came before the join, by topic

	reader Reader // the client as a reader of messages; nil if all are sent
}

// Key returns the key under which the client is counted: its actor, or else its address.
func (c *Conn) Key() string { return cmp.Or(string(c.Visitor.Actor), c.address) }

// RoundTrip returns the client's average round-trip time, or 0 if it has not been measured.
func (c *Conn) RoundTrip() time.Duration { return time.Duration(c.roundTrip.Load()) }

// Subscriber returns the subscriber for messages to the client. A published change that excludes it
// is sent with the reply to a request, see [Result].
func (c *Conn) Subscriber() pubsub.Subscriber { return c.feed }

// AddSources sends the messages of more topics under a topic, until the client leaves it. It has no
// effect if the client has not joined the topic.
func (c *Conn) AddSources(topic string, sources ...string) { c.joined.extend(topic, sources) }

// serve greets the client and sends messages until one side ends the socket.
func (c *Conn) serve(r *http.Request, address string) (err error) {
	visitor, err := c.server.Visitor(r)
	if err != nil {
		if r.Context().Err() != nil { // the client should reconnect, to another server if there is one
			return stopping
		}
		c.server.Log.Error("api: cannot identify the client of a socket", "err", err)
		return notNow
	}
	c.address = address
	c.begin(visitor)
	defer c.feed.Close()
	defer c.leaveAll()
	ctx, cancel := context.WithCancelCause(r.Context())
	readerDone := make(chan struct{})
	go func() {
		defer close(readerDone)
		cancel(c.guarded(func() error { return c.listen(ctx) }))
	}()
	err = c.guarded(func() error { return c.write(ctx, cancel) })
	cancel(err)
	c.end(err) // wakes the goroutines that read and ping
	<-readerDone
	c.pings.Wait()
	return nil
}

// guarded calls f, a part of the socket. A panic in f ends only this socket.
func (c *Conn) guarded(f func() error) error {
	err := panics.Catch(c.server.Log, f, "actor", string(c.Visitor.Actor))
	if errors.As(err, new(*panics.Error)) {
		return notNow
	}
	return err
}

// begin prepares a socket for its client.
func (c *Conn) begin(v account.Visitor) {
	c.Visitor, c.queue = v, make(chan output, 4)
	c.seqs, c.pendingSeqs = map[string]int{}, map[string]int{}
	c.feed = c.server.Feed.Subscribe(c.server.Buffer)
	c.joined = newSubscriptions(c.feed)
	c.slow = time.AfterFunc(c.server.WriteWait, func() { c.ws.CloseNow() }) // the blocked write returns the error
	c.slow.Stop()
	for _, actor := range v.Own() {
		own := actor.Topic()
		c.seqs[own] = 0
		c.feed.Add(own)
	}
	if v.Actor != "" {
		c.subscribeControl(string(v.Actor))
	}
	if c.server.Reader != nil {
		c.reader = c.server.Reader(v)
	}
}
