package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"rosette/internal/panics"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

// Codes with which a socket is closed, besides those of RFC 6455.
const (
	statusSignedOut websocket.StatusCode = 4401 // come back as a stranger
	statusTooSlow   websocket.StatusCode = 4408 // come back and resume
	statusTooMany   websocket.StatusCode = 4429 // the address has too many sockets
	statusNotNow    websocket.StatusCode = 4503 // come back in a moment
)

// personsOfAddress is how many times the messages of one person the persons of one
// address may send together.
const personsOfAddress = 10

// messageWindow is the span of Limits.Messages.
const messageWindow = 20 * time.Second

// A closeError is why a socket ends. The reason is a key of the catalogue.
type closeError struct {
	code   websocket.StatusCode
	reason string
}

// Error returns the reason.
func (c closeError) Error() string { return c.reason }

// The closings of the server.
var (
	stopping     = closeError{websocket.StatusGoingAway, "api.stopping"}
	tooSlow      = closeError{statusTooSlow, "api.too-slow"}
	tooManyLines = closeError{statusTooMany, "api.too-many-sockets"}
	closeFlood   = closeError{websocket.StatusPolicyViolation, "api.too-many-messages"}
	notText      = closeError{websocket.StatusUnsupportedData, "api.not-text"}
	tooLong      = closeError{websocket.StatusMessageTooBig, "api.too-long"}
	notNow       = closeError{statusNotNow, "api.not-now"}
	signedOut    = closeError{statusSignedOut, "api.signed-out"}
)

// A socket is the connection of one client, with many topics. One goroutine reads
// what the client sends and carries it out; another one writes all that is sent but
// the replies to commands, which the first one writes itself: who moves is answered
// before the many sockets that the move has woken.
type socket struct {
	*Server
	conn     *websocket.Conn
	line     *web.Line // under conn; nil if the server is not run by Serve
	visitor  account.Visitor
	address  string
	limitKey string // for whom messages are counted
	client   Client // as topics see it
	joined   topics
	feed     pubsub.Subscriber

	ended, blocksChanged string       // topics of what the server itself has to know of the actor, "" without one
	out                  chan output  // what the reading goroutine has to send
	lag                  atomic.Int64 // round-trip time in nanoseconds, as pings measure it
	queued               atomic.Int64 // elements of out that are not written yet
	pings                sync.WaitGroup

	received     bytes.Buffer   // of the reading goroutine
	chatFollower *chat.Follower // of the reading goroutine

	writing     sync.Mutex     // held while something is written; protects what follows
	slow        *time.Timer    // drops the client when it fires
	seqs        map[string]int // seq of the last frame sent, by topic
	pendingSeqs map[string]int // seq of what came for a topic that is not joined yet

	blocks     map[string]bool // whom the person blocks, as read last
	blocksRead time.Time
}

// An output is what the reading goroutine has to send.
type output struct {
	messages [][]byte
	joined   string          // topic whose frames follow from now on
	done     string          // topic of a command that was done; its frames up to seq go first
	change   *pubsub.Message // the last of them, unless its Data is nil
	seq      int             // of the topic
	left     string          // topic of which no more is sent
	chat     chat.MatchChat  // of joined
}

// Socket turns the request into a socket.
func (s *Server) Socket(w http.ResponseWriter, r *http.Request) {
	address := s.Address(r)
	held := s.sockets.Hold(address)
	switch {
	case held:
		defer s.sockets.Drop(address)
	case s.refusedSockets.Hold(address):
		defer s.refusedSockets.Drop(address)
	default:
		s.Fail(w, r, web.TooMany("api.too-many-sockets", time.Minute, nil))
		return
	}
	defer s.Lasting()()
	conn, err := websocket.Accept(w, r, nil) // refuses a foreign Origin
	if err != nil {
		return // Accept has answered
	}
	k := &socket{Server: s, conn: conn}
	k.line = web.LineOf(r)
	if !held { // a script cannot read why a socket was refused, but why one was closed
		k.end(tooManyLines)
		return
	}
	k.end(k.serve(r, address))
}

// serve greets the client and sends it everything until one side ends it.
func (k *socket) serve(r *http.Request, address string) (err error) {
	visitor, err := k.Visitor(r)
	if err != nil {
		if r.Context().Err() != nil { // the client is to come back, at another server if there is one
			return stopping
		}
		k.Log.Error("api: socket", "err", err)
		return notNow
	}
	k.address, k.limitKey = address, or(string(visitor.Actor), address)
	k.begin(visitor)
	defer k.feed.Close()
	defer k.depart()
	ctx, cancel := context.WithCancelCause(r.Context())
	readerDone := make(chan struct{})
	go func() {
		defer close(readerDone)
		cancel(k.guarded(func() error { return k.listen(ctx) }))
	}()
	err = k.guarded(func() error { return k.write(ctx, cancel) })
	cancel(err)
	k.end(err) // wakes the goroutines that read and ping
	<-readerDone
	k.pings.Wait()
	return nil
}

// guarded calls f, a part of the socket. A panic there ends this socket alone.
func (k *socket) guarded(f func() error) error {
	err := panics.Catch(k.Log, f, "actor", string(k.visitor.Actor))
	if errors.As(err, new(*panics.Error)) {
		return notNow
	}
	return err
}

