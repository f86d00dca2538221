package bridge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/client"
	"rosette/play/clock"
	"rosette/server/http/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAnEngineIsToldTheClockInItsOwnWords(t *testing.T) {
	left := wire.TimeLeft{Main: 65_400, Period: 30_000, Periods: 3, Stones: 25}
	late := wire.TimeLeft{Main: 0, Period: 21_900, Periods: 2, Stones: 7}
	for row := range strings.Lines(`10m | time_settings 600 0 0 | time_left b 64 0 | time_left w 0 0
10m+5s | time_settings 600 0 0 | time_left b 64 0 | time_left w 0 0
10m+3x30s | time_settings 600 30 1 | time_left b 64 0 | time_left w 20 1
10m+25/5m | time_settings 600 300 25 | time_left b 64 0 | time_left w 20 7
30s/move | time_settings 0 30 1 | time_left b 64 0 | time_left w 20 1
kgs 10m+3x30s | kgs-time_settings byoyomi 600 30 3 | time_left b 64 0 | time_left w 20 2
3d/move | | |
none | | |`) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		name, kgs := strings.CutPrefix(strings.TrimSpace(cells[0]), "kgs ")
		control, err := clock.ParseControl(name)
		if err != nil {
			t.Fatal(err)
		}
		state := &wire.ClockState{Black: left, White: late}
		got := []string{strings.Join(timeCommands(control, kgs), ";")}
		for _, color := range []string{"b", "w"} {
			got = append(got, timeLeft(control, state, color, kgs, time.Second))
		}
		for i, want := range cells[1:] {
			if got[i] != strings.TrimSpace(want) {
				t.Errorf("%s: %q, want %q", cells[0], got[i], strings.TrimSpace(want))
			}
		}
	}
}

func TestAChallengeIsDeclinedForAReason(t *testing.T) {
	b := New(Options{Boards: []string{"square", "rosette-4"}, Rules: []string{"chinese"}, Speeds: []string{"live"}, Casual: true, Games: 1})
	b.taken = &talents{bridge: b, boards: map[string]bool{"square-9": true, "rosette-4": true, "rosette-5": true, "square-25": false}}
	fine := wire.OfferView{ID: "a", Board: "square-9", Rules: "chinese", Speed: "live"}
	for want, change := range map[string]func(o *wire.OfferView){
		"":       func(o *wire.OfferView) { o.Board = "rosette-4" },
		"casual": func(o *wire.OfferView) { o.Rated = true },
		"time":   func(o *wire.OfferView) { o.Speed = "" },
		"rules":  func(o *wire.OfferView) { o.Supply = "100" },
		"board":  func(o *wire.OfferView) { o.Board = "rosette-5" },
	} {
		offered := fine
		if change(&offered); b.refusal(t.Context(), offered) != want {
			t.Errorf("%+v: %q, want %q", offered, b.refusal(t.Context(), offered), want)
		}
	}
	large := fine
	if large.Board = "square-25"; b.refusal(t.Context(), large) != "board" {
		t.Error("the engine does not take square-25")
	}
	if b.reserve("x"); b.refusal(t.Context(), fine) != "later" {
		t.Error("it plays one game")
	}
	if b.release("x"); b.refusal(t.Context(), fine) != "" {
		t.Error("it plays none")
	}
	if !b.begin("y") || b.begin("y") {
		t.Error("a game begins once")
	}
	if b.leave("y"); b.refusal(t.Context(), fine) != "" || b.begin("y") {
		t.Error("a game that is over keeps its place, or begins again while its engine ends")
	}
	if b.end("y"); !b.begin("y") {
		t.Error("a game whose engine has ended is remembered")
	}
}

func TestDeadStonesAreComparedWithThoseOfTheEngine(t *testing.T) {
	s := &seat{state: &wire.GameState{Dead: []string{"A1", "B1"}}}
	kill, revive := s.differences(map[string]bool{"B1": true, "D4": true, "C3": true})
	if !slices.Equal(kill, []string{"C3", "D4"}) || !slices.Equal(revive, []string{"A1"}) {
		t.Errorf("dead %v, alive %v", kill, revive)
	}
}

func TestWhatTheServerHasNotAnsweredIsSentAgain(t *testing.T) {
	b := New(Options{Retry: time.Microsecond})
	faults := []error{errors.New("connection refused"), client.StatusError{Status: 503}, client.StatusError{Status: 429}, client.StatusError{Status: 409, Code: "refusal.ko"}}
	sent := 0
	err := b.surely(t.Context(), func() error {
		sent++
		return faults[sent-1]
	})
	if sent != len(faults) || err.(client.StatusError).Code != "refusal.ko" {
		t.Errorf("sent %d times, %v", sent, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.surely(ended, func() error { return faults[0] }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	unknown := client.StatusError{Status: 401}
	if err := b.again(t.Context(), func(error) {}, func(int64, func()) (int64, error) { return 0, unknown }); err == nil {
		t.Error("a token that nobody has is tried again")
	}
}

func TestAReportIsOneLine(t *testing.T) {
	yes := true
	r := Report{Event: Over, Opponent: "Ann", Board: "square-9", Rules: "chinese", Clock: "10m", Rated: true, Moves: 57, Result: "B+3.5", Won: &yes, URL: "u"}
	if got, want := r.Line(), "won       Ann  square-9 chinese 10m rated  B+3.5 in 57 moves  u"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, event := range []string{Connected, Lost, Declined, Begun, Over, Trouble} {
		if line := (Report{Event: event, Text: "x"}).Line(); line == "" || strings.Contains(line, "\n") {
			t.Errorf("%s: %q", event, line)
		}
	}
}
