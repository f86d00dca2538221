package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/protocol/bridge"
)

// A printed is a command's output, which can be read while the command runs.
type printed struct {
	mu    sync.Mutex
	lines []bridge.Report
	came  chan struct{}
}

// Write implements [io.Writer].
func (p *printed) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for line := range bytes.Lines(data) {
		var r bridge.Report
		if err := json.Unmarshal(line, &r); err != nil {
			return 0, err
		}
		p.lines = append(p.lines, r)
	}
	select {
	case p.came <- struct{}{}:
	default:
	}
	return len(data), nil
}

// wait waits for an event report.
func (p *printed) wait(t *testing.T, event string) bridge.Report {
	t.Helper()
	for at := 0; ; at++ {
		p.mu.Lock()
		lines := p.lines
		p.mu.Unlock()
		if at >= len(lines) {
			select {
			case <-p.came:
			case <-t.Context().Done():
				t.Fatalf("no %s", event)
			case <-time.After(waittest.Limit):
				t.Fatalf("no %s after %+v", event, lines)
			}
			at = -1
			continue
		}
		if lines[at].Event == event {
			return lines[at]
		}
	}
}

// bridge runs rosette bridge for a user until the test ends.
func (p *programs) bridge(who string, args ...string) *printed {
	p.Helper()
	out := &printed{came: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	args = append([]string{"bridge", "--json", "--server", p.url, "--token", p.tokens[who]}, args...)
	var errs bytes.Buffer
	go func() { ended <- run(ctx, args, strings.NewReader(""), out, &errs) }()
	p.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			p.Errorf("bridge ends with %d: %s", code, errs.String())
		}
	})
	out.wait(p.T, bridge.Connected)
	return out
}

// sits lets Ann play points and then pass until the game is over. It returns the final state.
func (p *programs) sits(id string, points ...string) map[string]any {
	p.Helper()
	return p.insists(id, 0, points...)
}

// insists is like sits, and offers komi 8 if komi is negotiated. It marks Ann's first stone alive,
// at most the given number of times, when the stone is proposed as dead.
func (p *programs) insists(id string, times int, points ...string) map[string]any {
	p.Helper()
	mine, played := points[0], false
	game := p.stream("Ann", "/api/games/"+id+"/stream")
	for state := game.next("gameFull")["state"].(map[string]any); ; state = game.next("gameState") {
		order := map[string]any{"command": "pass", "after": state["seq"]}
		switch {
		case state["phase"] == "over":
			state["playedOut"] = played
			return state
		case !strings.Contains(state["awaits"].(string), state["seat"].(string)):
			continue
		case state["phase"] == "komi":
			order["command"], order["komi"] = "offer", 8
		case state["phase"] == "confirmation":
			times, played = 0, true // it is decided here
		case state["phase"] == "agreement" && state["toMove"] != state["seat"]:
			if state["proposed"] != true {
				continue
			}
			if order["command"] = "agree"; times > 0 && slices.Contains(texts(state["dead"]), mine) {
				times--
				order["command"] = "mark"
				order["points"] = []string{mine}
				order["dead"] = false
			}
		case len(points) > 0:
			order["command"] = "play"
			order["point"] = points[0]
			points = points[1:]
		}
		if status, answer := p.ask("Ann", "POST /api/games/"+id+"/commands "+jsonOf(order)); status != 200 && answer["code"] != "refusal.stale" && answer["code"] != "refusal.game-over" {
			p.Fatalf("%v: %d %v", order, status, answer)
		}
	}
}

