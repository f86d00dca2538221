package match

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

func TestAGameIsOpenedAndReadAsJSON(t *testing.T) {
	s := build(t)
	b := s.browser()
	answer, text := b.do("POST", "/api/games", `{"board":"square-9","color":"white","level":"full","komi":3.5,"clock":"10m+3x30s","names":{"black":"Ann"}}`)
	var opened wire.OpenedGame
	if err := json.Unmarshal([]byte(text), &opened); err != nil || answer.Header.Get("Location") != "/api/games/"+opened.ID || opened.Page != "/games/"+opened.ID {
		t.Fatalf("%s %s: %v", answer.Status, text, err)
	}
	c, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil || c.Name != wire.GuestCookie || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure || len(c.Value) != 26 {
		t.Errorf("the cookie is %v, %v", c, err)
	}
	g, f := b.game(opened.ID)
	if g.ID != opened.ID || g.Seat != "w" || g.Board.Name != "square-9" || len(g.Board.Names) != 81 || g.Clock != "10m+3x30s" || g.Rules != "tromp-taylor" {
		t.Errorf("the game is %+v", g)
	}
	want := wire.Seats{Black: wire.Player{Kind: "bot", Name: "Rosa", Level: "full"}, White: wire.Player{Kind: "guest", Name: "Ann"}}
	if g.Seats != want || f.Seq != 1 || f.State.Komi != 3.5 || f.State.Clock.White.Periods != 3 {
		t.Errorf("seats %+v, %+v", g.Seats, f.State)
	}
	if stranger, _ := s.browser().game(opened.ID); stranger.Seat != "" {
		t.Errorf("a stranger sits at %q", stranger.Seat)
	}
}

func TestASecondGameNeedsNoSecondSession(t *testing.T) {
	s := build(t)
	b := s.browser()
	first := b.open(`{"color":"black"}`)
	answer, _ := b.do("POST", "/api/games", `{"color":"white"}`)
	if answer.Header.Get("Set-Cookie") != "" || len(s.sessions.actors) != 1 {
		t.Errorf("cookie %q, %d sessions", answer.Header.Get("Set-Cookie"), len(s.sessions.actors))
	}
	if g, _ := b.game(first); g.Seat != "b" {
		t.Errorf("the seat of the first game is %q", g.Seat)
	}
}

func TestACookieOfASecureConnectionStaysOnThose(t *testing.T) {
	r := httptest.NewRequest("POST", "/api/games", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	r.TLS = &tls.ConnectionState{}
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost(), Levels: []string{"1"}}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}}})
	w := httptest.NewRecorder()
	s.Handler(s.Fail, s).ServeHTTP(w, r)
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || !cookies[0].Secure || cookies[0].Name != "__Host-guest" || cookies[0].Path != "/" || cookies[0].Domain != "" {
		t.Errorf("%d %s, the cookies are %v", w.Code, w.Body, cookies)
	}
}

func TestWhatDoesNotFitInABodyIsNamed(t *testing.T) {
	b := build(t).browser()
	p, _ := b.refused("POST", "/api/games", `{"board":"square-9","komi":5.25}`, "Accept-Language", "en")
	if p.Status != 422 || p.Code != "form.komi" || len(p.Errors) != 1 || p.Errors[0].Location != "body.komi" || !strings.Contains(p.Detail, "5.25") {
		t.Errorf("%+v", p)
	}
	for body, want := range map[string]string{
		`{"board":1}`: "422 api.wrong-type body.board", `{"komi":"much"}`: "422 api.wrong-type body.komi", `{"komi":1e999}`: "400 api.wrong-type body",
		`{"boards":"x"}`: "422 api.unknown-field body.boards", `{"boards":"x","board":1}`: "422 api.unreadable body.boards", `{`: "400 api.bad-json body",
		"nonsense": "400 api.bad-json body", "": "400 api.missing-body ", `[]`: "422 api.wrong-type body", `{"board":"` + strings.Repeat("x", web.MaxBody) + `"}`: "413 api.too-large ",
	} {
		p, _ := b.refused("POST", "/api/games", body, "Content-Type", "application/json")
		location := ""
		for _, fault := range p.Errors {
			location = fault.Location
			if !strings.HasSuffix(fault.Message, ".") || strings.Contains(fault.Message, "expected") || strings.Contains(fault.Message, "json:") {
				t.Errorf("%.40s: %q", body, fault.Message)
			}
		}
		if got := fmt.Sprint(p.Status, " ", p.Code, " ", location); got != want || p.Detail == "" || strings.Contains(p.Detail, "api.") {
			t.Errorf("%.40s: %s, want %s: %+v", body, got, want, p)
		}
	}
	for sent, want := range map[[2]string]string{
		{`{"board":"rosette-5"}`, "text/plain"}: "415 api.content-type body api.content-type", {`{`, "text/plain"}: "415 api.content-type body api.content-type",
		{"", "application/json"}: "400 api.missing-body", {"", ""}: "400 api.missing-body",
	} {
		p, _ := b.refused("POST", "/api/games", sent[0], "Content-Type", sent[1])
		got := fmt.Sprint(p.Status, " ", p.Code)
		for _, fault := range p.Errors {
			got += " " + fault.Location + " " + fault.Code
		}
		if got != want {
			t.Errorf("%q: %s, want %s", sent, got, want)
		}
	}
	if p, _ := b.refused("GET", "/api/games?limit=99", ""); p.Code != "api.out-of-range" || p.Errors[0].Location != "query.limit" {
		t.Errorf("%+v", p)
	}
}

