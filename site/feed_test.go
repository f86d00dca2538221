package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/game/board"
)

func TestAMoveIsAnsweredAndToldToEverybody(t *testing.T) {
	h := build(t)
	player := h.browser()
	id := player.open("board=rosette-5&color=black")
	own, _ := player.dial(id, "")
	other, _ := h.browser().dial(id, "")
	other.hear("news")
	own.say(`{"kind":"play","point":"e5","after":1,"id":"first"}`)
	if r := own.hear("reply"); r.ID != "first" || r.Refused != "" || r.Seq != 2 {
		t.Errorf("the reply is %+v", r)
	}
	n := other.hear("news")
	if n.Seq != 2 || n.After != 1 || len(n.Events) != 1 || n.Events[0].Point != "E5" || n.Events[0].Color != "b" {
		t.Errorf("a watcher hears %+v", n.news)
	}
	if s := n.State; strings.Count(s.Stones, "b") != 1 || s.Last != "E5" || s.ToMove != "w" || s.Ply != 1 || s.Result != nil {
		t.Errorf("the state is %+v", s)
	}
}

func TestTheSameCommandSentTwiceCountsOnce(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=rosette-5&color=black")
	first, _ := b.dial(id, "")
	first.say(`{"kind":"play","point":"E5","after":1,"id":"again"}`)
	first.hear("reply")
	first.conn.CloseNow()
	second, _ := b.dial(id, "?after=2")
	second.say(`{"kind":"play","point":"E5","after":1,"id":"again"}`)
	if r := second.hear("reply"); r.Refused != "" {
		t.Errorf("the same move again is refused: %s", r.Refused)
	}
	if m := b.match(id); m.News.Seq != 2 {
		t.Errorf("the match is at %d", m.News.Seq)
	}
}

func TestWhoComesBackHearsOnlyWhatWasMissed(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=rosette-5&color=black")
	h.move(id, board.Black, "E5")
	h.move(id, board.White, "F6")
	h.move(id, board.Black, "A6")
	for after, want := range map[string]int{"": -1, "?after=0": -1, "?after=1": 3, "?after=2": 2, "?after=4": 0, "?after=99": -1} {
		line, _ := b.dial(id, after)
		n := line.hear("news")
		if afresh := n.After == 0 && len(n.Events) == 0 && len(n.Moves) == 3; want < 0 && !afresh || want >= 0 && (len(n.Events) != want || n.After != 4-want || n.Moves != nil) {
			t.Errorf("%s: %d events after %d, moves %v", after, len(n.Events), n.After, n.Moves)
		}
		if n.Seq != 4 || n.State.Ply != 3 {
			t.Errorf("%s: seq %d, ply %d", after, n.Seq, n.State.Ply)
		}
		for i, e := range n.Events {
			if e.Seq != n.After+1+i {
				t.Errorf("%s: event %d where %d should be", after, e.Seq, n.After+1+i)
			}
		}
	}
	for _, after := range []string{"?after=-1", "?after=two"} {
		if line, answer := b.dial(id, after); line != nil || answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", after, answer.Status)
		}
	}
}

func TestWhatWasTakenBackMakesNoNewsLonger(t *testing.T) {
	h := build(t, func(o *Options) { o.MaxMessages = 1000 })
	b := h.browser()
	id := b.open("board=rosette-5&color=black")
	line, _ := b.dial(id, "")
	for i := range 100 {
		h.move(id, board.Black, "E5")
		line.say(fmt.Sprintf(`{"kind":"undo","id":"%d"}`, i))
		line.hear("reply")
	}
	h.move(id, board.Black, "E9")
	for after, news := range map[string]news{"the page": b.match(id).News, "?after=2": b.first(id, "?after=2"), "": b.first(id, "")} {
		if news.Seq != 202 || news.After != 0 || len(news.Events) != 0 || len(news.Moves) != 1 || news.Moves[0] != (move{"b", "E9"}) {
			t.Errorf("%s: %d events after %d, moves %v", after, len(news.Events), news.After, news.Moves)
		}
	}
	if n := b.first(id, fmt.Sprintf("?after=%d", 202-maxMissed)); len(n.Events) != maxMissed || len(n.Moves) != 1 {
		t.Errorf("who missed %d events hears %d", maxMissed, len(n.Events))
	}
}

func TestTheFirstMessageNamesTheSeat(t *testing.T) {
	h := build(t)
	owner := h.browser()
	id := owner.open("board=rosette-5&color=white")
	for seat, b := range map[string]*browser{"w": owner, "": h.browser()} {
		line, _ := b.dial(id, "")
		if m := line.hear("hello"); m.Seat != seat {
			t.Errorf("the seat is %q, want %q", m.Seat, seat)
		}
	}
}

