package match

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/game"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// guestSeat returns a seat for the browser's guest.
func guestSeat(b *browser, name string) play.Seat {
	_, id, _ := strings.Cut(string(b.guest()), "/")
	return play.Seat{Kind: play.SeatGuest, ID: id, Name: name}
}

// sit opens a match between two people, each in a browser with its own session.
func (s *site) sit(settings play.Settings) (id string, black, white *browser) {
	s.Helper()
	id = account.NewKey()
	black = s.browser()
	white = s.browser()
	settings.Black, settings.White = guestSeat(black, "Ann"), guestSeat(white, "Bob")
	if err := s.host.Open(context.Background(), id, settings); err != nil {
		s.Fatal(err)
	}
	return id, black, white
}

// guest begins a session in the browser.
func (b *browser) guest() web.Actor {
	b.Helper()
	actor, cookie, err := b.server.NewGuest(context.Background(), false)
	if err != nil {
		b.Fatal(err)
	}
	at, err := url.Parse(b.url)
	if err != nil {
		b.Fatal(err)
	}
	b.client.Jar.SetCookies(at, []*http.Cookie{cookie})
	return actor
}

// seq returns the number of a game's last event.
func (b *browser) seq(id string) int {
	b.Helper()
	_, f := b.game(id)
	return f.Seq
}

// since returns the frame for a client that resumes after an event.
func (b *browser) since(id string, after int) view.Frame {
	b.Helper()
	l, _ := b.dial()
	_, f := l.join(id, after)
	return f.Frame
}

func preset(t *testing.T, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNoSecretBidAndNoLotReachesABrowserBeforeBothAreIn(t *testing.T) {
	s := build(t)
	const lot = 8_675_309_000_000_001
	id, black, white := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiSecret, Halves: true, TieBreakSeed: lot})
	own := black.joined(id)
	watcher := s.browser().joined(id)
	other := white.joined(id)
	own.say(`{"kind":"do","topic":"match/` + id + `","command":"bid","komi":41.5,"id":"sealed"}`)
	var told []string
	for _, line := range []*line{own, watcher, other} {
		told = append(told, line.overheard(`"made":"b"`))
	}
	for _, b := range []*browser{black, white, s.browser()} {
		_, page := b.do("GET", "/api/games/"+id, "")
		late, _ := b.dial()
		late.send(wire.Request{Kind: socket.KindJoin, Topic: view.Topic(id), After: 1})
		told = append(told, page, late.overheard(`"made":"b"`))
	}
	for _, text := range told {
		if strings.Contains(text, "41.5") || strings.Contains(text, strconv.Itoa(lot)) || strings.Contains(strings.ToLower(text), `"lot"`) {
			t.Errorf("told too early: %s", text)
		}
	}
	other.command(id, `"command":"bid","komi":43`)
	text := watcher.overheard(`"settled"`)
	if !strings.Contains(text, `"bids":{"b":43,"w":41.5}`) || !strings.Contains(text, `"komi":43`) || strings.Contains(text, strconv.Itoa(lot)) {
		t.Errorf("once both are in: %s", text)
	}
}

func TestASeatFollowsItsPlayerWhenColoursChange(t *testing.T) {
	s := build(t)
	id, black, white := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiOpen})
	ann := black.joined(id)
	bob := white.joined(id)
	ann.command(id, `"command":"bid","komi":5`)
	bob.command(id, `"command":"bid","komi":5 → low-bid`, `"command":"bid","komi":6.5 → bad-komi`, `"command":"bid","komi":7`)
	ann.command(id, `"command":"yield"`, `"command":"play","point":"E5" → not-your-turn`)
	bob.command(id, `"command":"play","point":"E5"`)
	for seat, b := range map[string]*browser{"b": black, "w": white, "": s.browser()} {
		m, f := b.game(id)
		if m.Seat != seat || m.Seats.Black.Name != "Ann" || !f.State.Swapped || f.State.Komi != 7 {
			t.Errorf("seat %q of the opening, want %q; %+v", m.Seat, seat, m.Seats)
		}
	}
	bob.command(id, `"command":"play","point":"E6" → not-your-turn`)
	ann.command(id, `"command":"play","point":"E6"`)
}

