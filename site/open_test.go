package site

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestAPersonOpensAGameByThePlainForm(t *testing.T) {
	b := build(t).browser()
	_, text := b.do("GET", "/", "")
	for _, want := range []string{`action="/games"`, `value="rosette-7"`, `value="square-19"`, `value="1"`, `name="komi"`, `name="clock"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the first page has no %s", want)
		}
	}
	id := b.open("board=rosette-6&color=white&komi=3.5&level=full&clock=10m%2B3x30s")
	m := b.match(id)
	if m.Board.Name != "rosette-6" || m.News.Seat != "w" || m.News.State.Komi != 3.5 || m.Clock != "10m+3x30s" {
		t.Errorf("the game is %s, seat %q, komi %v, clock %s", m.Board.Name, m.News.Seat, m.News.State.Komi, m.Clock)
	}
	if b := m.Seats["b"]; !b.Program || b.Level != "Full strength" || m.Seats["w"].Program {
		t.Errorf("seats are %+v", m.Seats)
	}
	if c := m.News.State.Clock; c == nil || c.White.Main != 600_000 || c.White.Periods != 3 || c.White.Whole != 30_000 {
		t.Errorf("the clock says %+v", c)
	}
}

func TestAnEmptyKomiIsTheBoardsOwn(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]float64{"board=rosette-5&komi=": 5.5, "board=square-9": 7.5, "board=square-9&komi=-2": -2, "board=rosette-3&komi=0%2C5": 0.5} {
		if m := b.match(b.open(form)); m.News.State.Komi != want {
			t.Errorf("%s: komi %v, want %v", form, m.News.State.Komi, want)
		}
	}
}

func TestASeatIsACookieThatScriptsCannotRead(t *testing.T) {
	b := build(t).browser()
	answer, _ := b.post("board=rosette-5&color=black")
	c, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != answer.Header.Get("Location") || c.Secure || len(c.Value) < 26 {
		t.Errorf("the cookie is %v", c)
	}
	if !regexp.MustCompile(`^/games/[a-z2-7]{26}$`).MatchString(c.Path) {
		t.Errorf("the game is at %s", c.Path)
	}
	_, page := b.do("GET", c.Path, "")
	if strings.Contains(page, c.Value) || strings.Contains(page, guestOf(c.Value)) {
		t.Error("the page tells the secret or its hash")
	}
}

func TestASeatOnASecureLineStaysOnSecureLines(t *testing.T) {
	r := httptest.NewRequest("POST", "/games", nil)
	r.TLS = &tls.ConnectionState{}
	w := httptest.NewRecorder()
	give(w, secret(), secret(), new(site).secure(r))
	if c := w.Result().Cookies()[0]; !c.Secure {
		t.Errorf("the cookie is %v", c)
	}
}

func TestAnotherBrowserMayOnlyWatch(t *testing.T) {
	h := build(t)
	id := h.browser().open("board=rosette-5&color=black")
	if m := h.browser().match(id); m.News.Seat != "" {
		t.Errorf("a stranger sits at %q", m.News.Seat)
	}
	stranger := h.browser()
	stranger.open("board=rosette-5&color=black") // a seat in another game is none in this one
	if m := stranger.match(id); m.News.Seat != "" {
		t.Errorf("a stranger sits at %q", m.News.Seat)
	}
	line, _ := stranger.dial(id, "")
	line.say(`{"kind":"play","point":"E5","id":"1"}`)
	if r := line.hear("reply"); r.ID != "1" || r.Refused != "not-seated" {
		t.Errorf("the reply is %+v", r)
	}
}

func TestABadFormGetsOneClearLine(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]string{
		"board=%zz":                          "Open a game from the first page",
		"board=" + strings.Repeat("x", 8000): "Open a game from the first page",
	} {
		answer, text := b.post(form)
		if answer.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) || !strings.Contains(text, `href="/"`) {
			t.Errorf("%.40s: %s, want %q in %s", form, answer.Status, want, text)
		}
		if len(text) > 4000 {
			t.Errorf("%.40s: the page of the error has %d bytes", form, len(text))
		}
	}
}

func TestWhatDoesNotFitIsSaidBesideItsField(t *testing.T) {
	b := build(t, func(o *Options) { o.Boards = nil }).browser()
	boards := "use rosette-5, rosette-6, rosette-7, square-9, square-13, square-19."
	for form, want := range map[string]string{
		"":                           `"board-wrong" role="alert">No board &#34;&#34; is offered here: ` + boards,
		"board=hexagon-4":            boards,
		"board=square-1":             boards,
		"board=square-9&komi=many":   `"komi-wrong" role="alert">Komi &#34;many&#34;: use a whole or half number`,
		"board=square-9&komi=0.3":    "use a whole or half number",
		"board=square-9&komi=5.25":   "use a whole or half number",
		"board=square-9&komi=1_0":    "use a whole or half number",
		"board=square-9&komi=1e1":    "use a whole or half number",
		"board=square-9&komi=NaN":    "use a whole or half number",
		"board=square-9&color=green": `"color-wrong" role="alert">No color &#34;green&#34;: use black, white or random`,
		"board=square-9&level=god":   "use 1, full",
		"board=square-9&clock=soon":  "use none, 10m",
	} {
		answer, text := b.post(form)
		if answer.StatusCode != http.StatusUnprocessableEntity || strings.Count(text, `class="wrong"`) != 1 || !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %q", form, answer.Status, want)
		}
	}
	_, text := b.post("board=square-13&color=white&level=full&clock=30m&komi=5.25")
	for _, want := range []string{`value="square-13" checked`, `value="white" checked`, `value="full" checked`, `value="30m" selected`, `value="5.25"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the form comes back without %s", want)
		}
	}
}

func TestAnAddressOpensOnlySoManyGamesAnHour(t *testing.T) {
	now := time.Now()
	b := build(t, func(o *Options) {
		o.MaxGamesPerAddress = 2
		o.Now = func() time.Time { return now }
	}).browser()
	b.open("board=rosette-5")
	b.post("board=none") // what is refused is not counted
	b.open("board=rosette-5")
	answer, text := b.post("board=rosette-5")
	if answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" || !strings.Contains(text, "Please wait") {
		t.Errorf("the third game: %s %s", answer.Status, text)
	}
	now = now.Add(time.Hour)
	b.open("board=rosette-5")
}

func TestAnUnknownGameIsAClearLineAndAWayHome(t *testing.T) {
	b := build(t).browser()
	for _, path := range []string{"/games/" + secret(), "/games/x", "/games/" + strings.Repeat("a", 300), "/nothing", "/games/" + secret() + "/more"} {
		answer, text := b.do("GET", path, "")
		if answer.StatusCode != http.StatusNotFound || !strings.Contains(text, `href="/"`) || !strings.Contains(text, "There is no") {
			t.Errorf("%.40s: %s %s", path, answer.Status, text)
		}
	}
	line, _ := b.dial(secret(), "")
	if c := line.closed(); c.Code != statusNoMatch || !strings.Contains(c.Reason, "There is no game") {
		t.Errorf("the socket of an unknown game: %v", c)
	}
}

func TestTheFormProposesWhatTheHostWants(t *testing.T) {
	b := build(t, func(o *Options) { o.Proposed = map[string]string{"board": "rosette-3", "komi": "2.5"} }).browser()
	_, page := b.do("GET", "/", "")
	for _, want := range []string{`name="board" value="rosette-3" checked`, `name="board" value="rosette-7">`, `value="2.5"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the first page lacks %s", want)
		}
	}
}
