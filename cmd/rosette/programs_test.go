package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/server"
	"rosette/server/account"
)

// programs is a server on loopback with accounts and their tokens.
type programs struct {
	*testing.T
	srv      *servertest.Server
	url      string
	accounts *account.Service
	users    map[string]account.User
	tokens   map[string]string // with all scopes, by name
}

// newPrograms starts a server with users.
func newPrograms(t *testing.T, names ...string) *programs {
	t.Helper()
	p := &programs{T: t, users: map[string]account.User{}, tokens: map[string]string{}}
	p.srv = servertest.New(t, func(c *server.Config) { c.Limits = servertest.Unlimited })
	p.srv.Start("")
	p.url, p.accounts = p.srv.URL, p.srv.Accounts
	for _, name := range names {
		u := p.srv.AddUser(name, func(u *account.User) { u.Passkey = []byte(account.NewKey()) })
		p.users[name], p.tokens[name] = u, p.token(u, account.Scopes()...)
	}
	return p
}

// token makes a token with scopes.
func (p *programs) token(u account.User, scopes ...account.Scope) string {
	p.Helper()
	client := account.Client{Visitor: servertest.VisitorOf(u)}
	secret, err := p.accounts.NewToken(context.Background(), client, "test", scopes)
	if err != nil {
		p.Fatal(err)
	}
	return secret
}

// request returns a request for "METHOD /path body" with a token.
func (p *programs) request(token, line string) *http.Request {
	method, rest, _ := strings.Cut(line, " ")
	path, body, _ := strings.Cut(rest, " ")
	r, err := http.NewRequest(method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept-Language", "fr")
	return r
}

// ask sends a user's request and returns the response's status and JSON.
func (p *programs) ask(who, line string) (status int, answer map[string]any) {
	p.Helper()
	got, err := http.DefaultClient.Do(p.request(p.tokens[who], line))
	if err != nil {
		p.Fatal(err)
	}
	defer got.Body.Close()
	data, err := io.ReadAll(got.Body)
	if err != nil {
		p.Fatal(err)
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		p.Fatalf("%s: %s: %v", line, data, err)
	}
	return got.StatusCode, answer
}

// must sends a request that must succeed.
func (p *programs) must(who, line string) map[string]any {
	p.Helper()
	status, answer := p.ask(who, line)
	if status >= 300 {
		p.Fatalf("%s: %d %v", line, status, answer)
	}
	return answer
}

// A streamReader reads the lines of a stream.
type streamReader struct {
	*programs
	body  io.ReadCloser
	lines *bufio.Scanner
}

// stream opens a stream for a user.
func (p *programs) stream(who, path string) *streamReader {
	p.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	p.Cleanup(cancel)
	got, err := http.DefaultClient.Do(p.request(p.tokens[who], "GET "+path).WithContext(ctx))
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { got.Body.Close() })
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != "application/x-ndjson" {
		p.Fatalf("%s: %s, %s", path, got.Status, kind)
	}
	lines := bufio.NewScanner(got.Body)
	lines.Buffer(nil, 1<<20)
	return &streamReader{p, got.Body, lines}
}

// next returns the next line with one of the types.
func (s *streamReader) next(types ...string) map[string]any {
	s.Helper()
	for s.lines.Scan() {
		if s.lines.Text() == "" {
			continue
		}
		var line map[string]any
		if err := json.Unmarshal(s.lines.Bytes(), &line); err != nil {
			s.Fatalf("%s: %v", s.lines.Text(), err)
		}
		if slices.Contains(types, line["type"].(string)) {
			return line
		}
	}
	s.Fatalf("the stream has ended before a line of %v: %v", types, s.lines.Err())
	return nil
}

// beats waits for an empty line.
func (s *streamReader) beats() {
	s.Helper()
	for s.lines.Scan() {
		if s.lines.Text() == "" {
			return
		}
	}
	s.Fatalf("the stream has ended: %v", s.lines.Err())
}

// ends waits until the stream ends.
func (s *streamReader) ends() {
	s.Helper()
	for s.lines.Scan() {
	}
	if err := s.lines.Err(); err != nil {
		s.Errorf("the stream does not end: %v", err)
	}
}

// in returns the value at a path in a line.
func in(line map[string]any, path ...string) any {
	var at any = line
	for _, name := range path {
		fields, _ := at.(map[string]any)
		at = fields[name]
	}
	return at
}

