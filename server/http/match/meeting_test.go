package match

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/http/wire"
	"rosette/server/match"
)

// next returns the next message.
func (l *line) next() (m message) {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	_, data, err := l.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		l.Fatal(err)
	}
	return m
}

// presence waits until the server reports that these players are present.
func (l *line) presence(there string) wire.Presence {
	l.Helper()
	for {
		text := l.overheard(`"kind":"presence"`)
		var p wire.Presence
		at := strings.LastIndex(text, `{"kind":"presence"`)
		if err := json.NewDecoder(strings.NewReader(text[at:])).Decode(&p); err != nil {
			l.Fatal(err)
		}
		if p.There == there {
			return p
		}
	}
}

// meet opens a live match between two people. The test advances its clock.
func meet(t *testing.T) (s *site, id string, black, white *browser, pass func(time.Duration)) {
	t.Helper()
	var passed atomic.Int64
	start := time.Now()
	now := func() time.Time { return start.Add(time.Duration(passed.Load())) }
	s = build(t, func(o *options) { o.Now = now })
	s.host.now = now
	id, black, white = s.sit(play.Settings{
		Board: "square-9", Rules: preset(t, "japanese"),
		Clock: clock.Control{Kind: clock.Absolute, Main: 10 * time.Minute},
	})
	return s, id, black, white, func(d time.Duration) { passed.Add(int64(d)) }
}

func TestAPlayerClaimsTheMatchOfAnOpponentWhoHasGone(t *testing.T) {
	s, id, black, white, pass := meet(t)
	b, w := black.joined(id), white.joined(id)
	s.browser().joined(id)
	if p := b.presence("bw"); p.Gone != (wire.AbsentSince{}) {
		t.Errorf("both are there: %+v", p)
	}
	b.command(id, `"command":"play","point":"E5"`)
	pass(time.Hour / 12)
	b.command(id, `"command":"claim","side":"b" → time-left`) // White is thinking, and connected
	w.conn.CloseNow()
	p := b.presence("b")
	if p.Gone.White == 0 || p.Watching != 1 {
		t.Errorf("White has gone: %+v", p)
	}
	b.command(id, `"command":"claim","side":"b" → time-left`)
	pass(time.Minute)
	white.joined(id)
	pass(2 * time.Minute)
	b.command(id, `"command":"claim","side":"b" → time-left`) // White has come back
	back := white.joined(id)
	back.command(id, `"command":"claim","side":"w" → wrong-phase`)
}

func TestAClaimCountsTheAbsenceThatTheServerHasSeen(t *testing.T) {
	_, id, black, white, pass := meet(t)
	b, w := black.joined(id), white.joined(id)
	b.command(id, `"command":"play","point":"E5"`)
	b.presence("bw")
	w.conn.CloseNow()
	b.presence("b")
	pass(89 * time.Second)
	b.command(id, `"command":"claim","side":"b","for":999999999999 → time-left`, `"command":"claim","side":"w" → wrong-phase`)
	pass(2 * time.Second)
	b.command(id, `"command":"claim","side":"b"`)
	if r := black.state(id).Result; r == nil || r.Text != "B+F" || r.By != "forfeit" {
		t.Errorf("the result is %+v", r)
	}
}

func TestTwoPersonsAskAndAnswer(t *testing.T) {
	s, id, black, white, pass := meet(t)
	b, w := black.joined(id), white.joined(id)
	watcher := s.browser().joined(id)
	w.command(id, `"command":"pause"`)
	watcher.command(id, `"command":"grant" → not-seated`, `"command":"claim","side":"b" → not-seated`, `"command":"abort" → not-seated`)
	if q := black.state(id).Request; q == nil || q.Kind != "pause" || q.By != "w" {
		t.Errorf("the question is %+v", q)
	}
	w.command(id, `"command":"grant" → undo-not-asked`)
	b.command(id, `"command":"grant"`, `"command":"play","point":"E5" → paused`)
	if state := black.state(id); state.Paused == 0 || state.Request != nil {
		t.Errorf("paused until %d, asked %+v", state.Paused, state.Request)
	}
	if state := black.state(id); state.Clock.At != state.Paused || !state.Clock.Running {
		t.Errorf("during a pause until %d the clocks are %+v", state.Paused, state.Clock)
	}
	pass(time.Hour)
	b.command(id, `"command":"continue"`)
	w.command(id, `"command":"refuse"`, `"command":"continue"`)
	b.command(id, `"command":"grant"`, `"command":"play","point":"E5"`, `"command":"add-time"`)
	if c := black.state(id).Clock; c.Black.Main != 600_000 || c.White.Main != 615_000 {
		t.Errorf("the clocks show %+v", c)
	}
	b.command(id, `"command":"rest" → no-such-command`, `"command":"abort"`, `"command":"play","point":"F6" → game-over`)
	if r := black.state(id).Result; r.Text != "Void" || r.By != "aborted" || r.Winner != "" {
		t.Errorf("the result is %+v", r)
	}
}

func TestWhatMeetsIsAmongTheCommands(t *testing.T) {
	for _, want := range []string{"abort", "add-time", "claim", "continue", "pause"} {
		if !slices.Contains(match.Commands(), want) {
			t.Errorf("%s is not a command", want)
		}
	}
}
