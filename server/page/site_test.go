package page_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/play/view"
	"rosette/server"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/page"
	"rosette/server/page/shell"
	"rosette/server/store"
)

// A site is a server whose bots do not move by themselves: tests make their moves.
type site struct{ *servertest.Server }

// emptyShell returns a shell that serves no requests.
func emptyShell() *shell.Shell { return page.NewShell(web.New(web.Options{}), nil) }

// build returns a site; change may adjust its Config.
func build(t testing.TB, change ...func(*server.Config)) *site {
	t.Helper()
	small := []string{"rosette-2", "rosette-3", "rosette-12", "square-3", "square-25"}
	boards := func(c *server.Config) { c.Boards = append(small, match.UsualBoards()...) }
	s := servertest.New(t, append([]func(*server.Config){boards}, change...)...)
	s.Match.Levels = []string{"1", "full"}
	return &site{s}
}

// A browser fetches pages and sends forms.
type browser struct{ *servertest.Browser }

func (s *site) browser() *browser { return &browser{s.Browser()} }

// do sends a request with headers given as name, value, name, value …
func (b *browser) do(method, path, body string, headers ...string) (*http.Response, string) {
	r := b.Request(method, path, body)
	for i := 0; i+1 < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := b.Send(r)
	return w.Result(), w.Body.String()
}

// post sends the form on the first page.
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

// match returns the game embedded in its page.
func (b *browser) match(id string) (g matchhttp.Game, f view.Frame) {
	b.Helper()
	answer, text := b.do("GET", "/games/"+id, "")
	if answer.StatusCode != http.StatusOK {
		b.Fatalf("GET /games/%s: %s", id, answer.Status)
	}
	_, text, _ = strings.Cut(text, `id="match">`)
	text, _, _ = strings.Cut(text, "</script>")
	err := json.Unmarshal([]byte(text), &g)
	if err == nil {
		err = json.Unmarshal(g.Frame, &f)
	}
	if err != nil {
		b.Fatalf("the page's match: %v in %s", err, text)
	}
	return g, f
}

// move makes a move for a colour.
func (s *site) move(id string, c board.Color, point string) {
	s.Helper()
	if _, err := s.Matches.Do(context.Background(), id, play.Command{Kind: play.Play, By: c, Point: point}); err != nil {
		s.Fatalf("%v %s: %v", c, point, err)
	}
}

func TestAPanicIsAPageAndAStackInTheLog(t *testing.T) {
	s := build(t)
	s.Match.Host = panicking{}
	answer, text := s.browser().do("GET", "/games/"+strings.Repeat("a", 26), "")
	if answer.StatusCode != http.StatusInternalServerError || !strings.Contains(text, `href="/"`) || !strings.Contains(text, "on the server") {
		t.Errorf("%s %s", answer.Status, text)
	}
	if log := s.Log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "no such thing") || !strings.Contains(log, "site_test.go") {
		t.Errorf("logged: %s", log)
	}
}

// panicking is a host that panics.
type panicking struct{ match.Matches }

func (panicking) Snapshot(context.Context, string, int) ([]byte, int, play.Settings, error) {
	panic("no such thing")
}

func TestAGameThatCannotBeReadHasAPageThatSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		record store.Record
		status int
		page   string
	}{
		"unknown":     {store.Record{Kind: "teleported", Version: 99, Body: []byte(`{}`)}, http.StatusServiceUnavailable, "cannot read"},
		"unreadable":  {store.Record{Kind: "played", Version: 2, Body: []byte(`{{{`)}, http.StatusInternalServerError, "is damaged"},
		"impossible":  {store.Record{Kind: "played", Version: 2, Body: []byte(`{"color":1,"point":"Z99"}`)}, http.StatusInternalServerError, "is damaged"},
		"out of turn": {store.Record{Kind: "marked", Version: 2, Body: []byte(`{}`)}, http.StatusInternalServerError, "is damaged"},
	} {
		s := build(t)
		id := s.browser().open("board=square-9&opponent=people")
		c.record.Seq, c.record.At = 2, time.Now()
		s.Check(s.Store.Append(t.Context(), "match/"+id, 1, []store.Record{c.record}, play.Schedule{}))
		again := &site{s.Beside()}
		answer, text := again.browser().do("GET", "/games/"+id, "")
		if answer.StatusCode != c.status || !strings.Contains(text, c.page) {
			t.Errorf("%s: %s %s", name, answer.Status, text)
		}
		if log := again.Log.String(); strings.Count(log, "level=ERROR msg=\"a match cannot be read") != 1 || strings.Contains(log, "api:") {
			t.Errorf("%s: besides the host's line the log says %s", name, log)
		}
		other := again.browser()
		if _, f := other.match(other.open("board=square-9")); f.State.Phase != "play" {
			t.Errorf("%s: other games are at %s", name, f.State.Phase)
		}
	}
}