// begin makes a socket ready for its client.
func (k *socket) begin(who account.Visitor) {
	k.visitor, k.out = who, make(chan output, 4)
	k.client = Client{who, k}
	k.seqs, k.pendingSeqs = map[string]int{}, map[string]int{}
	k.feed = k.Feed.Subscribe(k.Buffer)
	k.slow = time.AfterFunc(k.WriteWait, func() { k.conn.CloseNow() }) // the write that waits gets the error
	k.slow.Stop()
	for _, actor := range who.Own() {
		own := actor.Topic()
		k.seqs[own] = 0
		k.feed.Add(own)
	}
	if who.Actor != "" {
		k.subscribeControl(string(who.Actor))
	}
}

// closeWait bounds how long a client may take to read why its socket ends.
const closeWait = time.Second

// end closes the socket with the reason, if the other side did not.
func (k *socket) end(err error) {
	if k.line != nil {
		// The deadline of Close itself is five seconds, too long for a server that stops.
		_ = k.line.SetDeadline(time.Now().Add(closeWait)) // a closed line needs none
	}
	if c := (closeError{}); errors.As(err, &c) {
		// An error means that the client has gone, which is fine.
		k.conn.Close(c.code, c.reason)
	}
	k.conn.CloseNow() // as above
}

// write sends everything until the socket ends.
func (k *socket) write(ctx context.Context, cancel context.CancelCauseFunc) error {
	pulse, checked := time.NewTicker(k.Beat), k.Now()
	defer pulse.Stop()
	k.ping(ctx, cancel)
	err := k.sendAlone(wire.Hello{Kind: "hello", Now: k.Now().UnixMilli(), Beat: k.Beat.Milliseconds()})
	for err == nil {
		select {
		case <-ctx.Done():
			return whyEnded(ctx)
		case o := <-k.out:
			err = k.deliver(ctx, o)
			k.queued.Add(-1)
		case m, ok := <-k.feed.Messages():
			if !ok {
				return tooSlow
			}
			err = k.take(ctx, m)
		case <-pulse.C:
			k.ping(ctx, cancel)
			k.reportPresence()
			if err = k.checkSession(ctx, &checked); err == nil {
				err = k.sendAlone(wire.Beat{Kind: "beat", Now: k.Now().UnixMilli()})
			}
		}
	}
	return err
}

// whyEnded returns the error of the goroutine that ended the socket; if there was
// none, the server stops.
func whyEnded(ctx context.Context) error {
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return stopping
}

// sendAlone writes one message as JSON when nothing else is being written.
func (k *socket) sendAlone(message any) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	return k.send(message)
}

// send writes one message as JSON. The caller holds writing, as for all that follows
// here.
func (k *socket) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return k.sendBytes(data)
}

// sendBytes writes one message. A client that blocks it too long is dropped. One timer
// serves all messages, because a context for each costs as much as the message.
func (k *socket) sendBytes(data []byte) error {
	k.slow.Reset(k.WriteWait)
	err := k.conn.Write(context.Background(), websocket.MessageText, data)
	if !k.slow.Stop() && err != nil {
		return tooSlow
	}
	return err
}

// deliver sends what the reading goroutine has to send, in one packet if it can.
func (k *socket) deliver(ctx context.Context, o output) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	line := k.line
	if line == nil {
		return k.deliverEach(ctx, o)
	}
	line.Hold()
	err := k.deliverEach(ctx, o)
	k.slow.Reset(k.WriteWait)
	released := line.Release()
	if !k.slow.Stop() && released != nil {
		return tooSlow
	}
	return errors.Join(err, released)
}

func (k *socket) deliverEach(ctx context.Context, o output) error {
	if seq, joined := k.seqs[o.done]; joined && seq < o.seq {
		if err := k.catchUp(ctx, o.done, seq, o.change); err != nil {
			return err
		}
	}
	for _, data := range o.messages {
		if err := k.sendBytes(data); err != nil {
			return err
		}
	}
	delete(k.seqs, o.left)
	if o.joined == "" {
		return nil
	}
	k.seqs[o.joined] = o.seq
	pendingSeqs := k.pendingSeqs[o.joined]
	delete(k.pendingSeqs, o.joined)
	if pendingSeqs > o.seq { // published between the snapshot and now
		if err := k.topicOf(o.joined).resync(ctx, k, o.joined); err != nil {
			return err
		}
	}
	if err := k.sendChat(ctx, o.joined, o.chat); err != nil {
		return err
	}
	return k.sendCircumstances(o.joined)
}

// ping measures the round-trip time, and ends the socket if there is no answer.
func (k *socket) ping(ctx context.Context, cancel context.CancelCauseFunc) {
	k.pings.Go(func() {
		if err := k.guarded(func() error { return k.measure(ctx) }); err != nil {
			cancel(err)
		}
	})
}

// measure waits for the answer to a ping.
func (k *socket) measure(ctx context.Context) error {
	// A context that ends while the ping is being written would close the
	// connection, and the client would not read why.
	limited, done := context.WithTimeout(context.WithoutCancel(ctx), k.WriteWait)
	defer done()
	start := time.Now()
	if err := k.conn.Ping(limited); err != nil {
		if ctx.Err() == nil {
			return tooSlow
		}
		return nil
	}
	k.measured(time.Since(start))
	return nil
}

// measured notes a round-trip time. The average follows it by a quarter, so that one
// slow answer does not buy much time.
func (k *socket) measured(trip time.Duration) {
	before := time.Duration(k.lag.Load())
	if before > 0 {
		trip = before + (trip-before)/4
	}
	k.lag.Store(int64(trip))
	if signalOf(trip) != signalOf(before) {
		k.showSignal()
	}
}