func TestALineThatLivesBeats(t *testing.T) {
	b := build(t, func(o *Options) { o.Beat = 20 * time.Millisecond }).browser()
	line, _ := b.dial(b.open("board=rosette-5"), "")
	if m := line.hear("hello"); m.Beat != 20 {
		t.Errorf("the beat is told as %d ms", m.Beat)
	}
	line.hear("beat")
	line.hear("beat")
}

func TestAProbeIsAnsweredToWatchersToo(t *testing.T) {
	h := build(t)
	id := h.browser().open("board=rosette-5")
	line, _ := h.browser().dial(id, "")
	line.say(`{"kind":"probe","id":"there"}`)
	if r := line.hear("reply"); r.ID != "there" || r.Refused != "" {
		t.Errorf("the reply is %+v", r)
	}
}

func TestARefusalComesAsAKey(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=rosette-5&color=black")
	h.move(id, board.Black, "E5")
	line, _ := b.dial(id, "")
	for text, want := range map[string]string{
		`{"kind":"play","point":"E6","id":"1"}`:                  "not-your-turn",
		`{"kind":"dance","id":"2"}`:                              "no-such-command",
		`{"kind":"flag","id":"3"}`:                               "no-such-command",
		`{"kind":"play","point":"E6","after":1,"id":"4"}`:        "stale",
		`{"kind":"play","point":"E6"}`:                           "malformed",
		`{"kind":"play","id":"` + strings.Repeat("x", 65) + `"}`: "malformed",
		`{"kind":"play","id":"a b"}`:                             "bad-id",
		`no JSON`:                                                "malformed",
		`{"kind":{}}`:                                            "malformed",
		strings.Repeat("[", 10000):                               "malformed",
		`{"kind":"undo","id":"5","by":"w","color":"w","point":"` + "\\u0000" + `"}`: "",
	} {
		line.say(text)
		if r := line.hear("reply"); r.Refused != want {
			t.Errorf("%.60s: %q, want %q", text, r.Refused, want)
		}
		if want == "" {
			h.move(id, board.Black, "E5")
		}
	}
	h.move(id, board.White, "A6")
	line.say(`{"kind":"play","point":"E5","id":"9"}`)
	if r := line.hear("reply"); r.Refused != "occupied" {
		t.Errorf("on a stone: %q", r.Refused)
	}
	line.say(`{"kind":"play","point":"Z99","id":"10"}`)
	if r := line.hear("reply"); r.Refused != "no-such-point" {
		t.Errorf("off the board: %q", r.Refused)
	}
}

func TestAMessageOfAMegabyteClosesTheSocketWithAReason(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5&color=black")
	line, _ := b.dial(id, "")
	go line.conn.Write(context.Background(), websocket.MessageText, make([]byte, 1<<20)) // breaks off when the server has had enough
	if c := line.closed(); c.Code != websocket.StatusMessageTooBig || !strings.Contains(c.Reason, "16384 bytes") {
		t.Errorf("closed with %v", c)
	}
	again, _ := b.dial(id, "")
	again.say(`{"kind":"play","point":"E5","id":"` + strings.Repeat("x", 60) + `"` + strings.Repeat(" ", maxMessage-100) + `}`)
	if r := again.hear("reply"); r.Refused != "" {
		t.Errorf("a message just short enough is refused: %s", r.Refused)
	}
}

func TestWhoTalksTooMuchIsCutOff(t *testing.T) {
	b := build(t, func(o *Options) { o.MaxMessages = 5 }).browser()
	id := b.open("board=rosette-5&color=black")
	before, _ := b.dial(id, "")
	for i := range 4 { // a new socket is no new allowance
		before.say(fmt.Sprintf(`{"kind":"undo","id":"before%d"}`, i))
		before.hear("reply")
	}
	before.conn.CloseNow()
	line, _ := b.dial(id, "")
	for i := range 2 {
		line.say(fmt.Sprintf(`{"kind":"undo","id":"%d"}`, i))
	}
	if c := line.closed(); c.Code != websocket.StatusPolicyViolation || !strings.Contains(c.Reason, "5 messages in 20s") {
		t.Errorf("closed with %v", c)
	}
}