func TestABridgeSeatsGNUGo(t *testing.T) {
	p := newPrograms(t, "Ann", "Bot")
	args := []string{"--greeting", "Good game", "--board", "square", "--"}
	out := p.bridge("Bot", append(args, strings.Fields(gnuGo(t))...)...)
	events := p.stream("Ann", "/api/stream/events")
	for game, why := range map[string]string{
		`{"board":"rosette-4"}`: "board",
		`{"board":"square-9","rules":"tromp-taylor","clock":"10m+3x30s","color":"black"}`: "",
	} {
		p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"Bot","game":`+game+`}`)
		if why == "" {
			break
		}
		if c := events.next("challengeDeclined"); in(c, "challenge", "why") != why {
			t.Errorf("%s: %v, want %s", game, in(c, "challenge", "why"), why)
		}
	}
	id := ""
	if id, _ = in(events.next("gameStart"), "game", "id").(string); id == "" {
		t.Fatal("no game")
	}
	end := p.sits(id, "E5")
	if over := out.wait(t, bridge.Over); over.Result != in(end, "result", "text") || over.Won == nil || !*over.Won {
		t.Errorf("GNU Go says %+v of %v", over, end["result"])
	}
	said, _ := p.ask("Ann", "GET /api/token")
	if said != 200 {
		t.Errorf("GET /api/token: %d", said)
	}
}

// texts converts a JSON list of strings.
func texts(list any) (all []string) {
	values, _ := list.([]any) // nil if it is absent
	for _, v := range values {
		all = append(all, v.(string))
	}
	return all
}

// GNU Go surrounds two stones of a player who passes, and insists that they are dead: against one
// mark, and by playing on where the rules require that.
func TestABridgeSettlesDeadStonesAsGNUGoSeesThem(t *testing.T) {
	p := newPrograms(t, "Ann", "Bot")
	program, _, _ := strings.Cut(gnuGo(t), " ")
	out := p.bridge("Bot", "--", program, "--mode", "gtp", "--level", "1", "--japanese-rules")
	events := p.stream("Ann", "/api/stream/events")
	for game, times := range map[string]int{
		`{"board":"square-9","rules":"japanese","color":"black","komiBy":"divide"}`: 1,
		`{"board":"square-9","rules":"japanese-1989","color":"black"}`:              9,
	} {
		p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"Bot","game":`+game+`}`)
		id := in(events.next("gameStart"), "game", "id").(string)
		end := p.insists(id, times, "E5", "A1")
		dead, komi := texts(end["dead"]), end["komi"]
		if !slices.Equal(slices.Sorted(slices.Values(dead)), []string{"A1", "E5"}) || times == 1 && komi != 8.0 || end["playedOut"] != (times > 1) || in(end, "result", "winner") != "w" {
			t.Errorf("%s ends with %v, dead %v, komi %v, played out %v", game, end["result"], dead, komi, end["playedOut"])
		}
		if over := out.wait(t, bridge.Over); over.Won == nil || !*over.Won {
			t.Errorf("GNU Go says %+v", over)
		}
	}
}

func TestABridgePlaysOnAfterTheServerWasRestarted(t *testing.T) {
	p := newPrograms(t, "Ann", "Bot")
	out := p.bridge("Bot", "--", program(t), "gtp", "--level", "1", "--visits", "2")
	id := p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"Bot","game":{"board":"rosette-3","color":"black","rules":"chinese"}}`)["id"].(string)
	begun := out.wait(t, bridge.Begun)
	if begun.Board != "rosette-3" || begun.Color != "w" || begun.Opponent != "Ann" {
		t.Errorf("%+v", begun)
	}
	p.srv.Restart()
	out.wait(t, bridge.Lost)
	end := p.sits(id, "A4")
	if over := out.wait(t, bridge.Over); over.Result != in(end, "result", "text") {
		t.Errorf("%+v of %v", over, end["result"])
	}
}

func TestABridgeSaysWhatIsWrongWithItsFlags(t *testing.T) {
	t.Setenv(tokenVariable, "")
	for args, want := range map[string]string{
		"":                                    "--server \"\"; use a URL",
		"--server http://127.0.0.1:1":         "no engine; add its command after --",
		"--server http://127.0.0.1:1 -- true": "no token; create one",
		"--server http://127.0.0.1:1 --rules x -- true":        "--rules:",
		"--server http://127.0.0.1:1 --speed fast -- true":     "use blitz, live",
		"--server http://127.0.0.1:1 --komi fair -- true":      "--komi",
		"--server http://127.0.0.1:1 --casual=false -- true":   "no games to accept",
		"--server http://127.0.0.1:1 --token x -- no-such-one": "starting no-such-one",
	} {
		var errs bytes.Buffer
		code := run(t.Context(), append([]string{"bridge"}, strings.Fields(args)...), strings.NewReader(""), &bytes.Buffer{}, &errs)
		if code == 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: %d %s, want %s", args, code, errs.String(), want)
		}
	}
}

func TestABridgeEndsWhereNoServerOfRosetteIs(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<!doctype html>\n<title>Not found</title>\n"+strings.Repeat("<p>", 100))
	}))
	defer elsewhere.Close()
	var out, errs bytes.Buffer
	args := []string{"bridge", "--server", elsewhere.URL + "/shop", "--token", "x", "--", program(t), "gtp"}
	want := "rosette: " + elsewhere.URL + "/shop/ is not the root of a Rosette server: 404 Not Found: <!doctype html>\n"
	if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != failed || errs.String() != want {
		t.Errorf("it ends with %d: %s%s", status, &out, &errs)
	}
}
