package match

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
)

// A site is a whole server on a real listener.
type site struct {
	*testing.T
	server   *Server
	host     *memoryHost
	sessions *memorySessions
	url      string
	log      *logged
	kept     *store.SQLite    // chat store
	people   *account.Service // accounts for the chats
	stop     func() error     // stops the server and returns its error
}

// logged collects what is logged.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(data)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// shared holds the options common to all routes. The alias avoids a clash with [Options].
type shared = web.Options

// sockets holds the options of the sockets.
type sockets struct{ socket.Options }

// rules holds the options of the match service. Options that the server has too come from the
// server.
type rules struct{ match.ServiceOptions }

// options holds all options of a server.
type options struct {
	Options
	shared
	sockets
	rules
}

// serverOf returns a server.
func serverOf(o options) *Server {
	front := web.New(o.shared)
	feed, _ := o.Feed.(*pubsub.Local)
	if o.Roster == nil {
		o.Roster = roster.New(roster.Options{Feed: cmp.Or(feed, new(pubsub.Local))})
	}
	o.Presence = NewPresence(front.Now, func(m pubsub.Message) { o.Feed.Publish(m) }, o.Roster)
	s := o.ServiceOptions
	s.Sessions = front.Sessions
	s.Addresses = front
	s.Roster, s.Absent = o.Roster, o.Presence.Absent
	s.OpenLimit = front.NewLimiter("games", front.Limits.Games, time.Hour)
	s.EstimateLimit = front.NewLimiter("estimates", front.Limits.Estimates, time.Minute)
	s.MaxThinking = front.Limits.Thinking
	s.Log = front.Log
	s.Now = front.Now
	o.Match = match.NewService(s)
	o.sockets.Feed = feed
	var out *Server
	o.Reader = func(v account.Visitor) socket.Reader {
		if out.Chat == nil {
			return readsAll{}
		}
		return out.Chat.Reader(v)
	}
	o.Socket = socket.New(front, o.sockets.Options)
	out = New(front, o.Options)
	return out
}

// readsAll is a reader who blocks nobody.
type readsAll struct{}

func (readsAll) Omits(context.Context, string) (bool, error) { return false, nil }
func (readsAll) Reload()                                     {}

// build starts a server; change may adjust its options.
func build(t *testing.T, change ...func(*options)) *site {
	t.Helper()
	s := &site{T: t, host: newMemoryHost(), sessions: &memorySessions{actors: map[string]string{}}, log: &logged{}}
	o := options{Options: Options{Feed: s.host.feed}, shared: shared{Sessions: s.sessions, Log: slog.New(slog.NewTextHandler(s.log, nil))}}
	o.Host, o.Levels = s.host, []string{"1", "full"}
	o.Boards = []string{"rosette-5", "rosette-2", "rosette-3", "square-3", "square-9", "square-25"}
	for _, f := range change {
		f(&o)
	}
	s.server = serverOf(o)
	s.serve(s.server.Handler(s.server.Fail, s.server, s.server.Socket))
	return s
}

// serve answers requests with a handler until the test ends.
func (s *site) serve(handler http.Handler) {
	s.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.Fatal(err)
	}
	s.url = "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.server.Serve(ctx, slim{listener}, s.server.Guard(handler, s.server.Fail)) }()
	stop := sync.OnceValue(func() error {
		cancel()
		return <-served
	})
	s.stop = stop
	s.Cleanup(func() {
		if err := stop(); err != nil {
			s.Errorf("the server ends with %v", err)
		}
	})
}

// A slim listener gives its connections tiny buffers, so that the server soon notices a client that
// stops reading.
type slim struct{ net.Listener }

func (l slim) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		err = tcp.SetWriteBuffer(2048)
	}
	return c, err
}

// A browser keeps cookies and follows no redirect by itself.
type browser struct {
	*site
	client *http.Client
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		if tcp, ok := c.(*net.TCPConn); ok {
			err = tcp.SetReadBuffer(2048)
		}
		return c, err
	}}
	s.Cleanup(transport.CloseIdleConnections)
	return &browser{s, &http.Client{Jar: jar, Transport: transport, Timeout: waittest.Limit}}
}

// do sends a request with headers given as name, value, name, value …
func (b *browser) do(method, path, body string, headers ...string) (*http.Response, string) {
	b.Helper()
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	answer, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer, string(text)
}

// get sends a GET request and decodes the JSON response.
func get[T any](b *browser, path string, headers ...string) (body T) {
	b.Helper()
	answer, text := b.do("GET", path, "", headers...)
	if err := json.Unmarshal([]byte(text), &body); err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("GET %s: %s %s: %v", path, answer.Status, text, err)
	}
	return body
}

