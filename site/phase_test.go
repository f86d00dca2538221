package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/play"
)

// sit opens a match of two people, each in a browser of their own.
func (h *house) sit(s play.Settings) (id string, black, white *browser) {
	h.Helper()
	id = secret()
	black, white = h.browser(), h.browser()
	s.Black = play.Seat{Kind: play.SeatGuest, ID: guestOf(black.hold(id)), Name: "Ann"}
	s.White = play.Seat{Kind: play.SeatGuest, ID: guestOf(white.hold(id)), Name: "Bob"}
	if err := h.hall.Open(context.Background(), id, s); err != nil {
		h.Fatal(err)
	}
	return id, black, white
}

// hold puts the cookie of a new seat into the browser.
func (b *browser) hold(id string) string {
	b.Helper()
	at, err := url.Parse(b.URL + "/games/" + id)
	if err != nil {
		b.Fatal(err)
	}
	word := secret()
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: seatCookie, Value: word, Path: at.Path}})
	return word
}

// wish sends commands and wants the refusals that stand after their colon.
func (l *wire) wish(commands ...string) {
	l.Helper()
	for _, text := range commands {
		fields, want, _ := strings.Cut(text, " → ")
		l.say(`{"id":"` + secret() + `",` + fields + `}`)
		if r := l.hear("reply"); r.Refused != want {
			l.Fatalf("%s is refused with %q, want %q", fields, r.Refused, want)
		}
	}
}

func preset(t *testing.T, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// overheard reads what a browser is told until some text comes.
func (l *wire) overheard(until string) string {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var all strings.Builder
	for !strings.Contains(all.String(), until) {
		_, data, err := l.conn.Read(ctx)
		if err != nil {
			l.Fatalf("waiting for %s: %v", until, err)
		}
		all.Write(data)
	}
	return all.String()
}

func TestNoSecretBidAndNoLotReachesABrowserBeforeBothAreIn(t *testing.T) {
	h := build(t)
	const lot = 8_675_309_000_000_001
	id, black, white := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiSecret, Halves: true, TieBreakSeed: lot})
	own, _ := black.dial(id, "")
	watcher, _ := h.browser().dial(id, "")
	other, _ := white.dial(id, "")
	own.say(`{"kind":"bid","komi":41.5,"id":"sealed"}`)
	var told []string
	for _, line := range []*wire{own, watcher, other} {
		told = append(told, line.overheard(`"made":"b"`))
	}
	for _, b := range []*browser{black, white, h.browser()} {
		_, page := b.do("GET", "/games/"+id, "")
		late, _ := b.dial(id, "?after=1")
		told = append(told, page, late.overheard(`"made":"b"`))
	}
	for _, text := range told {
		if strings.Contains(text, "41.5") || strings.Contains(text, strconv.Itoa(lot)) || strings.Contains(strings.ToLower(text), `"lot"`) {
			t.Errorf("told too early: %s", text)
		}
	}
	other.wish(`"kind":"bid","komi":43`)
	text := watcher.overheard(`"settled"`)
	if !strings.Contains(text, `"bids":{"b":43,"w":41.5}`) || !strings.Contains(text, `"komi":43`) || strings.Contains(text, strconv.Itoa(lot)) {
		t.Errorf("once both are in: %s", text)
	}
}

func TestASeatFollowsItsPlayerWhenColoursChange(t *testing.T) {
	h := build(t)
	id, black, white := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiOpen})
	ann, _ := black.dial(id, "")
	bob, _ := white.dial(id, "")
	ann.wish(`"kind":"bid","komi":5`)
	bob.wish(`"kind":"bid","komi":5 → low-bid`, `"kind":"bid","komi":6.5 → bad-komi`, `"kind":"bid","komi":7`)
	ann.wish(`"kind":"yield"`, `"kind":"play","point":"E5" → not-your-turn`)
	bob.wish(`"kind":"play","point":"E5"`)
	for seat, b := range map[string]*browser{"w": black, "b": white, "": h.browser()} {
		m := b.match(id)
		if m.News.Seat != seat || m.Seats["b"].Name != "Bob" || !m.News.State.Swapped || m.News.State.Komi != 7 {
			t.Errorf("seat %q, want %q; %+v", m.News.Seat, seat, m.Seats)
		}
	}
	bob.wish(`"kind":"play","point":"E6" → not-your-turn`)
	ann.wish(`"kind":"play","point":"E6"`)
}