func TestAProblemIsInTheLanguageOfTheRequestAsFarAsThereAreWords(t *testing.T) {
	b := build(t).browser()
	p, _ := b.refused("GET", "/api/games/"+account.NewKey(), "")
	if p.Status != 404 || p.Code != "api.no-game" || p.Detail == p.Code {
		t.Errorf("%+v", p)
	}
	if p, _ := b.refused("GET", "/api/games/x", ""); p.Status != 404 {
		t.Errorf("an id that is none: %+v", p)
	}
	if p, _ := b.refused("GET", "/api/nothing", ""); p.Status != 404 || p.Code != "api.no-page" {
		t.Errorf("%+v", p)
	}
	if p, answer := b.refused("DELETE", "/api/games", ""); p.Status != 405 || answer.Header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("%+v, Allow %q", p, answer.Header.Get("Allow"))
	}
}

func TestAnAddressOpensOnlySoManyGamesAnHour(t *testing.T) {
	now := time.Now()
	b := build(t, func(o *options) { o.Limits.Games, o.Now = 2, func() time.Time { return now } }).browser()
	b.open(`{}`)
	b.refused("POST", "/api/games", `{"board":"none"}`) // refusals are not counted
	b.open(`{}`)
	p, answer := b.refused("POST", "/api/games", `{}`)
	if p.Status != 429 || p.Code != "api.too-many-games" || answer.Header.Get("Retry-After") != "1800" {
		t.Errorf("the third game: %+v, Retry-After %s", p, answer.Header.Get("Retry-After"))
	}
	now = now.Add(time.Hour)
	b.open(`{}`)
}

