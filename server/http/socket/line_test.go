package socket_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/server"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// build returns a server that is not listening yet, so that a test can add topics.
func build(t *testing.T, limits web.Limits, change ...func(*server.Config)) *servertest.Server {
	t.Helper()
	change = append(change, func(c *server.Config) { c.Limits = limits })
	return servertest.New(t, change...)
}

// A line is a client's end of a socket.
type line struct {
	*testing.T
	ws *websocket.Conn
}

// dial opens a socket with headers given as name, value, name, value … If the server refuses it,
// dial returns the response.
func dial(t *testing.T, b *servertest.Browser, headers ...string) (*line, *http.Response) {
	t.Helper()
	header := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	for name, value := range b.Cookies {
		header.Add("Cookie", name+"="+value)
	}
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit)
	defer cancel()
	ws, answer, err := websocket.Dial(ctx, b.URL+"/api/socket", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		if answer == nil {
			t.Fatal(err)
		}
		return nil, answer
	}
	t.Cleanup(func() { ws.CloseNow() })
	return &line{t, ws}, answer
}

// opened returns a socket of a browser.
func opened(t *testing.T, b *servertest.Browser, headers ...string) *line {
	t.Helper()
	l, answer := dial(t, b, headers...)
	if l == nil {
		t.Fatal(answer.Status)
	}
	return l
}

// say sends any text.
func (l *line) say(text string) {
	l.Helper()
	if err := l.ws.Write(l.Context(), websocket.MessageText, []byte(text)); err != nil {
		l.Fatal(err)
	}
}

func (l *line) send(r wire.Request) {
	l.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		l.Fatal(err)
	}
	l.say(string(data))
}

// A message is any message of the server.
type message struct {
	Kind, Topic, ID, Refused, Reason, Seat string
	Now, Beat                              int64
	Seq, After                             int
}

// read returns the next message.
func (l *line) read() (m message) {
	l.Helper()
	ctx, cancel := context.WithTimeout(l.Context(), waittest.Limit)
	defer cancel()
	_, data, err := l.ws.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		l.Fatal(err)
	}
	return m
}

// hear returns the next message of a kind.
func (l *line) hear(kind string) message {
	l.Helper()
	for {
		if m := l.read(); m.Kind == kind {
			return m
		}
	}
}

// probe waits for the answer to a probe.
func (l *line) probe() {
	l.Helper()
	l.send(wire.Request{Kind: "probe", ID: "p"})
	l.hear("reply")
}

// closed reads until the server closes the socket, and returns the close error.
func (l *line) closed() (closed websocket.CloseError) {
	l.Helper()
	ctx, cancel := context.WithTimeout(l.Context(), waittest.Limit)
	defer cancel()
	for {
		if _, _, err := l.ws.Read(ctx); err != nil {
			if !errors.As(err, &closed) {
				l.Fatalf("the socket broke without a reason: %v", err)
			}
			return closed
		}
	}
}

// admits reports whether the server accepts another socket.
func admits(t *testing.T, b *servertest.Browser) bool {
	t.Helper()
	l, _ := dial(t, b)
	if l == nil {
		return false
	}
	defer l.ws.CloseNow()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit)
	defer cancel()
	_, _, err := l.ws.Read(ctx)
	return err == nil
}

func TestTheFirstMessageTellsTimeAndBeat(t *testing.T) {
	s := build(t, web.Limits{})
	s.Socket.Beat = 20 * time.Millisecond
	s.Start("")
	l := opened(t, s.Browser())
	if m := l.read(); m.Kind != "hello" || m.Beat != 20 || time.Since(time.UnixMilli(m.Now)).Abs() > waittest.Limit {
		t.Errorf("%+v", m)
	}
	for range 2 {
		if m := l.hear("beat"); m.Now == 0 {
			t.Error("a beat without time")
		}
	}
}

func TestAProbeIsAnsweredToWatchersToo(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	l := opened(t, s.Browser())
	l.say(`{"kind":"probe","id":"there"}`)
	if r := l.hear("reply"); r.ID != "there" || r.Refused != "" {
		t.Errorf("the reply is %+v", r)
	}
}

func TestARequestWithAFieldOfAWrongTypeIsAnsweredByItsID(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	l := opened(t, s.Browser())
	l.say(`{"kind":"do","topic":"match/x","after":1e30,"komi":"much","id":"m16"}`)
	if r := l.hear("reply"); r.ID != "m16" || r.Topic != "match/x" || r.Refused != "malformed" {
		t.Errorf("%+v", r)
	}
}

func TestOtherSitesCannotListen(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	for _, origin := range []string{"https://evil.example", "null", "http://127.0.0.1:1"} {
		if l, answer := dial(t, s.Browser(), "Origin", origin); l != nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("Origin %s: %s", origin, answer.Status)
		}
	}
	if l, _ := dial(t, s.Browser(), "Origin", s.URL); l == nil {
		t.Error("the server's own page may not listen")
	}
}