func TestTwoPeopleOnOneDeviceSpeakForBoth(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("opponent=people&board=square-9&rules=chinese&black=Ann&white=+Bob++B+")
	if m := b.match(id); m.News.Seat != "bw" || m.Seats["b"].Name != "Ann" || m.Seats["w"].Name != "Bob B" {
		t.Errorf("seat %q, seats %+v", m.News.Seat, m.Seats)
	}
	line, _ := b.dial(id, "")
	line.wish(
		`"kind":"play","point":"E5"`, `"kind":"play","point":"E6"`, `"as":"w","kind":"play","point":"E7" → not-your-turn`,
		`"as":"b","kind":"pass"`, `"as":"w","kind":"pass"`, `"as":"b","kind":"agree"`, `"as":"b","kind":"agree" → agreed-already`,
		`"kind":"agree"`, // by who has not
	)
	if s := b.match(id).News.State; s.Phase != "over" || s.Result.Text != "W+7.5" {
		t.Errorf("%s %+v", s.Phase, s.Result)
	}
}

func TestAColourIsBelievedOnlyOfItsSeat(t *testing.T) {
	h := build(t)
	id, black, _ := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor")})
	line, _ := black.dial(id, "")
	line.wish(`"kind":"play","point":"E5","as":"b"`, `"kind":"play","point":"E6","as":"w" → not-seated`, `"kind":"pass","as":"black" → not-seated`)
	stranger, _ := h.browser().dial(id, "")
	stranger.wish(`"kind":"play","point":"E6","as":"w" → not-seated`)
}

func TestABrowserMaySendAllButFlagsAndProposals(t *testing.T) {
	h := build(t)
	id, black, _ := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "chinese")})
	line, _ := black.dial(id, "")
	line.wish(`"kind":"flag" → no-such-command`, `"kind":"propose" → no-such-command`, `"kind":"opened" → no-such-command`)
	for _, kind := range []string{"offer", "take", "bid", "yield", "place", "mark", "agree", "dispute", "choose-mover", "confirm", "void"} {
		line.wish(fmt.Sprintf(`"kind":"%s" → wrong-phase`, kind))
	}
}

func TestAnUndoIsAskedGrantedAndRefusedOverTheWire(t *testing.T) {
	h := build(t)
	id, black, white := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "chinese")})
	ann, _ := black.dial(id, "")
	bob, _ := white.dial(id, "")
	ann.wish(`"kind":"play","point":"E5"`, `"kind":"undo"`)
	if s := ann.match(id).News.State; s.Asked != "b" || s.Undo != "b" || s.Ply != 1 {
		t.Errorf("asked by %q, to undo by %q", s.Asked, s.Undo)
	}
	bob.wish(`"kind":"refuse"`, `"kind":"grant" → undo-not-asked`)
	ann.wish(`"kind":"undo"`)
	bob.wish(`"kind":"grant"`)
	if s := ann.match(id).News.State; s.Asked != "" || s.Undo != "" || s.Ply != 0 {
		t.Errorf("asked by %q, ply %d", s.Asked, s.Ply)
	}
}

// opposed is a game in which Black has a corner with a white stone in it.
var opposed = strings.Fields("C1 G1 C2 G2 C3 G3 B3 H3 A3 J3 B1 A1 pass pass")

// stop plays that game to where the dead are talked about.
func (l *wire) stop() {
	l.Helper()
	for _, point := range opposed {
		if point == "pass" {
			l.wish(`"kind":"pass"`)
		} else {
			l.wish(`"kind":"play","point":"` + point + `"`)
		}
	}
}

// pair opens a game of two people on one device and plays it to the stop.
func pair(t *testing.T, rules string) (*browser, string, *wire) {
	b := build(t).browser()
	id := b.open("opponent=people&board=square-9&rules=" + rules)
	line, _ := b.dial(id, "")
	line.stop()
	return b, id, line
}

