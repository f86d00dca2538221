package match

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

func TestAMoveAfterTheFlagIsRefusedAsSuch(t *testing.T) {
	s := build(t)
	now := time.Now()
	s.host.now = func() time.Time { return now }
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-9","clock":"10s"}`)
	l := b.joined(id)
	l.command(id, `"command":"play","point":"E5"`, `"command":"play","point":"E6"`)
	now = now.Add(11 * time.Second)
	l.command(id, `"command":"play","point":"E7" → time-up`)
	if st := b.state(id); st.Result == nil || st.Result.Text != "W+T" || st.Ply != 2 {
		t.Errorf("%+v after %d moves", st.Result, st.Ply)
	}
}

func TestLagIsGivenBackAsTheServerMeasuresIt(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-9","clock":"10s"}`)
	v, err := s.server.Visitor(b.request())
	if err != nil {
		t.Fatal(err)
	}
	k := newSocket(s.server, v)
	k.lag.Store(int64(200 * time.Millisecond))
	now := time.Now()
	s.host.now = func() time.Time { return now }
	for i, point := range []string{"E5", "E6", "E7"} {
		now = now.Add(time.Second)
		if _, _, err := k.do(t.Context(), wire.Request{Topic: view.Topic(id), ID: account.NewKey(), Command: "play", Point: point, After: i + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if c := b.state(id).Clock; c.Black.Main < 8300 || c.Black.Main > 8500 { // 8 s without it
		t.Errorf("Black has %d ms", c.Black.Main)
	}
}

// newSocket returns a socket without a connection.
func newSocket(s *Server, who web.Visitor) *socket {
	k := &socket{Server: s}
	k.begin(who)
	return k
}

// request returns a request with the cookies of the browser.
func (b *browser) request() *http.Request {
	b.Helper()
	r, err := http.NewRequest("GET", b.url+"/api/socket", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	return r
}

// FuzzMessage sends any message on a socket. The answers are messages that a client can read, with
// keys as reasons.
func FuzzMessage(f *testing.F) {
	host := newMemoryHost()
	s := serverOf(options{
		Options: Options{Feed: host.feed},
		rules:   rules{match.ServiceOptions{Host: host, Levels: []string{"1"}}},
		shared:  shared{Sessions: &memorySessions{actors: map[string]string{}}, Log: slog.New(slog.NewTextHandler(io.Discard, nil))},
	})
	actor := web.Actor("guest/" + strings.Repeat("0", 32))
	settings, err := s.Match.Settings(WantedGame(wire.NewGame{Opponent: "people", Board: "square-9"}), actor, time.Now())
	if err != nil {
		f.Fatal(err)
	}
	id := strings.Repeat("a", 26)
	if err := host.Open(f.Context(), id, settings); err != nil {
		f.Fatal(err)
	}
	topic := `"topic":"match/` + id + `"`
	for _, text := range []string{
		`{"kind":"join",` + topic + `,"after":-1}`, `{"kind":"leave",` + topic + `}`, `{"kind":"probe","id":"x"}`,
		`{"kind":"do",` + topic + `,"id":"1","command":"play","point":"E5","as":"b"}`, `{"kind":"do",` + topic + `,"id":"2","command":"mark","points":["E5","\u0000"],"dead":true}`,
		`{"kind":"do",` + topic + `,"id":"3","command":"bid","komi":1e308,"side":"bw","after":9223372036854775807}`, `[[[[`, `{"kind":{}}`,
	} {
		f.Add([]byte(text))
	}
	key := regexp.MustCompile(`^[a-z-]*$`)
	f.Fuzz(func(t *testing.T, data []byte) {
		k := newSocket(s, web.Visitor{Actor: actor})
		defer k.feed.Close()
		o, err := k.answer(t.Context(), data)
		if err != nil || len(o.messages) == 0 {
			t.Fatalf("%q: %v, %d messages", data, err, len(o.messages))
		}
		for _, m := range o.messages {
			var read struct{ Kind, Refused, Reason string }
			if err := json.Unmarshal(m, &read); err != nil || read.Kind == "" || !key.MatchString(read.Refused+read.Reason) {
				t.Fatalf("%q: %s, %v", data, m, err)
			}
			if read.Refused == refusedNotNow || read.Reason == refusedNotNow {
				t.Fatalf("%q is taken for a fault of the server", data)
			}
		}
	})
}

func TestEveryCommandOfClientsIsOneOfPlay(t *testing.T) {
	for _, name := range match.Commands() {
		if _, err := play.NewMatch().Decide(play.Command{Kind: play.Kind(name)}, time.Now()); err == play.ErrNoCommand {
			t.Errorf("play knows no %s", name)
		}
	}
}