func TestTwoPeopleOnOneDeviceSpeakForBoth(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"opponent": "people", "board": "square-9", "rules": "chinese", "names": {"black": "Ann", "white": " Bob  B "}}`)
	if m, _ := b.game(id); m.Seat != "bw" || m.Seats.Black.Name != "Ann" || m.Seats.White.Name != "Bob B" {
		t.Errorf("seat %q, seats %+v", m.Seat, m.Seats)
	}
	line := b.joined(id)
	line.command(id,
		`"command":"play","point":"E5"`, `"command":"play","point":"E6"`, `"as":"w","command":"play","point":"E7" → not-your-turn`,
		`"as":"b","command":"pass"`, `"as":"w","command":"pass"`, `"as":"b","command":"agree"`, `"as":"b","command":"agree" → agreed-already`,
		`"command":"agree"`, // by White
	)
	if s := b.state(id); s.Phase != "over" || s.Result.Text != "W+7.5" {
		t.Errorf("%s %+v", s.Phase, s.Result)
	}
}

func TestAClientCannotPlayForAnotherColour(t *testing.T) {
	s := build(t)
	id, black, _ := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor")})
	line := black.joined(id)
	line.command(id, `"command":"play","point":"E5","as":"b"`, `"command":"play","point":"E6","as":"w" → not-seated`, `"command":"pass","as":"black" → not-seated`)
	stranger := s.browser().joined(id)
	stranger.command(id, `"command":"play","point":"E6","as":"w" → not-seated`)
}

func TestABrowserMaySendAllCommandsExceptFlagsAndProposals(t *testing.T) {
	s := build(t)
	id, black, _ := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "chinese")})
	line := black.joined(id)
	line.command(id, `"command":"flag" → no-such-command`, `"command":"propose" → no-such-command`, `"command":"opened" → no-such-command`)
	for _, kind := range []string{"offer", "take", "bid", "yield", "place", "mark", "agree", "dispute", "choose-mover", "confirm", "void"} {
		line.command(id, fmt.Sprintf(`"command":"%s" → wrong-phase`, kind))
	}
}

func TestAnUndoIsAskedGrantedAndRefusedOverTheWire(t *testing.T) {
	s := build(t)
	id, black, white := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "chinese")})
	ann := black.joined(id)
	bob := white.joined(id)
	ann.command(id, `"command":"play","point":"E5"`, `"command":"undo"`)
	if s := ann.state(id); s.Asked != "b" || s.Undo != "b" || s.Ply != 1 {
		t.Errorf("asked by %q, to undo by %q", s.Asked, s.Undo)
	}
	bob.command(id, `"command":"refuse"`, `"command":"grant" → undo-not-asked`)
	ann.command(id, `"command":"undo"`)
	bob.command(id, `"command":"grant"`)
	if s := ann.state(id); s.Asked != "" || s.Undo != "" || s.Ply != 0 {
		t.Errorf("asked by %q, ply %d", s.Asked, s.Ply)
	}
}

// opposed is a game with a white stone in Black's corner.
var opposed = strings.Fields("C1 G1 C2 G2 C3 G3 B3 H3 A3 J3 B1 A1 pass pass")

// stop plays opposed until the players discuss dead stones.
func (l *line) stop(id string) {
	l.Helper()
	for _, point := range opposed {
		if point == "pass" {
			l.command(id, `"command":"pass"`)
		} else {
			l.command(id, `"command":"play","point":"`+point+`"`)
		}
	}
}

// pair opens a game of two people on one device and plays it to the stop.
func pair(t *testing.T, rules string) (*browser, string, *line) {
	b := build(t).browser()
	id := b.open(`{"opponent":"people","board":"square-9","rules":"` + rules + `"}`)
	line := b.joined(id)
	line.stop(id)
	return b, id, line
}

func TestTheDeadAreToldAsMarkedWithTheirCount(t *testing.T) {
	b, id, line := pair(t, "japanese")
	line.command(id, `"command":"mark","points":["C3"],"dead":true`, `"command":"mark","points":["C3"],"dead":false`, `"command":"mark","points":["a1"],"dead":true`, `"command":"mark","points":["E5"],"dead":true → no-chain`, `"command":"agree","as":"b"`)
	m, f := b.game(id)
	s := f.State
	if m.Ending != "AGREEMENT" || s.Phase != "agreement" || s.ToMove != "" || s.Awaits != "w" || s.Agreement.Agreed != "b" || s.Agreement.Proposed != true {
		t.Errorf("%+v, %+v", s, s.Agreement)
	}
	want := []wire.ScorePart{{Key: "dead", Black: 1}, {Key: "komi", White: 6.5}} // groups of one eye between dame have no territory
	if names := m.Board.Names; len(s.Dead) != 1 || names[s.Dead[0]] != "A1" || !slices.Equal(s.Score.Parts, want) {
		t.Errorf("dead %v, parts %v, want %v", s.Dead, s.Score.Parts, want)
	}
	line.command(id, `"command":"agree","as":"w"`)
	if s := b.state(id); s.Result.Text != "W+5.5" || len(s.Dead) != 1 || s.Score.Black != 1 || s.Score.White != 6.5 || s.Agreement != nil {
		t.Errorf("%+v, dead %v, score %+v", s.Result, s.Dead, s.Score)
	}
}

func TestADisputeIsToldByTheEndingOfTheRules(t *testing.T) {
	t.Run("the last pass is taken back, and so the list of moves", func(t *testing.T) {
		b, id, line := pair(t, "kgs-chinese")
		after := b.seq(id)
		line.command(id, `"command":"dispute"`)
		n := b.since(id, after)
		if n.State.Phase != "play" || n.State.ToMove != "w" || len(n.Moves) != len(opposed)-1 || len(n.Events) != 2 {
			t.Errorf("%s, %q to move, %d moves, %d events", n.State.Phase, n.State.ToMove, len(n.Moves), len(n.Events))
		}
	})
	t.Run("nobody agrees who moves", func(t *testing.T) {
		b, id, line := pair(t, "new-zealand")
		line.command(id, `"command":"dispute"`, `"command":"choose-mover","side":"b","as":"b"`)
		if s := b.state(id); s.Phase != "turn" || s.Awaits != "w" || s.Agreement.Mover.Black != "b" {
			t.Errorf("%s, %+v", s.Phase, s.Agreement)
		}
		line.command(id, `"command":"choose-mover","side":"green","as":"w" → wrong-phase`, `"command":"choose-mover","side":"w","as":"w"`)
		if s := b.state(id); s.Result == nil || s.Result.Text != "W+11" || s.Dead != nil {
			t.Errorf("%+v, dead %v", s.Result, s.Dead)
		}
	})
	t.Run("a chain is played out on a board of its own", func(t *testing.T) {
		b, id, line := pair(t, "japanese-1989")
		line.command(id, `"command":"confirm","point":"A1"`)
		m, f := b.game(id)
		s := f.State
		if s.Phase != "confirmation" || s.Confirmation.Color != "w" || len(s.Confirmation.Chain) != 1 || m.Board.Names[s.Confirmation.Chain[0]] != "A1" || s.ToMove != "b" {
			t.Fatalf("%s, %+v, %q to move", s.Phase, s.Confirmation, s.ToMove)
		}
		line.command(id, `"command":"play","point":"A2"`, `"command":"pass"`)
		seq := b.seq(id)
		line.command(id, `"command":"pass"`)
		n := b.since(id, seq)
		if n.State.Phase != "agreement" || len(n.State.Dead) != 1 || len(n.Moves) != len(opposed) || !strings.Contains(n.State.Stones, "w") || n.State.Ply != len(opposed) {
			t.Errorf("%s, dead %v, %d moves", n.State.Phase, n.State.Dead, len(n.Moves))
		}
		line.command(id, `"command":"void","as":"b"`, `"command":"void","as":"w"`)
		if s := b.state(id); s.Result.By != "both-lose" || s.Result.Text != "Void" || s.Score != nil {
			t.Errorf("%+v", s.Result)
		}
	})
}

func TestAKoOfAConfirmationIsToldAndPassedFor(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{"opponent": "people", "board": "square-9", "rules": "japanese-1989"}`)
	line := b.joined(id)
	for _, point := range strings.Fields("B1 C1 A2 D2 B3 C3 E5 B2") { // White stands in a ko at B2
		line.command(id, `"command":"play","point":"`+point+`"`)
	}
	line.command(id, `"command":"pass"`, `"command":"pass"`, `"command":"confirm","point":"B2"`, `"command":"play","point":"C2"`)
	s := b.state(id)
	if len(s.Confirmation.Kos) != 1 || s.Confirmation.Kos[0] != "B2" || s.Illegal["B2"] != "pass-for-ko" || s.ToMove != "w" {
		t.Fatalf("kos %v, illegal %v, %q to move", s.Confirmation.Kos, s.Illegal, s.ToMove)
	}
	line.command(id, `"command":"play","point":"B2" → pass-for-ko`, `"command":"play","point":"G7"`, `"command":"play","point":"G6"`, `"command":"play","point":"B2" → pass-for-ko`)
	line.command(id, `"command":"pass","point":"D4" → no-ko`, `"command":"pass","point":"B2"`, `"command":"pass"`, `"command":"play","point":"B2"`)
}

