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

// Close codes besides those in RFC 6455.
const (
	statusSignedOut websocket.StatusCode = 4401 // reconnect without the session
	statusTooSlow   websocket.StatusCode = 4408 // reconnect and resume
	statusTooMany   websocket.StatusCode = 4429 // the address has too many sockets
	statusNotNow    websocket.StatusCode = 4503 // reconnect soon
)

// personsOfAddress is the message limit for an address, in multiples of the limit for a person.
const personsOfAddress = 10

// messageWindow is the period for Limits.Messages.
const messageWindow = 20 * time.Second

// A closeError is the reason why a socket ends, as a catalogue key.
type closeError struct {
	code   websocket.StatusCode
	reason string
}

// Error returns the reason.
func (c closeError) Error() string { return c.reason }

// Reasons why the server closes a socket.
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

// A socket is one client's connection, with many topics. One goroutine reads requests, carries them
// out and writes the replies to commands, so that a player gets the reply before the move has woken
// many sockets. Another goroutine writes everything else.
type socket struct {
	*Server
	conn     *websocket.Conn
	line     *web.Line // below conn; nil if Serve does not run the server
	visitor  account.Visitor
	address  string
	limitKey string // key for message limits
	client   Client // the socket as topics see it
	joined   topics
	feed     pubsub.Subscriber

	ended, blocksChanged string       // control topics of the actor, "" without one
	out                  chan output  // output of the reading goroutine
	lag                  atomic.Int64 // round-trip time in nanoseconds, from pings
	queued               atomic.Int64 // unwritten elements of out
	pings                sync.WaitGroup

	received     bytes.Buffer   // used by the reading goroutine
	chatFollower *chat.Follower // used by the reading goroutine

	writing     sync.Mutex     // held during writes; guards the fields below
	slow        *time.Timer    // drops the client when it fires
	seqs        map[string]int // seq of the last frame sent, by topic
	pendingSeqs map[string]int // seq of frames that came before the join, by topic

	reader *chat.Reader // the client as a reader of chat; nil before the first line
}

// An output is what the reading goroutine sends: messages, and the state they change.
type output struct {
	messages [][]byte
	joined   string          // topic just joined, whose frames follow
	done     string          // topic of an executed command; its frames up to seq go first
	change   *pubsub.Message // last of these frames, unless its Data is nil
	seq      int             // of the topic
	left     string          // topic just left, which sends no more
	chat     chat.MatchChat  // chat of joined
}

// Socket upgrades the request to a socket.
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
	if !held { // a script can read a close reason, but not an HTTP error
		k.end(tooManyLines)
		return
	}
	k.end(k.serve(r, address))
}

// serve greets the client and sends messages until one side ends the socket.
func (k *socket) serve(r *http.Request, address string) (err error) {
	visitor, err := k.Visitor(r)
	if err != nil {
		if r.Context().Err() != nil { // the client should reconnect, to another server if there is one
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

// guarded calls f, a part of the socket. A panic in f ends only this socket.
func (k *socket) guarded(f func() error) error {
	err := panics.Catch(k.Log, f, "actor", string(k.visitor.Actor))
	if errors.As(err, new(*panics.Error)) {
		return notNow
	}
	return err
}

// begin prepares a socket for its client.
func (k *socket) begin(who account.Visitor) {
	k.visitor, k.out = who, make(chan output, 4)
	k.client = Client{who, k}
	k.seqs, k.pendingSeqs = map[string]int{}, map[string]int{}
	k.feed = k.Feed.Subscribe(k.Buffer)
	k.slow = time.AfterFunc(k.WriteWait, func() { k.conn.CloseNow() }) // the blocked write returns the error
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

// closeWait bounds how long a client may take to read the close reason.
const closeWait = time.Second

// end closes the socket with the reason, unless the client has closed it.
func (k *socket) end(err error) {
	if k.line != nil {
		// Close itself waits up to five seconds, too long for a server that stops.
		_ = k.line.SetDeadline(time.Now().Add(closeWait)) // a closed line needs no deadline
	}
	if c := (closeError{}); errors.As(err, &c) {
		// An error means that the client has gone, which is fine.
		k.conn.Close(c.code, c.reason)
	}
	k.conn.CloseNow() // as above
}

// write sends all output until the socket ends.
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

// whyEnded returns the error from the goroutine that ended the socket. If there is none, the server
// is stopping.
func whyEnded(ctx context.Context) error {
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return stopping
}

// sendAlone locks writing and writes one message as JSON.
func (k *socket) sendAlone(message any) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	return k.send(message)
}

// send writes one message as JSON. The caller holds writing, here and in the functions below.
func (k *socket) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return k.sendBytes(data)
}

// sendBytes writes one message. A client that blocks it too long is dropped. All messages share one
// timer, because a context for each costs as much as the message.
func (k *socket) sendBytes(data []byte) error {
	k.slow.Reset(k.WriteWait)
	err := k.conn.Write(context.Background(), websocket.MessageText, data)
	if !k.slow.Stop() && err != nil {
		return tooSlow
	}
	return err
}

// deliver sends output of the reading goroutine, in one packet if possible.
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

// ping measures the round-trip time, and ends the socket if the client does not answer.
func (k *socket) ping(ctx context.Context, cancel context.CancelCauseFunc) {
	k.pings.Go(func() {
		if err := k.guarded(func() error { return k.measure(ctx) }); err != nil {
			cancel(err)
		}
	})
}

// measure sends a ping and waits for the answer.
func (k *socket) measure(ctx context.Context) error {
	// A context that ends during the write would close the connection before the client could read
	// the reason.
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

// measured records a round-trip time. The average moves a quarter of the way to it, so that one
// slow answer gains little time.
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