func TestAFaultOfTheHostIsLoggedAndOneOfTheClientIsNot(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{}`)
	for err, want := range map[error]string{
		context.Canceled: "503 api.not-now", play.ErrUnknownEvent: "503 api.unknown-event", play.ErrDamaged: "500 api.damaged",
		errors.New("disk full"): "503 api.not-now",
	} {
		s.host.fail(err)
		if p, _ := b.refused("GET", "/api/games/"+id, ""); fmt.Sprint(p.Status, " ", p.Code) != want {
			t.Errorf("%v: %+v", err, p)
		}
	}
	if log := s.log.String(); strings.Count(log, "level=ERROR") != 1 || !strings.Contains(log, "disk full") {
		t.Errorf("logged: %s", log)
	}
}

// lists is a fixed list of games.
type lists struct {
	actor  string
	limit  int
	before int64
}

func (l *lists) Of(_ context.Context, actor string, running bool, limit int, before int64) ([]match.ListedMatch, error) {
	l.actor = actor
	l.limit = limit
	l.before = before
	return []match.ListedMatch{{ID: map[bool]string{true: "one", false: "two"}[running], Finished: !running}}, nil
}

func TestAPersonsGamesAreListed(t *testing.T) {
	l := &lists{}
	s := build(t, func(o *options) { o.Games = l })
	b := s.browser()
	if list := get[GameList](b, "/api/games"); list.Running == nil || len(list.Running)+len(list.Finished) != 0 || l.actor != "" {
		t.Errorf("a stranger has %+v", list)
	}
	b.open(`{}`)
	list := get[GameList](b, "/api/games")
	if len(list.Running) != 1 || list.Running[0].ID != "one" || len(list.Finished) != 1 || !strings.HasPrefix(l.actor, "guest/") {
		t.Errorf("%+v of %q", list, l.actor)
	}
	if l.limit != 50 || l.before != 0 {
		t.Errorf("without parameters %d games before %d", l.limit, l.before)
	}
	get[GameList](b, "/api/games?limit=7&before=99")
	if l.limit != 7 || l.before != 99 {
		t.Errorf("%d games before %d", l.limit, l.before)
	}
}

func TestWhoHasChangedAGameWaitsForTheListsAndNobodyElse(t *testing.T) {
	awaited, now := 0, time.Now()
	s := build(t, func(o *options) {
		o.Games, o.Now = &lists{}, func() time.Time { return now }
		o.Listed = func(context.Context) error { awaited++; return nil }
	})
	b, other := s.browser(), s.browser()
	id := b.open(`{"board":"square-9","opponent":"people"}`)
	for _, c := range []struct {
		who  *browser
		does string
		want int
	}{{other, "", 0}, {b, "", 1}, {b, "waits", 1}, {b, "plays", 2}, {b, "", 3}, {other, "", 3}} {
		switch c.does {
		case "waits":
			now = now.Add(5 * time.Second)
		case "plays":
			b.do("POST", "/api/games/"+id+"/commands", `{"command":"play","point":"E5"}`)
		}
		if get[GameList](c.who, "/api/games"); awaited != c.want {
			t.Errorf("%q: awaited %d times, want %d", c.does, awaited, c.want)
		}
	}
}

func TestBoardsLevelsAndRulesetsAreListed(t *testing.T) {
	b := build(t).browser()
	if boards := get[[]BoardInfo](b, "/api/boards"); len(boards) != 6 || boards[0] != (BoardInfo{"rosette-5", 150, "mindsports-chinese"}) {
		t.Errorf("%+v", boards)
	}
	if levels := get[[]Level](b, "/api/levels"); len(levels) != 2 || levels[1].Name != "full" || levels[1].Title == "level.full.title" {
		t.Errorf("%+v", levels)
	}
	rulesets := get[[]Ruleset](b, "/api/rulesets")
	for _, r := range rulesets {
		if r.Title == "ruleset."+r.Name || r.About == "ruleset."+r.Name+".about" {
			t.Errorf("%s has no words", r.Name)
		}
	}
	if len(rulesets) < 20 {
		t.Errorf("%d rulesets", len(rulesets))
	}
}

func TestThePageOfTheAPIHasAnswersAndProblems(t *testing.T) {
	for _, o := range build(t).server.Operations() {
		if len(o.Answer) == 0 || len(o.Problems) == 0 {
			t.Errorf("%s %s: answer %v, problems %v", o.Method, o.Path, o.Answer, o.Problems)
		}
	}
}

func TestTheDescriptionNamesEveryFieldAndProblem(t *testing.T) {
	text := get[map[string]any](build(t).browser(), "/api/openapi.json")
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"openapi":"3.1`, `"komiBy"`, `"post-games"`, `"Problem"`, `"429"`, `"/api/games/{id}/estimate"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the description lacks %s", want)
		}
	}
	if strings.Contains(string(data), "ErrorModel") {
		t.Error("the description has a type of problems that is not sent")
	}
}

// FuzzQuery requests games and estimates with any id and query. The response is a body or a
// problem, never a fault.
func FuzzQuery(f *testing.F) {
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaaaa", "ply=3&lang=fr")
	f.Add("x", "ply=-1")
	f.Add("..", "ply=99999999999999999999&lang=%00")
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost(), Levels: []string{"1"}, Estimate: byStones}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}, Limits: web.Limits{Requests: 1 << 30, Estimates: 1 << 30}}})
	handler := s.Guard(s.Handler(s.Fail, s), s.Fail)
	opened, _, err := s.Match.OpenGame(f.Context(), account.Client{}, match.NewGame{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, id, query string) {
		for _, path := range []string{"/api/games/" + url.PathEscape(id), "/api/games/" + opened + "/estimate"} {
			r := httptest.NewRequest("GET", "http://localhost/", nil)
			r.URL = &url.URL{Scheme: "http", Host: "localhost", Path: path, RawQuery: query}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s?%s: %d %s", path, query, w.Code, w.Body)
			}
			if w.Code >= 400 && w.Header().Get("Content-Type") != web.ProblemType {
				t.Errorf("%s?%s: %d %s", path, query, w.Code, w.Body)
			}
		}
	})
}