func TestAHandicapIsPlacedAndCounted(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{"opponent": "people", "board": "rosette-3", "rules": "flower", "handicap": 2, "weaker": "white", "komiBy": "number", "komi": 3.0}`)
	line := b.joined(id)
	m, f := b.game(id)
	if s := f.State; s.Phase != "handicap" || s.ToPlace != 2 || s.ToMove != "w" || m.Weaker != "w" || s.Komi != 3 {
		t.Fatalf("%s, %d to place by %q", s.Phase, s.ToPlace, s.ToMove)
	}
	names := m.Board.Names
	line.command(id, `"command":"place","point":"`+names[0]+`"`, `"command":"place","point":"`+names[0]+`" → occupied`, `"command":"place","point":"`+names[9]+`"`)
	if s := b.state(id); s.Phase != "play" || s.ToMove != "b" || strings.Count(s.Stones, "w") != 2 {
		t.Errorf("%s, %q to move, %s", s.Phase, s.ToMove, s.Stones)
	}
}

func TestWhoUndoesActsLastFirst(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{"opponent": "people", "board": "square-9"}`)
	line := b.joined(id)
	for i, want := range []string{"b", "wb", "bw"} {
		line.command(id, fmt.Sprintf(`"command":"play","point":"E%d"`, i+1))
		if s := b.state(id); s.Undo != want {
			t.Errorf("after %d moves %q, want %q", i+1, s.Undo, want)
		}
	}
	line.command(id, `"command":"undo","as":"b"`)
	if s := b.state(id); s.Ply != 2 || s.Undo != "wb" {
		t.Errorf("ply %d, %q", s.Ply, s.Undo)
	}
}

func TestWhatAPassBringsAboutIsTold(t *testing.T) {
	b := build(t).browser()
	for rules, want := range map[string]string{
		"chinese": "- stops -", "tromp-taylor": "- ends over", "ikeda-area-3": "- - ends over", "flower": "- stops - ends over",
	} {
		id := b.open(`{"opponent":"people","board":"square-9","komiBy":"number","komi":0,"rules":"` + rules + `"}`)
		line := b.joined(id)
		var told []string
		note := func() {
			s := b.state(id)
			if s.Phase == "over" {
				s.Pass = "over"
			}
			told = append(told, cmp.Or(s.Pass, "-"))
		}
		line.command(id, `"command":"play","point":"E5"`)
		note()
		for range strings.Fields(want)[1:] {
			line.command(id, `"command":"pass"`)
			note()
		}
		if got := strings.Join(told, " "); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}