func TestTheDeadAreToldAsMarkedWithTheirCount(t *testing.T) {
	b, id, line := pair(t, "japanese")
	line.wish(`"kind":"mark","points":["C3"],"dead":true`, `"kind":"mark","points":["C3"],"dead":false`, `"kind":"mark","points":["a1"],"dead":true`, `"kind":"mark","points":["E5"],"dead":true → no-chain`, `"kind":"agree","as":"b"`)
	m := b.match(id)
	s := m.News.State
	if m.Ending != "AGREEMENT" || s.Phase != "agreement" || s.ToMove != "" || s.Awaits != "w" || s.Agreement.Agreed != "b" || s.Agreement.Proposed != true {
		t.Errorf("%+v, %+v", s, s.Agreement)
	}
	want := []item{{"dead", 1, 0}, {"komi", 0, 6.5}} // groups of one eye between dame have no territory
	if names := b.match(id).Board.Names; len(s.Dead) != 1 || names[s.Dead[0]] != "A1" || !slices.Equal(s.Score.Parts, want) {
		t.Errorf("dead %v, parts %v, want %v", s.Dead, s.Score.Parts, want)
	}
	line.wish(`"kind":"agree","as":"w"`)
	if s := b.match(id).News.State; s.Result.Text != "W+5.5" || len(s.Dead) != 1 || s.Score.Black != 1 || s.Score.White != 6.5 || s.Agreement != nil {
		t.Errorf("%+v, dead %v, score %+v", s.Result, s.Dead, s.Score)
	}
}

func TestADisputeIsToldByTheEndingOfTheRules(t *testing.T) {
	t.Run("the last pass is taken back, and so the list of moves", func(t *testing.T) {
		b, id, line := pair(t, "kgs-chinese")
		after := b.match(id).News.Seq
		line.wish(`"kind":"dispute"`)
		n := b.first(id, "?after="+strconv.Itoa(after))
		if n.State.Phase != "play" || n.State.ToMove != "w" || len(n.Moves) != len(opposed)-1 || len(n.Events) != 2 {
			t.Errorf("%s, %q to move, %d moves, %d events", n.State.Phase, n.State.ToMove, len(n.Moves), len(n.Events))
		}
	})
	t.Run("nobody agrees who moves", func(t *testing.T) {
		b, id, line := pair(t, "new-zealand")
		line.wish(`"kind":"dispute"`, `"kind":"choose-mover","side":"b","as":"b"`)
		if s := b.match(id).News.State; s.Phase != "turn" || s.Awaits != "w" || s.Agreement.Wish["b"] != "b" {
			t.Errorf("%s, %+v", s.Phase, s.Agreement)
		}
		line.wish(`"kind":"choose-mover","side":"green","as":"w" → wrong-phase`, `"kind":"choose-mover","side":"w","as":"w"`)
		if s := b.match(id).News.State; s.Result == nil || s.Result.Text != "W+11" || s.Dead != nil {
			t.Errorf("%+v, dead %v", s.Result, s.Dead)
		}
	})
	t.Run("a chain is played out on a board of its own", func(t *testing.T) {
		b, id, line := pair(t, "japanese-1989")
		line.wish(`"kind":"confirm","point":"A1"`)
		m := b.match(id)
		s := m.News.State
		if s.Phase != "confirmation" || s.Trial.Color != "w" || len(s.Trial.Chain) != 1 || m.Board.Names[s.Trial.Chain[0]] != "A1" || s.ToMove != "b" {
			t.Fatalf("%s, %+v, %q to move", s.Phase, s.Trial, s.ToMove)
		}
		line.wish(`"kind":"play","point":"A2"`, `"kind":"pass"`)
		seq := b.match(id).News.Seq
		line.wish(`"kind":"pass"`)
		n := b.first(id, "?after="+strconv.Itoa(seq))
		if n.State.Phase != "agreement" || len(n.State.Dead) != 1 || len(n.Moves) != len(opposed) || !strings.Contains(n.State.Stones, "w") || n.State.Ply != len(opposed) {
			t.Errorf("%s, dead %v, %d moves", n.State.Phase, n.State.Dead, len(n.Moves))
		}
		line.wish(`"kind":"void","as":"b"`, `"kind":"void","as":"w"`)
		if s := b.match(id).News.State; s.Result.By != "both-lose" || s.Result.Text != "Void" || s.Score != nil {
			t.Errorf("%+v", s.Result)
		}
	})
}