// Games with running clocks do not occupy places in the server: visitors can still read and open
// games.
func TestMoreThanAThousandTimedGamesShutNobodyOut(t *testing.T) {
	s := build(t, func(c *server.Config) { c.Limits.Games, c.Limits.Requests = 2000, 10_000 })
	b := s.browser()
	first := b.open("board=square-9&opponent=people&clock=1000h")
	for range 1000 {
		b.open("board=square-3&opponent=people&clock=1000h")
	}
	if answer, text := s.browser().do("GET", "/games/"+first, ""); answer.StatusCode != http.StatusOK {
		t.Errorf("a reader: %s %s", answer.Status, text)
	}
	last := s.browser()
	if _, f := last.match(last.open("board=square-9&opponent=people&clock=1000h")); f.State.Phase != "play" || f.State.Clock == nil {
		t.Errorf("one more game: %+v", f.State)
	}
}

func TestAResponseToAWrongMethodListsTheAllowedOnes(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5")
	for path, allow := range map[string]string{
		"/": "GET, HEAD", "/games": "GET, HEAD, POST", "/games/" + id: "GET, HEAD", "/assets/x.js": "GET, HEAD", "/api": "GET, HEAD",
		"/api/games": "GET, HEAD, POST",
	} {
		answer, text := b.do("DELETE", path, "")
		if answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != allow || !strings.Contains(text, "Use "+allow) {
			t.Errorf("DELETE %s: %s, Allow %q", path, answer.Status, answer.Header.Get("Allow"))
		}
	}
	if answer, _ := b.do("GET", "/games", ""); answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" {
		t.Errorf("GET /games: %s", answer.Status)
	}
}

func TestEveryAnswerIsLockedDown(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5")
	for _, path := range []string{"/", "/games/" + id, "/nothing", "/assets/none.js", "/api", "/api/games", "/api/openapi.json", "/robots.txt"} {
		answer, text := b.do("GET", path, "")
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy", "Content-Type"} {
			if answer.Header.Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
		if kept := answer.Header.Get("Cache-Control"); path == "/api/games" || path == "/games/"+id {
			if kept != "no-store" {
				t.Errorf("%s may be kept: %q", path, kept)
			}
		}
		if kind := answer.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/") && !strings.HasSuffix(kind, "charset=utf-8") {
			t.Errorf("%s is %s, of no charset", path, kind)
		}
		for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
			if value := answer.Header.Get(name); value != "" {
				t.Errorf("%s has %s: %s", path, name, value)
			}
		}
		for _, inline := range []string{"style=", "onclick=", "<style", "<script>"} {
			if strings.Contains(text, inline) {
				t.Errorf("%s has %s, which its own policy forbids", path, inline)
			}
		}
	}
}

func TestAnswersOfTheAPIAreFilesAndNoPages(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5")
	for _, path := range []string{"/api/games", "/api/games/" + id, "/api/games/none", "/api/nothing"} {
		answer, _ := b.do("GET", path, "", "Sec-Fetch-Dest", "document")
		kind, disposition := answer.Header.Get("Content-Type"), answer.Header.Get("Content-Disposition")
		if !strings.Contains(kind, "json") || disposition != `attachment; filename="api.json"` {
			t.Errorf("%s: %s, %s", path, kind, disposition)
		}
	}
}

func TestThePageOfTheAPIListsEveryOperation(t *testing.T) {
	b := build(t).browser()
	_, text := b.do("GET", "/api", "")
	var document struct {
		OpenAPI string                    `json:"openapi"`
		Paths   map[string]map[string]any `json:"paths"`
	}
	_, described := b.do("GET", "/api/openapi.json", "")
	if err := json.Unmarshal([]byte(described), &document); err != nil || !strings.HasPrefix(document.OpenAPI, "3.1") || len(document.Paths) < 6 {
		t.Fatalf("%v, %s, %d paths", err, document.OpenAPI, len(document.Paths))
	}
	for path, operations := range document.Paths {
		for method := range operations {
			if !strings.Contains(text, strings.ToUpper(method)+" "+path+"</code>") {
				t.Errorf("the page lacks %s %s", method, path)
			}
		}
	}
}

func TestProgramsFindTheIconAndTheRulesForRobots(t *testing.T) {
	b := build(t).browser()
	if answer, _ := b.do("GET", "/favicon.ico", ""); answer.StatusCode != http.StatusMovedPermanently || !strings.HasPrefix(answer.Header.Get("Location"), "/assets/icon.") {
		t.Errorf("favicon: %s", answer.Status)
	}
	if answer, text := b.do("GET", "/robots.txt", ""); answer.StatusCode != http.StatusOK || !strings.Contains(text, "Disallow: /games/") {
		t.Errorf("robots: %s %s", answer.Status, text)
	}
}