// challenge begins a game between two users and returns its id. Ann has Black.
func (p *programs) challenge(from, to, game string) string {
	p.Helper()
	id := p.must(from, `POST /api/lobby/offers {"kind":"challenge","to":"`+to+`","game":`+game+`}`)["id"].(string)
	p.must(to, "POST /api/lobby/offers/"+id+"/accept {}")
	return id
}

const smallGame = `{"board":"square-9","rules":"chinese","color":"black","clock":"10m"}`

func TestProgramsPlayAGameOverHTTPAlone(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob")
	ann, bob := p.stream("Ann", "/api/stream/events"), p.stream("Bob", "/api/stream/events")
	id := p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"Bob","game":`+smallGame+`}`)["id"].(string)
	if c := bob.next("challenge"); in(c, "challenge", "id") != id || in(c, "challenge", "asked") != true || in(c, "challenge", "by", "name") != "Ann" {
		t.Errorf("Bob hears of %v", c)
	}
	p.must("Bob", "POST /api/lobby/offers/"+id+"/accept {}")
	for color, one := range map[string]*streamReader{"b": ann, "w": bob} {
		if g := one.next("gameStart"); in(g, "game", "id") != id || in(g, "game", "seat") != color || (in(g, "game", "myTurn") == true) != (color == "b") {
			t.Errorf("%s hears of %v", color, g)
		}
	}
	game := p.stream("Bob", "/api/games/"+id+"/stream")
	full := game.next("gameFull")
	if full["seat"] != "w" || full["board"] != "square-9" || len(full["points"].([]any)) != 81 || in(full, "state", "toMove") != "b" || in(full, "state", "seat") != "w" {
		t.Errorf("the game begins with %v", full)
	}
	commands := "POST /api/games/" + id + "/commands "
	first := p.must("Ann", commands+`{"command":"play","point":"E5","id":"m1"}`)
	if again := p.must("Ann", commands+`{"command":"play","point":"E5","id":"m1"}`); again["seq"] != first["seq"] {
		t.Errorf("the same command is event %v, then %v", first, again)
	}
	state := game.next("gameState")
	if state["seq"] != first["seq"] || state["toMove"] != "w" || in(state, "clock", "running") != true {
		t.Errorf("after a move: %v", state)
	}
	for line, want := range map[string]string{
		`{"command":"play","point":"E5"}`:           "409 refusal.occupied",
		`{"command":"play","point":"Z5"}`:           "422 refusal.no-such-point",
		`{"command":"grow"}`:                        "422 refusal.no-such-command",
		`{"command":"play","point":"C3","after":1}`: "409 refusal.stale",
	} {
		status, answer := p.ask("Bob", commands+line)
		if got := fmt.Sprint(status, " ", answer["code"]); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	if _, answer := p.ask("Bob", commands+`{"command":"play","point":"E5"}`); answer["detail"] != "Ce point est occupé." {
		t.Errorf("in French: %v", answer["detail"])
	}
	p.must("Ann", "POST /api/games/"+id+`/chat {"text":"Hello"}`)
	if line := game.next("chatLine"); line["text"] != "Hello" || line["username"] != "Ann" || line["room"] != "players" {
		t.Errorf("said: %v", line)
	}
	p.must("Bob", commands+`{"command":"resign"}`)
	if over := game.next("gameState"); over["phase"] != "over" || in(over, "result", "text") != "B+R" {
		t.Errorf("the end is %v", over)
	}
	if again := p.must("Ann", commands+`{"command":"play","point":"E5","id":"m1"}`); again["seq"] != first["seq"] {
		t.Errorf("the same command is event %v, and at the end %v", first, again)
	}
	game.ends()
	for _, one := range []*streamReader{ann, bob} {
		if g := one.next("gameFinish"); in(g, "game", "result", "winner") != "b" {
			t.Errorf("the game ends with %v", g)
		}
	}
}

func TestAStreamGoesOnWhereItWasLeft(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob")
	id := p.challenge("Ann", "Bob", smallGame)
	game := p.stream("Bob", "/api/games/"+id+"/stream")
	game.next("gameFull")
	seq := p.must("Ann", "POST /api/games/"+id+`/commands {"command":"play","point":"E5"}`)["seq"].(float64)
	game.next("gameState")
	game.body.Close()
	after := "/api/games/" + id + "/stream?after=" + jsonOf(seq)
	same := p.stream("Bob", after)
	same.beats() // without a line before
	p.must("Bob", "POST /api/games/"+id+`/commands {"command":"play","point":"C3"}`)
	if state := p.stream("Bob", after).next("gameFull", "gameState"); state["type"] != "gameState" || len(state["moves"].([]any)) != 2 {
		t.Errorf("what was missed: %v", state)
	}
	begun := p.stream("Bob", "/api/stream/events").next("gameStart")
	p.must("Bob", "POST /api/games/"+id+`/commands {"command":"resign"}`)
	missed := p.stream("Bob", "/api/stream/events?after="+jsonOf(begun["at"]))
	if g := missed.next("gameFinish"); in(g, "game", "id") != id {
		t.Errorf("what has ended meanwhile: %v", g)
	}
	p.stream("Bob", "/api/games/"+id+"/stream").ends() // of a game that is over
}

// jsonOf returns a value as JSON.
func jsonOf(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

func TestAStreamOfEventsTellsWhatBecomesOfChallenges(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob", "Cid")
	ann := p.stream("Ann", "/api/stream/events")
	offer := func(kind, to string) string {
		return p.must("Ann", `POST /api/lobby/offers {"kind":"`+kind+`","to":"`+to+`","game":`+smallGame+`}`)["id"].(string)
	}
	declined := offer("challenge", "Bob")
	canceled := offer("challenge", "Cid")
	seek := offer("seek", "")
	for range 3 {
		ann.next("challenge")
	}
	if c := p.stream("Cid", "/api/stream/events").next("challenge"); in(c, "challenge", "id") != canceled {
		t.Errorf("Cid has %v", c)
	}
	p.must("Bob", "POST /api/lobby/offers/"+declined+`/decline {"why":"time"}`)
	if c := ann.next("challengeDeclined"); in(c, "challenge", "id") != declined || in(c, "challenge", "why") != "time" {
		t.Errorf("declined: %v", c)
	}
	p.must("Ann", "DELETE /api/lobby/offers/"+canceled)
	if c := ann.next("challengeCanceled"); in(c, "challenge", "id") != canceled {
		t.Errorf("canceled: %v", c)
	}
	p.must("Bob", "POST /api/lobby/offers/"+seek+"/accept {}")
	if g := ann.next("gameStart"); in(g, "game", "id") != seek || in(g, "game", "opponent", "name") != "Bob" {
		t.Errorf("the seek becomes %v", g)
	}
}

func TestAStreamTellsWhenTheOpponentHasGone(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob")
	id := p.challenge("Ann", "Bob", smallGame)
	ann, bob := p.stream("Ann", "/api/games/"+id+"/stream"), p.stream("Bob", "/api/games/"+id+"/stream")
	bob.next("gameFull")
	ann.next("gameFull")
	bob.body.Close()
	for line := ann.next("opponentGone"); line["gone"] != true; line = ann.next("opponentGone") {
	}
	p.stream("Bob", "/api/games/"+id+"/stream")
	if line := ann.next("opponentGone"); line["gone"] != false {
		t.Errorf("Bob is back: %v", line)
	}
}

func TestAStreamEndsWithItsTokenAndNeedsItsScope(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob")
	id := p.challenge("Ann", "Bob", smallGame)
	events, game := p.stream("Ann", "/api/stream/events"), p.stream("Ann", "/api/games/"+id+"/stream")
	ann, token := servertest.VisitorOf(p.users["Ann"]), account.KeyHash(p.tokens["Ann"])
	if err := p.accounts.RemoveToken(t.Context(), ann, token); err != nil {
		t.Fatal(err)
	}
	events.ends()
	game.ends()
	p.tokens["Ann"] = p.token(p.users["Ann"], account.ScopePlay)
	if status, answer := p.ask("Ann", "GET /api/stream/events"); status != http.StatusForbidden || answer["code"] != "account.token.scope" {
		t.Errorf("without the scope read: %d %v", status, answer)
	}
	p.tokens["Ann"] = p.token(p.users["Ann"], account.ScopeRead)
	if status, answer := p.ask("Ann", "POST /api/games/"+id+`/commands {"command":"pass"}`); status != http.StatusForbidden || answer["code"] != "account.token.scope" {
		t.Errorf("without the scope play: %d %v", status, answer)
	}
}
