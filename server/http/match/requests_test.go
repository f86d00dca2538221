package match

import (
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/refusal"
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
	now := time.Now()
	s.host.now = func() time.Time { return now }
	id, black, white := s.sit(play.Settings{
		Board: "square-9", Rules: preset(t, "japanese"), Clock: clock.Control{Kind: clock.Absolute, Main: 10 * time.Second},
	})
	w := white.joined(id)
	slow, _ := black.dial()
	time.Sleep(200 * time.Millisecond) // before it reads, and answers the ping
	slow.join(id, 0)
	for w.presence("bw").Signal.Black == 0 {
	}
	lines := []*line{slow, w}
	for i, point := range []string{"E5", "E6", "E7"} {
		now = now.Add(time.Second)
		lines[i%2].command(id, `"command":"play","point":"`+point+`"`)
	}
	if c := black.state(id).Clock; c.Black.Main < 8300 { // 8 s without it
		t.Errorf("Black has %d ms", c.Black.Main)
	}
}

// FuzzRequest sends any request about a match. The errors are refusals.
func FuzzRequest(f *testing.F) {
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
	for _, text := range []string{
		`{"kind":"do","id":"1","command":"play","point":"E5","as":"b"}`, `{"kind":"do","id":"2","command":"mark","points":["E5","\u0000"],"dead":true}`,
		`{"kind":"do","id":"3","command":"bid","komi":1e308,"side":"bw","after":9223372036854775807}`, `{"kind":"say","text":"x"}`,
	} {
		f.Add([]byte(text), view.Topic(id))
	}
	f.Add([]byte(`{"after":-1}`), "match/x")
	f.Fuzz(func(t *testing.T, data []byte, topic string) {
		var r wire.Request
		if json.Unmarshal(data, &r) != nil {
			return
		}
		r.Topic = topic
		c := &socket.Conn{Visitor: web.Visitor{Actor: actor}}
		for name, answer := range map[string]func() error{
			"act":    func() error { _, err := s.act(t.Context(), c, r); return err },
			"resume": func() error { _, err := s.resume(t.Context(), c, r); return err },
		} {
			if err := answer(); err != nil && refusal.Of(err) == nil {
				t.Fatalf("%s %q: %v", name, data, err)
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
