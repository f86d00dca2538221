package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"rosette/i18n"
	"rosette/play"
	"rosette/quote"
)

const (
	maxMessage = 16 << 10 // bytes of one message from a browser
	maxID      = 64       // characters of a command's id
)

// Why a browser is turned away at the door; it should not come back by itself.
const (
	statusNoMatch websocket.StatusCode = 4404
	statusTooMany websocket.StatusCode = 4429
	statusNotNow  websocket.StatusCode = 4503
)

// refusals are the codes of excuses as a socket says them.
var refusals = map[int]websocket.StatusCode{
	http.StatusNotFound:           statusNoMatch,
	http.StatusServiceUnavailable: statusNotNow,
}

// A hello is the first message. It names the seat, because a page that was
// reached from another site was asked for without the cookie, and its socket
// was not.
type hello struct {
	Kind string `json:"kind"`
	Seat string `json:"seat"`
	Beat int64  `json:"beat"` // milliseconds between two signs of life
}

// A beat is a sign of life.
type beat struct {
	Kind string `json:"kind"`
}

// A socket is one browser's line to one match.
type socket struct {
	*site
	conn    *websocket.Conn
	story   *story
	keys    bunch  // the guests that the browser is
	speaker string // for whom messages are counted
	told    int    // the seq of the last event sent
	replies chan reply
}

// A closing says why a socket ends, in one line for the other side.
type closing struct {
	code   websocket.StatusCode
	reason string
}

var stopping = closing{websocket.StatusGoingAway, "the server is stopping; come back in a moment"}

// Error returns the reason.
func (c closing) Error() string { return c.reason }

// feed turns the request into a socket that tells the match from ?after= on.
func (s *site) feed(w http.ResponseWriter, r *http.Request) {
	after := 0
	if text := r.URL.Query().Get("after"); text != "" {
		var err error
		if after, err = strconv.Atoi(text); err != nil || after < 0 {
			http.Error(w, fmt.Sprintf("after=%s is no number of an event; use 0 or more.", quote.Clip(text, 40)), http.StatusBadRequest)
			return
		}
	}
	who := s.address(r)
	held := s.sockets.hold(who)
	if held {
		defer s.sockets.drop(who)
	} else if !s.door.hold(who) {
		http.Error(w, crowded(r), http.StatusTooManyRequests)
		return
	} else {
		defer s.door.drop(who)
	}
	conn, err := websocket.Accept(w, r, nil) // refuses a foreign Origin
	if err != nil {
		return // Accept has told the browser
	}
	k := &socket{site: s, conn: conn, keys: bunchOf(r), speaker: who, replies: make(chan reply, 4)}
	if !held {
		k.end(closing{statusTooMany, crowded(r)})
		return
	}
	story, back := s.shelf.borrow(s.Past, r.PathValue("id"))
	defer back()
	k.story = story
	k.end(k.serve(r, after))
}

// crowded says that an address has no room for one more socket.
func crowded(r *http.Request) string { return i18n.T(usualLanguage(r), "api.too-many-sockets", nil) }

// serve greets the browser and tells it everything. A browser cannot read why
// a socket was refused, so one that is refused is opened and then closed with
// the reason.
func (k *socket) serve(r *http.Request, after int) error {
	first, err := k.read(r.Context(), k.story, after)
	if err != nil {
		code, key := k.excuse(err, k.story.id)
		return closing{refusals[code], i18n.T(usualLanguage(r), key, nil)}
	}
	seats := k.keys.seats(first.agreed)
	if len(seats) > 0 {
		k.speaker = k.story.id + " " + first.agreed.Seat(seats[0]).Actor()
	}
	if err := k.send(hello{"hello", written(seats), k.Beat.Milliseconds()}); err != nil {
		return err
	}
	return k.run(r.Context(), first)
}

// read reads the story and wakes its programs.
func (s *site) read(ctx context.Context, t *story, after int) (news, error) {
	if !gameID.MatchString(t.id) {
		return news{}, play.ErrNoMatch
	}
	n, err := t.since(ctx, after, s.Now())
	if err != nil {
		return news{}, err
	}
	return n, s.Host.Wake(ctx, t.id)
}

// run tells the browser everything until one side ends it.
func (k *socket) run(ctx context.Context, first news) error {
	hints, stop := k.Feed.Watch(k.story.id)
	defer stop()
	if err := k.tell(first); err != nil {
		return err
	}
	heard := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { heard <- k.listen(ctx) }()
	pulse := time.NewTicker(k.Beat)
	defer pulse.Stop()
	// What came between the reading of first and the watching has no hint.
	err := k.catchUp(ctx)
	for err == nil {
		select {
		case <-ctx.Done():
			return stopping
		case err = <-heard:
		case <-hints:
			err = k.catchUp(ctx)
		case r := <-k.replies:
			err = k.send(r)
		case <-pulse.C:
			err = k.beat()
		}
	}
	return err
}

// catchUp tells what the journal has and this browser has not.
func (k *socket) catchUp(ctx context.Context) error {
	n, err := k.story.since(ctx, k.told, k.Now())
	if ctx.Err() != nil {
		return stopping
	}
	if err != nil {
		k.Log.Error("site: read match", "match", k.story.id, "err", err)
		return closing{websocket.StatusTryAgainLater, "the game cannot be read right now; come back in a moment"}
	}
	if n.Seq == k.told {
		return nil
	}
	return k.tell(n)
}

func (k *socket) tell(n news) error {
	k.told, n.Seat = n.Seq, written(k.keys.seats(n.agreed))
	return k.send(n)
}

// send writes one message. A reader that blocks it too long is dropped.
func (k *socket) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), k.WriteWait)
	defer cancel()
	return k.conn.Write(ctx, websocket.MessageText, data)
}

// beat shows that the line lives and sees whether the other end does. Scripts
// are not told of pings, so there is a message too.
func (k *socket) beat() error {
	if err := k.send(beat{"beat"}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), k.WriteWait)
	defer cancel()
	return k.conn.Ping(ctx)
}

// end closes the socket with the reason, if the other side did not.
func (k *socket) end(err error) {
	var c closing
	if errors.As(err, &c) {
		k.conn.Close(c.code, c.reason) // fails only if the browser has gone, which is fine
		return
	}
	k.conn.CloseNow()
	if websocket.CloseStatus(err) == -1 {
		k.Log.Debug("site: socket lost", "err", err)
	}
}

// listen takes the browser's messages until it stops or says too much.
func (k *socket) listen(ctx context.Context) error {
	k.conn.SetReadLimit(-1) // heed limits itself, so that it can say why
	for {
		data, err := k.hear()
		if err != nil {
			return err
		}
		if _, ok := k.messages.take(k.speaker, k.Now()); !ok {
			return closing{websocket.StatusPolicyViolation, fmt.Sprintf("over %d messages in %v; send fewer", k.MaxMessages, messageWindow)}
		}
		select {
		case k.replies <- k.heed(ctx, data):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hear reads one message and at most a little more than it may have.
func (k *socket) hear() ([]byte, error) {
	kind, r, err := k.conn.Reader(context.Background()) // ends when the socket is closed
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, closing{websocket.StatusUnsupportedData, "send JSON as text, not binary"}
	}
	data, err := io.ReadAll(io.LimitReader(r, maxMessage+1))
	if err == nil && len(data) > maxMessage {
		return nil, closing{websocket.StatusMessageTooBig, fmt.Sprintf("a message may have %d bytes; this one has more", maxMessage)}
	}
	return data, err
}