func TestAKoOfATrialIsToldAndPassedFor(t *testing.T) {
	b := build(t).browser()
	id := b.open("opponent=people&board=square-9&rules=japanese-1989")
	line, _ := b.dial(id, "")
	for _, point := range strings.Fields("B1 C1 A2 D2 B3 C3 E5 B2") { // White stands in a ko at B2
		line.wish(`"kind":"play","point":"` + point + `"`)
	}
	line.wish(`"kind":"pass"`, `"kind":"pass"`, `"kind":"confirm","point":"B2"`, `"kind":"play","point":"C2"`)
	s := b.match(id).News.State
	if len(s.Trial.Kos) != 1 || s.Trial.Kos[0] != "B2" || s.Illegal["B2"] != "pass-for-ko" || s.ToMove != "w" {
		t.Fatalf("kos %v, illegal %v, %q to move", s.Trial.Kos, s.Illegal, s.ToMove)
	}
	line.wish(`"kind":"play","point":"B2" → ko`, `"kind":"play","point":"G7"`, `"kind":"play","point":"G6"`, `"kind":"play","point":"B2" → pass-for-ko`)
	line.wish(`"kind":"pass","point":"D4" → no-ko`, `"kind":"pass","point":"B2"`, `"kind":"pass"`, `"kind":"play","point":"B2"`)
}

func TestAHandicapIsPlacedAndCounted(t *testing.T) {
	b := build(t).browser()
	id := b.open("opponent=people&board=rosette-3&rules=flower&handicap=2&weaker=white&komiBy=number&komi=3")
	line, _ := b.dial(id, "")
	m := b.match(id)
	if s := m.News.State; s.Phase != "handicap" || s.ToPlace != 2 || s.ToMove != "w" || m.Weaker != "w" || s.Komi != 3 {
		t.Fatalf("%s, %d to place by %q", s.Phase, s.ToPlace, s.ToMove)
	}
	names := m.Board.Names
	line.wish(`"kind":"place","point":"`+names[0]+`"`, `"kind":"place","point":"`+names[0]+`" → occupied`, `"kind":"place","point":"`+names[9]+`"`)
	if s := b.match(id).News.State; s.Phase != "play" || s.ToMove != "b" || strings.Count(s.Stones, "w") != 2 {
		t.Errorf("%s, %q to move, %s", s.Phase, s.ToMove, s.Stones)
	}
}

func TestNoKeyAndNoLotStandsInAPage(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("opponent=people&board=square-9&komiBy=secret")
	_, page := b.do("GET", "/games/"+id, "")
	m := play.NewMatch()
	if err := m.Follow(h.events(id)); err != nil {
		t.Fatal(err)
	}
	s := m.Settings()
	if s.TieBreakSeed == 0 || s.Black.ID == "" || s.Black.Actor() != s.White.Actor() {
		t.Fatalf("lot %d, players %q and %q", s.TieBreakSeed, s.Black.Actor(), s.White.Actor())
	}
	for _, word := range []string{strconv.FormatUint(s.TieBreakSeed, 10), s.Black.ID} {
		if strings.Contains(page, word) {
			t.Errorf("the page tells %s", word)
		}
	}
	text, err := json.Marshal(happeningOf(h.events(id)[0], true))
	if err != nil || string(text) != `{"seq":1,"kind":"opened","ply":0}` {
		t.Errorf("the first event is told as %s, %v", text, err)
	}
}

func TestWhoUndoesActsLastFirst(t *testing.T) {
	b := build(t).browser()
	id := b.open("opponent=people&board=square-9")
	line, _ := b.dial(id, "")
	for i, want := range []string{"b", "wb", "bw"} {
		line.wish(fmt.Sprintf(`"kind":"play","point":"E%d"`, i+1))
		if s := b.match(id).News.State; s.Undo != want {
			t.Errorf("after %d moves %q, want %q", i+1, s.Undo, want)
		}
	}
	line.wish(`"kind":"undo","as":"b"`)
	if s := b.match(id).News.State; s.Ply != 2 || s.Undo != "wb" {
		t.Errorf("ply %d, %q", s.Ply, s.Undo)
	}
}

func TestWhatAPassBringsAboutIsTold(t *testing.T) {
	b := build(t).browser()
	for rules, want := range map[string]string{
		"chinese": "- stops -", "tromp-taylor": "- ends over", "ikeda-area-3": "- - ends over", "flower": "- stops - ends over",
	} {
		id := b.open("opponent=people&board=square-9&rules=" + rules)
		line, _ := b.dial(id, "")
		var told []string
		note := func() {
			s := b.match(id).News.State
			if s.Phase == "over" {
				s.Pass = "over"
			}
			told = append(told, cmp.Or(s.Pass, "-"))
		}
		line.wish(`"kind":"play","point":"E5"`)
		note()
		for range strings.Fields(want)[1:] {
			line.wish(`"kind":"pass"`)
			note()
		}
		if got := strings.Join(told, " "); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}
