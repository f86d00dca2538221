package site

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/bus"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/table"
	"rosette/store"
)

// A house is a whole site on a real listener, with its tables and journal.
// Programs sit down but do not move by themselves: tests move for them.
type house struct {
	*testing.T
	*httptest.Server
	hall    *table.Hall
	journal store.Journal
}

// events returns all that the journal has of a match.
func (h *house) events(id string) []play.Event {
	h.Helper()
	events, err := h.journal.Events(context.Background(), id, 0)
	if err != nil {
		h.Fatal(err)
	}
	return events
}

// build opens a house; change may adjust its options.
func build(t *testing.T, change ...func(*Options)) *house {
	t.Helper()
	journal, hints := store.MemoryJournal(), &bus.Local{}
	hall := table.NewHall(journal, hints, time.Now, table.Options{})
	small := []string{"rosette-2", "rosette-3", "rosette-12", "square-3", "square-25"}
	o := Options{Host: hall, Past: journal, Feed: hints, Boards: append(small, usualBoards...), Levels: []Level{{"1"}, {"full"}}}
	for _, f := range change {
		f(&o)
	}
	server := httptest.NewUnstartedServer(New(o))
	server.Listener = slim{server.Listener}
	server.Start()
	t.Cleanup(func() {
		server.Close()
		hall.Close()
	})
	return &house{t, server, hall, journal}
}

// A slim listener gives connections hardly any room, so that a reader who
// stops reading is noticed at once.
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
	*house
	client *http.Client
}

func (h *house) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.Fatal(err)
	}
	return &browser{h, &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// do sends a request with headers given as name, value, name, value …
func (b *browser) do(method, path, body string, headers ...string) (*http.Response, string) {
	b.Helper()
	r, err := http.NewRequest(method, b.URL+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
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

// post sends the form of the first page.
func (b *browser) post(form string, headers ...string) (*http.Response, string) {
	b.Helper()
	return b.do("POST", "/games", form, append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)...)
}

// open opens a game and returns its id.
func (b *browser) open(form string) string {
	b.Helper()
	answer, text := b.post(form)
	id, ok := strings.CutPrefix(answer.Header.Get("Location"), "/games/")
	if answer.StatusCode != http.StatusSeeOther || !ok {
		b.Fatalf("POST /games: %s %s", answer.Status, text)
	}
	return id
}

// match returns what the page of a game knows.
func (b *browser) match(id string) match {
	b.Helper()
	answer, text := b.do("GET", "/games/"+id, "")
	if answer.StatusCode != http.StatusOK {
		b.Fatalf("GET /games/%s: %s", id, answer.Status)
	}
	_, text, _ = strings.Cut(text, `id="match">`)
	text, _, _ = strings.Cut(text, "</script>")
	var m match
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		b.Fatalf("the page's match: %v in %s", err, text)
	}
	return m
}

// A wire is a browser's end of a socket.
type wire struct {
	*browser
	conn *websocket.Conn
}

// dial opens the socket of a game, or returns how it was refused.
func (b *browser) dial(id, query string, headers ...string) (*wire, *http.Response) {
	b.Helper()
	header := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	at, err := url.Parse(b.URL + "/games/" + id)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		header.Add("Cookie", c.String())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	conn, answer, err := websocket.Dial(ctx, b.URL+"/games/"+id+"/feed"+query, &websocket.DialOptions{HTTPHeader: header, HTTPClient: &http.Client{Transport: b.narrow()}})
	if err != nil {
		if answer == nil {
			b.Fatal(err)
		}
		return nil, answer
	}
	conn.SetReadLimit(1 << 20)
	b.Cleanup(func() { conn.CloseNow() })
	return &wire{b, conn}, answer
}

func (b *browser) narrow() *http.Transport {
	t := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		if tcp, ok := c.(*net.TCPConn); ok {
			err = tcp.SetReadBuffer(2048)
		}
		return c, err
	}}
	b.Cleanup(t.CloseIdleConnections)
	return t
}

// message is any message of the server.
type message struct {
	news
	Beat    int    `json:"beat"`
	ID      string `json:"id"`
	Refused string `json:"refused"`
}

// hear returns the next message of a kind.
func (l *wire) hear(kind string) message {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for {
		_, data, err := l.conn.Read(ctx)
		if err != nil {
			l.Fatalf("waiting for %s: %v", kind, err)
		}
		var m message
		if err := json.Unmarshal(data, &m); err != nil {
			l.Fatal(err)
		}
		if m.Kind == kind {
			return m
		}
	}
}

// closed reads until the server ends the socket and returns how.
func (l *wire) closed() websocket.CloseError {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for {
		if _, _, err := l.conn.Read(ctx); err != nil {
			if websocket.CloseStatus(err) == -1 {
				l.Fatalf("the socket broke without a reason: %v", err)
			}
			var c websocket.CloseError
			if !errors.As(err, &c) {
				l.Fatal(err)
			}
			return c
		}
	}
}

func (l *wire) say(text string) {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := l.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		l.Fatal(err)
	}
}

// move makes a move at the table, whoever plays that colour.
func (h *house) move(id string, c board.Color, point string) {
	h.Helper()
	cmd := play.Command{Kind: play.Play, By: c, Point: point}
	if point == "pass" {
		cmd = play.Command{Kind: play.Pass, By: c}
	}
	if _, err := h.hall.Do(context.Background(), id, cmd); err != nil {
		h.Fatalf("%v %s: %v", c, point, err)
	}
}
