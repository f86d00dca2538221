package page_test

import (
	"context"
	"errors"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server"
	"rosette/server/match"
)

func TestAPersonOpensAGameByThePlainForm(t *testing.T) {
	b := build(t).browser()
	_, text := b.do("GET", "/new", "")
	for _, want := range []string{`action="/games"`, `value="rosette-7"`, `value="square-19"`, `value="full"`, `name="komi"`, `name="clock"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the form has no %s", want)
		}
	}
	id := b.open("board=rosette-6&color=white&komi=3.5&level=full&clock=10m%2B3x30s")
	m, f := b.match(id)
	if m.Board.Name != "rosette-6" || m.Seat != "w" || f.State.Komi != 3.5 || m.Clock != "10m+3x30s" {
		t.Errorf("the game is %s, seat %q, komi %v, clock %s", m.Board.Name, m.Seat, f.State.Komi, m.Clock)
	}
	if black := m.Seats.Black; black.Kind != "bot" || black.Level != "full" || m.Seats.White.Kind != "guest" {
		t.Errorf("seats are %+v", m.Seats)
	}
	if c := f.State.Clock; c == nil || c.White.Main != 600_000 || c.White.Periods != 3 || c.White.Whole != 30_000 {
		t.Errorf("the clock says %+v", c)
	}
}

func TestTheFormOffersEveryRuleset(t *testing.T) {
	_, text := build(t).browser().do("GET", "/new", "")
	for _, name := range game.Presets() {
		if !strings.Contains(text, `<option value="`+name+`" `) {
			t.Errorf("the form does not offer %s", name)
		}
	}
}

func TestASessionIsACookieThatScriptsCannotRead(t *testing.T) {
	b := build(t).browser()
	answer, _ := b.post("board=rosette-5&color=black")
	c, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "guest" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure || len(c.Value) < 26 {
		t.Errorf("the cookie is %v", c)
	}
	at := answer.Header.Get("Location")
	if !regexp.MustCompile(`^/games/[a-z2-7]{26}$`).MatchString(at) {
		t.Errorf("the game is at %s", at)
	}
	if _, page := b.do("GET", at, ""); strings.Contains(page, c.Value) {
		t.Error("the page tells the secret")
	}
	answer, _ = b.post("board=rosette-5&color=white")
	if strings.Contains(strings.Join(answer.Header.Values("Set-Cookie"), " "), "guest=") {
		t.Error("a second game begins a second session")
	}
	if m, _ := b.match(strings.TrimPrefix(at, "/games/")); m.Seat != "b" {
		t.Errorf("the first game's seat is %q by then", m.Seat)
	}
}

func TestAnotherBrowserMayOnlyWatch(t *testing.T) {
	s := build(t)
	id := s.browser().open("board=rosette-5&color=black")
	stranger := s.browser()
	stranger.open("board=rosette-5&color=black") // a seat in another game does not count here
	if m, _ := stranger.match(id); m.Seat != "" {
		t.Errorf("a stranger sits at %q", m.Seat)
	}
}

func TestWhatDoesNotFitIsSaidBesideItsField(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]string{
		"board=hexagon-4":                                `"board-wrong" role="alert">There is no board “hexagon-4” here.`,
		"board=square-9&komi=many":                       `"komi-wrong" role="alert">“many” cannot be the komi.`,
		"board=square-9&color=green":                     `"color-wrong" role="alert">“green”`,
		"board=square-9&level=god":                       `"level-wrong" role="alert">There is no level “god”. Choose one of: 1, full.`,
		"board=square-9&clock=soon":                      `"clock-wrong" role="alert">“soon” is not a time control.`,
		"board=square-9&handicap=3":                      `"handicap-wrong" role="alert">These rules have no handicap.`,
		"board=square-9&opponent=cat":                    `"opponent-wrong" role="alert">“cat” is not an opponent.`,
		"board=square-9&opponent=people&white=a%00b":     `"white-wrong" role="alert">Use letters and digits, with single spaces`,
		"board=square-9&opponent=people&black=A&white=A": `"white-wrong" role="alert">Both players are called “A”.`,
	} {
		answer, text := b.post(form)
		if answer.StatusCode != http.StatusUnprocessableEntity || strings.Count(text, `class="wrong"`) != 1 || !strings.Contains(html.UnescapeString(text), want) {
			t.Errorf("%s: %s, want %q", form, answer.Status, want)
		}
	}
	_, text := b.post("board=square-13&opponent=people&black=Ann&white=Bob&rules=japanese-1989&handicap=3&komiBy=open&clock=30m")
	for _, want := range []string{`value="square-13" checked`, `value="people" checked`, `value="Ann"`, `value="Bob"`, `value="japanese-1989" selected`, `value="3" selected`, `value="open" checked`, `value="30m" selected`} {
		if !strings.Contains(text, want) {
			t.Errorf("the form comes back without %s", want)
		}
	}
	if _, text := b.post("board=square-9&komi=5.25"); !strings.Contains(text, `value="5.25"`) || !strings.Contains(text, `value="number" checked`) {
		t.Error("the komi that does not fit is not shown again")
	}
}

func TestAFormThatCannotBeReadLeadsBack(t *testing.T) {
	b := build(t).browser()
	for _, form := range []string{"board=%zz", "board=" + strings.Repeat("x", 8000)} {
		answer, text := b.post(form)
		if answer.StatusCode != http.StatusBadRequest || !strings.Contains(text, "could not be read") || !strings.Contains(text, `href="/"`) || strings.Contains(text, "xxxxxxxxxx") {
			t.Errorf("%.40s: %s %s", form, answer.Status, text)
		}
	}
}

func TestAnAddressOpensOnlySoManyGamesAnHour(t *testing.T) {
	s := build(t, func(c *server.Config) { c.Limits.Games = 2 })
	s.Clock.Freeze(time.Now())
	b := s.browser()
	b.open("board=rosette-5")
	b.post("board=none") // rejected forms do not count
	b.open("board=rosette-5")
	answer, text := b.post("board=rosette-5")
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || !strings.Contains(text, "Please wait") {
		t.Errorf("the third game: %s %s", answer.Status, text)
	}
	s.Clock.Advance(time.Hour)
	b.open("board=rosette-5")
}

func TestAnotherSiteCannotOpenGames(t *testing.T) {
	b := build(t).browser()
	for _, headers := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "null"}} {
		if answer, text := b.post("board=rosette-5", headers...); answer.StatusCode != http.StatusForbidden || answer.Header.Get("Set-Cookie") != "" || !strings.Contains(text, "another site") {
			t.Errorf("%v: %s", headers, answer.Status)
		}
	}
	if answer, text := b.post("board=rosette-5", "Origin", "http://"+b.Host); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("the site's own page: %s %s", answer.Status, text)
	}
}

func TestAnUnknownGameIsAClearLineAndAWayBack(t *testing.T) {
	b := build(t).browser()
	none := strings.Repeat("a", 26)
	for _, path := range []string{"/games/" + none, "/games/x", "/games/" + strings.Repeat("a", 300), "/nothing", "/games/" + none + "/more"} {
		answer, text := b.do("GET", path, "")
		if answer.StatusCode != http.StatusNotFound || !strings.Contains(text, `href="/"`) || !strings.Contains(text, "There is no") {
			t.Errorf("%.40s: %s %s", path, answer.Status, text)
		}
	}
}

func TestTheFormProposesWhatTheServerWants(t *testing.T) {
	b := build(t, func(c *server.Config) { c.Proposed = map[string]string{"board": "rosette-3", "komi": "2.5"} }).browser()
	for path, all := range map[string][]string{
		"/new": {`name="board" value="rosette-3" checked`, `name="board" value="rosette-7" `, `value="2.5"`},
		"/":    {`name="board" value="rosette-3"`, `name="komi" value="2.5"`, `name="komiBy" value="number"`},
	} {
		_, page := b.do("GET", path, "")
		for _, want := range all {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
	}
}

func TestTheKomiOfANewGameIsTheFairOne(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]float64{
		"board=rosette-3":                            10.5,
		"board=rosette-5&komiBy=fair":                9.5,
		"board=rosette-5&komiBy=rules":               5.5,
		"board=rosette-7":                            5.5,
		"board=rosette-3&rules=mindsports-japanese":  4.5,
		"board=rosette-4&handicap=2":                 0.5,
		"board=rosette-4&rank=9k&opponentRank=5k":    0.5,
		"board=rosette-5&komiBy=number&komi=7":       7,
		"board=square-9&komiBy=fair":                 7.5,
		"board=rosette-3&opponent=people&rules=goe":  10.5,
		"board=rosette-4&rules=comment-jouer":        7.5,
		"board=rosette-4&komiBy=rules&rules=chinese": 7.5,
	} {
		if _, f := b.match(b.open(form)); f.State.Komi != want {
			t.Errorf("%s: komi %v, want %v", form, f.State.Komi, want)
		}
	}
}

func TestTwoRanksDecideStonesAndColour(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]string{
		"board=rosette-5&rank=9k&opponentRank=5k":             "b 4",
		"board=rosette-5&rank=2d&opponentRank=20k":            "w 6",
		"board=rosette-5&rank=9K&opponentRank=8k&handicap=7":  "b 1",
		"board=rosette-5&rank=9k&opponentRank=9k&color=white": "w 0",
	} {
		if g, _ := b.match(b.open(form)); g.Seat+" "+strconv.Itoa(g.Handicap) != want {
			t.Errorf("%s: seat %q, %d stones, want %s", form, g.Seat, g.Handicap, want)
		}
	}
	if _, text := b.post("board=rosette-5&rank=9k"); !strings.Contains(text, `"rankDifference-wrong"`) {
		t.Error("one rank alone is accepted")
	}
}

// FuzzForm sends the form on the first page. The response is always a game, the form again or an
// error page.
func FuzzForm(f *testing.F) {
	f.Add("board=square-9&opponent=people&black=Ann&white=Bob&komi=5.5&rules=chinese&handicap=2&clock=30m")
	f.Add("board=rosette-3&komiBy=secret&color=white&level=full&komi=%2D0")
	f.Add("%zz&;=")
	handler := servertest.New(f, func(c *server.Config) { c.Limits = servertest.Unlimited }).Handler()
	f.Fuzz(func(t *testing.T, form string) {
		r := httptest.NewRequest("POST", "http://localhost/games", strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusSeeOther:
			if _, err := url.ParseQuery(form); err != nil {
				t.Errorf("%q opens a game", form)
			}
		case http.StatusUnprocessableEntity, http.StatusBadRequest:
			if !strings.Contains(w.Body.String(), "</html>") {
				t.Errorf("%q: %s", form, w.Body)
			}
		default:
			t.Errorf("%q: %d", form, w.Code)
		}
	})
}

// A stuckHost opens matches that reject all commands.
type stuckHost struct{ match.Matches }

func (stuckHost) Do(context.Context, string, play.Command) (int, error) {
	return 0, errors.New("the disk is full")
}

func TestAFirstStoneThatIsNotPlayedLeadsToTheGameAllTheSame(t *testing.T) {
	for name, l := range map[string]struct {
		form   string
		fails  bool
		logged bool
	}{
		"played":  {"board=rosette-3&first=B3", false, false},
		"refused": {"board=rosette-3&first=B3&komiBy=open", false, false},
		"failed":  {"board=rosette-3&first=B3", true, true},
	} {
		s := build(t)
		if l.fails {
			s.Match.Host = stuckHost{s.Match.Host}
		}
		s.browser().open(l.form)
		if logged := strings.Contains(s.Log.String(), "the disk is full"); logged != l.logged {
			t.Errorf("%s: the log says %q", name, s.Log)
		}
	}
}