func TestAnAddressHoldsOnlySoManySockets(t *testing.T) {
	b := build(t, func(o *Options) { o.MaxSocketsPerAddress = 2 }).browser()
	id := b.open("board=rosette-5")
	first, _ := b.dial(id, "")
	b.dial(id, "")
	third, _ := b.dial(id, "")
	if c := third.closed(); c.Code != statusTooMany || !strings.Contains(c.Reason, "Close one of them") {
		t.Errorf("the third socket: %v", c)
	}
	first.conn.CloseNow()
	eventually(t, func() bool { return b.admitted(id) })
}

// first returns the first news of a new socket.
func (b *browser) first(id, after string) news {
	b.Helper()
	line, _ := b.dial(id, after)
	return line.hear("news").news
}

// admitted tells whether one more socket is let in.
func (b *browser) admitted(id string) bool {
	b.Helper()
	line, _ := b.dial(id, "")
	if line == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	_, _, err := line.conn.Read(ctx)
	return err == nil
}

func TestAReaderWhoStopsReadingIsDropped(t *testing.T) {
	h := build(t, func(o *Options) {
		o.MaxSocketsPerAddress = 1
		o.WriteWait = 100 * time.Millisecond
	})
	b := h.browser()
	id := b.open("board=square-25&color=black")
	b.dial(id, "") // and never reads
	names := b.match(id).Board.Names
	colors := []board.Color{board.Black, board.White}
	for i := range 200 {
		h.move(id, colors[i%2], names[3*i])
		time.Sleep(time.Millisecond) // so that the news do not all merge into one
	}
	eventually(t, func() bool { return b.admitted(id) })
	if m := b.match(id); m.News.State.Ply != 200 {
		t.Errorf("the game stopped at move %d", m.News.State.Ply)
	}
}

func TestAServerThatStopsSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	h := build(t)
	inner := h.Config.Handler
	h.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { inner.ServeHTTP(w, r.WithContext(ctx)) })
	b := h.browser()
	line, _ := b.dial(b.open("board=rosette-5"), "")
	line.hear("news")
	cancel()
	if c := line.closed(); c.Code != websocket.StatusGoingAway {
		t.Errorf("closed with %v", c)
	}
}

func TestTheEndTellsResultAndScoreByPoints(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=square-3&color=black&komi=0.5")
	for i, point := range []string{"B1", "A1", "B2", "pass", "B3", "pass", "pass"} {
		if point == "A1" || point == "pass" && i%2 == 1 {
			h.move(id, board.White, point)
		} else {
			h.move(id, board.Black, point)
		}
	}
	s := b.match(id).News.State
	want := state{
		Phase: "over", Stones: ".b..b.wb.", Last: "pass", Ply: 7, Passes: 2, Komi: 0.5, Prisoners: map[string]int{"b": 0, "w": 0},
		Result:    &result{"B+4.5", "b", "score", 4.5},
		Score:     &score{Black: 6, White: 1.5, Owner: ".bb.bbwbb", Parts: []item{{"stones", 3, 1}, {"space", 3, 0}, {"komi", 0, 0.5}}},
		Estimable: true,
	}
	got, _ := json.Marshal(s)
	text, _ := json.Marshal(want)
	if string(got) != string(text) {
		t.Errorf("got  %s\nwant %s", got, text)
	}
}

func TestARosetteIsToldWithItsImmortalStones(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=rosette-2&color=black")
	g := board.Rosette(2)
	rosette := g.Rosettes()[3]
	for i, p := range rosette {
		h.move(id, board.Black, g.PointName(p))
		if i < len(rosette)-1 {
			h.move(id, board.White, "pass")
		}
	}
	if s := b.match(id).News.State; len(s.Rosettes) != 1 || s.Rosettes[0] != 3 || len(s.Immortal) != 6 {
		t.Errorf("rosettes %v, immortal %v", s.Rosettes, s.Immortal)
	}
}

func TestIllegalPointsAreToldWithTheirReason(t *testing.T) {
	h := build(t)
	b := h.browser()
	id := b.open("board=rosette-2&color=black")
	g := board.Rosette(2)
	corner := g.Near(0)
	h.move(id, board.Black, g.PointName(corner[0]))
	h.move(id, board.White, "pass")
	h.move(id, board.Black, g.PointName(corner[1]))
	if s := b.match(id).News.State; len(corner) != 2 || s.Illegal[g.PointName(0)] != "suicide" || len(s.Illegal) != 1 {
		t.Errorf("illegal for White: %v", s.Illegal)
	}
}

// eventually waits until something is so, for five minutes: others use the machine.
func eventually(t *testing.T, so func() bool) {
	t.Helper()
	for range 12_000 {
		if so() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("it never came about")
}