// refused sends a request and returns the problem in the response.
func (b *browser) refused(method, path, body string, headers ...string) (web.Problem, *http.Response) {
	b.Helper()
	answer, text := b.do(method, path, body, headers...)
	var p web.Problem
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Status != answer.StatusCode || answer.Header.Get("Content-Type") != "application/problem+json" {
		b.Errorf("%s %s: %s %q: %v", method, path, answer.Status, text, err)
	}
	return p, answer
}

// open opens a game and returns its id.
func (b *browser) open(wanted string) string {
	b.Helper()
	answer, text := b.do("POST", "/api/games", wanted)
	var o wire.OpenedGame
	if err := json.Unmarshal([]byte(text), &o); err != nil || answer.StatusCode != http.StatusCreated || answer.Header.Get("Location") != "/api/games/"+o.ID || o.Topic != "match/"+o.ID {
		b.Fatalf("POST /api/games: %s %s: %v", answer.Status, text, err)
	}
	return o.ID
}

// game returns a game and its frame.
func (b *browser) game(id string) (Game, view.Frame) {
	b.Helper()
	g := get[Game](b, "/api/games/"+id)
	var f view.Frame
	if err := json.Unmarshal(g.Frame, &f); err != nil {
		b.Fatal(err)
	}
	return g, f
}

// state returns the state of a game.
func (b *browser) state(id string) view.State {
	b.Helper()
	_, f := b.game(id)
	return f.State
}

// A line is a client's end of a socket.
type line struct {
	*browser
	conn *websocket.Conn
}

// dial opens a socket. If the server refuses it, dial returns the response.
func (b *browser) dial(headers ...string) (*line, *http.Response) {
	b.Helper()
	header := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	at, err := url.Parse(b.url + "/api/socket")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	conn, answer, err := websocket.Dial(ctx, at.String(), &websocket.DialOptions{HTTPHeader: header, HTTPClient: &http.Client{Transport: b.client.Transport}})
	if err != nil {
		if answer == nil {
			b.Fatal(err)
		}
		return nil, answer
	}
	conn.SetReadLimit(1 << 20)
	b.Cleanup(func() { conn.CloseNow() })
	return &line{b, conn}, answer
}

// joined opens a socket that has joined a game.
func (b *browser) joined(id string) *line {
	b.Helper()
	l, answer := b.dial()
	if l == nil {
		b.Fatal(answer.Status)
	}
	l.join(id, 0)
	return l
}

// A message is any message of the server.
type message struct {
	view.Frame
	Now     int64  `json:"now"`
	Beat    int    `json:"beat"`
	Seat    string `json:"seat"`
	ID      string `json:"id"`
	Refused string `json:"refused"`
	Reason  string `json:"reason"`
	Place   *int   `json:"place"`
}

// read returns the next message about the game itself.
func (l *line) read() message {
	l.Helper()
	for {
		if m := l.next(); m.Kind != "presence" {
			return m
		}
	}
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

// join joins a game and returns the messages that answer it.
func (l *line) join(id string, after int) (joined, frame message) {
	l.Helper()
	l.send(wire.Request{Kind: socket.KindJoin, Topic: view.Topic(id), After: after})
	return l.hear("joined"), l.hear("frame")
}

func (l *line) send(r wire.Request) {
	l.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		l.Fatal(err)
	}
	l.say(string(data))
}

func (l *line) say(text string) {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	if err := l.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		l.Fatal(err)
	}
}

// command sends commands to a game and checks for the refusals after their arrows.
func (l *line) command(id string, commands ...string) {
	l.Helper()
	for _, text := range commands {
		fields, want, _ := strings.Cut(text, " → ")
		l.say(`{"kind":"do","topic":"match/` + id + `","id":"` + account.NewKey() + `",` + fields + `}`)
		if r := l.hear("reply"); r.Refused != want {
			l.Fatalf("%s is refused with %q, want %q", fields, r.Refused, want)
		}
	}
}

// overheard reads messages until one contains the text.
func (l *line) overheard(until string) string {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	var all strings.Builder
	for !strings.Contains(all.String(), until) {
		_, data, err := l.conn.Read(ctx)
		if err != nil {
			l.Fatalf("waiting for %s: %v", until, err)
		}
		all.Write(data)
	}
	return all.String()
}

// move makes a move for the player with that colour.
func (s *site) move(id string, c board.Color, point string) {
	s.Helper()
	cmd := play.Command{Kind: play.Play, By: c, Point: point}
	if point == "pass" {
		cmd = play.Command{Kind: play.Pass, By: c}
	}
	if _, err := s.host.Do(context.Background(), id, cmd); err != nil {
		s.Fatalf("%v %s: %v", c, point, err)
	}
}

// eventually waits until so returns true.
func eventually(t *testing.T, so func() bool) {
	t.Helper()
	waittest.Until(t, "it is so", so)
}
