package view_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/play/view"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A match accepts commands from tests.
type match struct {
	testing.TB
	*view.Projection
	now time.Time
}

func open(t testing.TB, s play.Settings) *match {
	t.Helper()
	opened, err := play.Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{t, view.NewProjection("id"), noon}
	m.Apply([]play.Event{opened})
	return m
}

// on9x9 opens a match without a clock.
func on9x9(t testing.TB, rules string) *match {
	t.Helper()
	return open(t, settings(t, "square-9", rules, "none"))
}

// do sends a command to the match, which must accept it.
func (m *match) do(cmd play.Command) {
	m.Helper()
	events, err := m.Match().Decide(cmd, m.now)
	if err != nil {
		m.Fatalf("%+v: %v", cmd, err)
	}
	m.Apply(events)
}

// play plays points in turn; "pass" is a pass.
func (m *match) play(points string) {
	m.Helper()
	for _, point := range strings.Fields(points) {
		cmd := play.Command{Kind: play.Play, By: m.Match().ToMove(), Point: point}
		if point == "pass" {
			cmd = play.Command{Kind: play.Pass, By: m.Match().ToMove()}
		}
		m.do(cmd)
	}
}

func (m *match) state() view.State { return m.Frame(0).State }

func TestNoSecretBidIsShownBeforeBothAreInAndTheSeedNever(t *testing.T) {
	s := settings(t, "square-9", "tromp-taylor", "none")
	const seed = 8_675_309_000_000_001
	s.KomiBy = play.KomiSecret
	s.Halves = true
	s.TieBreakSeed = seed
	m := open(t, s)
	m.do(play.Command{Kind: play.Bid, By: board.Black, Komi: 41.5, ID: "sealed"})
	for after := range 3 {
		text := string(m.Encoded(after))
		if strings.Contains(text, "41.5") || strings.Contains(text, strconv.Itoa(seed)) || strings.Contains(text, "lot") {
			t.Errorf("after %d: %s", after, text)
		}
	}
	if b := m.state().Bidding; b.Made != "b" || b.Bids != nil {
		t.Errorf("%+v", b)
	}
	m.do(play.Command{Kind: play.Bid, By: board.White, Komi: 43})
	f := m.Frame(2)
	if b := f.State.Bidding; *b.Bids != (wire.Bids{Black: 43, White: 41.5}) || b.Komi != 43 || !f.State.Swapped {
		t.Errorf("once both are in: %+v", b)
	}
	if e := f.Events[0]; e.Komi != nil {
		t.Errorf("the event of a secret bid names %v", *e.Komi)
	}
	for after := range 5 {
		if text := string(m.Encoded(after)); strings.Contains(text, strconv.Itoa(seed)) || strings.Contains(text, ada.ID) {
			t.Errorf("after %d: %s", after, text)
		}
	}
	m.do(play.Command{Kind: play.Undo, By: board.Black})
	m.do(play.Command{Kind: play.Grant, By: board.White})
	if text := string(m.Encoded(0)); strings.Contains(text, "41.5") {
		t.Errorf("bids that were taken back are shown: %s", text)
	}
}

func TestTheOpeningIsShownWithoutItsSettings(t *testing.T) {
	m := on9x9(t, "chinese")
	m.play("E5")
	text, err := json.Marshal(m.Frame(1).Events)
	if err != nil || string(text) != `[{"seq":2,"kind":"played","color":"b","point":"E5","ply":0}]` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestSeatsShowNoIdentityOfAGuestAndTheLevelOfABot(t *testing.T) {
	s := settings(t, "square-9", "chinese", "none")
	s.White = play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"}
	text, err := json.Marshal(view.SeatsOf(s))
	if err != nil || string(text) != `{"b":{"kind":"guest","name":"Ada"},"w":{"kind":"bot","name":"Rosette","level":"full"}}` {
		t.Errorf("%s, %v", text, err)
	}
}

// opposed is a game in which Black has a corner with a white stone in it.
const opposed = "C1 G1 C2 G2 C3 G3 B3 H3 A3 J3 B1 A1 pass pass"

func TestDeadStonesAreShownAsMarkedWithTheirCount(t *testing.T) {
	m := on9x9(t, "japanese")
	m.play(opposed)
	m.do(play.Command{Kind: play.Mark, By: board.Black, Points: []string{"A1"}, Dead: true})
	m.do(play.Command{Kind: play.Agree, By: board.Black})
	s := m.state()
	if s.Phase != "agreement" || s.ToMove != "" || s.Awaits != "w" || s.Agreement.Agreed != "b" || !s.Agreement.Proposed {
		t.Errorf("%+v, %+v", s, s.Agreement)
	}
	want := []wire.ScorePart{{Key: "dead", Black: 1}, {Key: "komi", White: 6.5}} // no territory: one eye, dame
	if g := m.Match().Game().Graph(); len(s.Dead) != 1 || g.PointName(s.Dead[0]) != "A1" || !slices.Equal(s.Score.Parts, want) {
		t.Errorf("dead %v, parts %v, want %v", s.Dead, s.Score.Parts, want)
	}
	m.do(play.Command{Kind: play.Agree, By: board.White})
	s = m.state()
	if s.Result.Text != "W+5.5" || s.Result.Margin != 5.5 || len(s.Dead) != 1 || s.Score.Black != 1 || s.Score.White != 6.5 || s.Agreement != nil {
		t.Errorf("%+v, dead %v, score %+v", s.Result, s.Dead, s.Score)
	}
}

func TestTheCountIsARangeWhileAMoveIsWorthPoints(t *testing.T) {
	m := on9x9(t, "chinese")
	m.play("A3 A2 B3 B2 C3 C2 D3 D2 E2 D1 E1 pass pass")
	region := life.PendingRegion{
		Points: []string{"E2", "F2", "E1", "F1"}, Black: life.PendingMove{Move: "F1", Gain: 2}, White: life.PendingMove{Move: "F2", Gain: 3},
	}
	m.do(play.Command{Kind: play.Propose, Pending: []life.PendingRegion{region}})
	s := m.state()
	if !reflect.DeepEqual(s.Agreement.Pending, []life.PendingRegion{region}) {
		t.Errorf("pending %+v", s.Agreement.Pending)
	}
	margin := s.Score.Black - s.Score.White
	if r := s.Score.Range; r == nil || r.Least != margin-3 || r.Greatest != margin+2 || len(r.Open) != 0 {
		t.Errorf("margin %v, range %+v", margin, r)
	}
	m.do(play.Command{Kind: play.Mark, By: board.Black, Points: []string{"E1"}})
	if s = m.state(); s.Agreement.Pending != nil || s.Score.Range != nil {
		t.Errorf("a chain there is marked: pending %+v, range %+v", s.Agreement.Pending, s.Score.Range)
	}
}

func TestTheCountIsARangeWhileChainsAreUnsure(t *testing.T) {
	m := on9x9(t, "chinese")
	m.play("A3 A2 B3 B2 C3 C2 D3 D2 E2 D1 E1 pass pass")
	m.do(play.Command{Kind: play.Propose, Unsure: []string{"A2", "E1"}})
	told := func() string {
		text, err := json.Marshal(m.state().Score.Range)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := `{"least":-11.5,"greatest":73.5,"open":[{"color":"w","stones":[63,64,65,66,75],"worth":16},{"color":"b","stones":[67,76],"worth":69}]}`
	if got := told(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	m.do(play.Command{Kind: play.Mark, By: board.Black, Points: []string{"E1"}})
	want = `{"least":57.5,"greatest":73.5,"open":[{"color":"w","stones":[63,64,65,66,75],"worth":16}]}`
	if got := told(); got != want {
		t.Errorf("Black's chain alive: %s, want %s", got, want)
	}
	m.do(play.Command{Kind: play.Mark, By: board.Black, Points: []string{"A2"}, Dead: true})
	if got := told(); got != "null" {
		t.Errorf("all decided: %s", got)
	}
	m.do(play.Command{Kind: play.Agree, By: board.Black})
	m.do(play.Command{Kind: play.Agree, By: board.White})
	if got := told(); got != "null" {
		t.Errorf("over: %s", got)
	}
}

func TestAPassThatADisputeTakesBackLeavesTheListOfMoves(t *testing.T) {
	m := on9x9(t, "kgs-chinese")
	m.play(opposed)
	after := m.Match().Seq()
	m.do(play.Command{Kind: play.Dispute, By: board.Black})
	f := m.Frame(after)
	if f.State.Phase != "play" || f.State.ToMove != "w" || len(f.Moves) != len(strings.Fields(opposed))-1 || len(f.Events) != 2 {
		t.Errorf("%s, %q to move, %d moves, %d events", f.State.Phase, f.State.ToMove, len(f.Moves), len(f.Events))
	}
}

func TestTheMoverThatEachPlayerNamesAfterADisputeIsShown(t *testing.T) {
	m := on9x9(t, "new-zealand")
	m.play(opposed)
	m.do(play.Command{Kind: play.Dispute, By: board.Black})
	m.do(play.Command{Kind: play.ChooseMover, By: board.Black, Side: board.Black})
	if s := m.state(); s.Phase != "turn" || s.Awaits != "w" || *s.Agreement.Mover != (view.Mover{Black: "b"}) {
		t.Errorf("%s, %+v", s.Phase, s.Agreement)
	}
	m.do(play.Command{Kind: play.ChooseMover, By: board.White, Side: board.White})
	if s := m.state(); s.Result == nil || s.Result.Text != "W+11" || s.Dead != nil {
		t.Errorf("%+v, dead %v", s.Result, s.Dead)
	}
}

func TestAConfirmationIsShownOnItsOwnBoard(t *testing.T) {
	m := on9x9(t, "japanese-1989")
	m.play(opposed)
	m.do(play.Command{Kind: play.Confirm, By: board.Black, Point: "A1"})
	s, g := m.state(), m.Match().Game().Graph()
	if s.Phase != "confirmation" || s.Confirmation.Color != "w" || len(s.Confirmation.Chain) != 1 || g.PointName(s.Confirmation.Chain[0]) != "A1" || s.ToMove != "b" || s.Estimable {
		t.Fatalf("%s, %+v, %q to move", s.Phase, s.Confirmation, s.ToMove)
	}
	m.play("A2 pass")
	after := m.Match().Seq()
	m.play("pass")
	f := m.Frame(after)
	if f.State.Phase != "agreement" || len(f.State.Dead) != 1 || len(f.Moves) != len(strings.Fields(opposed)) || f.State.Ply != len(f.Moves) {
		t.Errorf("%s, dead %v, %d moves", f.State.Phase, f.State.Dead, len(f.Moves))
	}
	m.do(play.Command{Kind: play.Void, By: board.Black})
	m.do(play.Command{Kind: play.Void, By: board.White})
	if s := m.state(); s.Result.By != "both-lose" || s.Result.Text != "Void" || s.Score != nil {
		t.Errorf("%+v", s.Result)
	}
}

func TestAKoOfAConfirmationIsShownUntilItIsPassedFor(t *testing.T) {
	m := on9x9(t, "japanese-1989")
	m.play("B1 C1 A2 D2 B3 C3 E5 B2 pass pass") // White has a ko at B2
	m.do(play.Command{Kind: play.Confirm, By: board.Black, Point: "B2"})
	m.play("C2")
	s := m.state()
	if !slices.Equal(s.Confirmation.Kos, []string{"B2"}) || s.Illegal["B2"] != "pass-for-ko" || s.ToMove != "w" {
		t.Fatalf("kos %v, illegal %v, %q to move", s.Confirmation.Kos, s.Illegal, s.ToMove)
	}
	m.play("G7 G6")
	m.do(play.Command{Kind: play.Pass, By: board.White, Point: "B2"})
	m.play("pass")
	if s := m.state(); len(s.Confirmation.Kos) != 0 || s.Illegal["B2"] != "" {
		t.Errorf("kos %v, illegal %v", s.Confirmation.Kos, s.Illegal)
	}
}

func TestHandicapStonesToPlaceAreCounted(t *testing.T) {
	s := settings(t, "rosette-3", "flower", "none")
	s.Handicap = 2
	s.Weaker = board.White
	s.Rules.Komi = 3
	m := open(t, s)
	if s := m.state(); s.Phase != "handicap" || s.ToPlace != 2 || s.ToMove != "w" || s.Komi != 3 {
		t.Fatalf("%s, %d to place by %q", s.Phase, s.ToPlace, s.ToMove)
	}
	for _, point := range []board.Point{0, 9} {
		m.do(play.Command{Kind: play.Place, By: board.White, Point: m.Match().Game().Graph().PointName(point)})
	}
	if s := m.state(); s.Phase != "play" || s.ToMove != "b" || strings.Count(s.Stones, "w") != 2 {
		t.Errorf("%s, %q to move, %s", s.Phase, s.ToMove, s.Stones)
	}
}

func TestWhoCanTakeSomethingBackIsShownTheLastToActFirst(t *testing.T) {
	m := on9x9(t, "chinese")
	for i, want := range []string{"b", "wb", "bw"} {
		m.play(fmt.Sprintf("E%d", i+1))
		if s := m.state(); s.Undo != want {
			t.Errorf("after %d moves %q, want %q", i+1, s.Undo, want)
		}
	}
	m.do(play.Command{Kind: play.Undo, By: board.Black})
	if s := m.state(); s.Asked != "b" || s.Ply != 3 {
		t.Errorf("asked by %q, ply %d", s.Asked, s.Ply)
	}
	m.do(play.Command{Kind: play.Grant, By: board.White})
	if s := m.state(); s.Asked != "" || s.Undo != "wb" || s.Ply != 2 {
		t.Errorf("asked by %q, ply %d, %q", s.Asked, s.Ply, s.Undo)
	}
}

func TestWhatAPassWouldDoIsShown(t *testing.T) {
	for rules, want := range map[string]string{
		"chinese": "- stops -", "tromp-taylor": "- ends over", "ikeda-area-3": "- - ends over", "flower": "- stops - ends over",
	} {
		m := on9x9(t, rules)
		var shown []string
		for _, point := range append([]string{"E5"}, slices.Repeat([]string{"pass"}, len(strings.Fields(want))-1)...) {
			m.play(point)
			s := m.state()
			if s.Phase == "over" {
				s.Pass = "over"
			}
			shown = append(shown, cmp.Or(s.Pass, "-"))
		}
		if got := strings.Join(shown, " "); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}

func TestClocksAreShownAsTheyWereAtTheLastEvent(t *testing.T) {
	m := open(t, settings(t, "square-9", "chinese", "10s+5s"))
	m.now = noon.Add(4 * time.Second)
	m.play("E5")
	want := wire.ClockState{
		Black: wire.TimeLeft{Main: 11000}, White: wire.TimeLeft{Main: 10000},
		Running: true, Side: "w", At: m.now.UnixMilli(),
	}
	if c := m.state().Clock; *c != want {
		t.Errorf("%+v, want %+v", *c, want)
	}
	if c := on9x9(t, "chinese").state().Clock; c != nil {
		t.Errorf("a match without clock has %+v", *c)
	}
}

func TestIllegalPointsAreThoseThatTheMatchRefuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		follow(t, anySettings(t), func(p *view.Projection, _ []play.Event) {
			m, why := p.Match(), p.Frame(0).State.Illegal
			if m.ToMove() == board.Empty || m.Phase() == play.PhaseKomi || m.Phase() == play.PhaseHandicap {
				if len(why) > 0 {
					t.Fatalf("in phase %s: %v", m.Phase(), why)
				}
				return
			}
			for _, point := range m.Game().Board().Empties() {
				name := m.Game().Graph().PointName(point)
				_, err := m.Decide(play.Command{Kind: play.Play, By: m.ToMove(), Point: name}, p.At())
				if errors.Is(err, play.ErrTimeUp) {
					return // over, but the flag has not fallen: a move made in time may be in transit
				}
				want := ""
				if err != nil && !errors.Is(err, play.ErrTooLong) {
					want = err.Error()
				}
				if why[name] != want {
					t.Fatalf("%s: %q, want %q", name, why[name], want)
				}
			}
			for name := range why {
				if point, err := m.Game().Graph().Point(name); err != nil || m.Game().Board().At(point) != board.Empty {
					t.Fatalf("%s is not empty", name)
				}
			}
		})
	})
}

func TestBoardsAreDrawnFromTheirGraph(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-7", "square-19", "square-3x2"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		b := position.BoardOf(g)
		text, err := json.Marshal(b)
		if err != nil || strings.Contains(string(text), "null") {
			t.Errorf("%s: %v, %s", name, err, text)
		}
		if b.Name != name || len(b.Names) != g.Points() || len(b.XY) != g.Points() || len(b.Rosettes) != len(g.Rosettes()) || len(b.Lines) != len(g.Lines()) {
			t.Errorf("%s: %d names, %d places, %d rosettes, %d lines", name, len(b.Names), len(b.XY), len(b.Rosettes), len(b.Lines))
		}
	}
}

func TestARatedGameOffersAnEstimateOnlyAtItsEnd(t *testing.T) {
	s := settings(t, "square-9", "tromp-taylor", "10m")
	s.Black.Kind = play.SeatUser
	s.White.Kind = play.SeatUser
	s.Rated = true
	m := open(t, s)
	if m.state().Estimable {
		t.Error("it offers one while it is played")
	}
	m.do(play.Command{Kind: play.Resign, By: board.Black})
	if !m.state().Estimable {
		t.Error("it offers none when it is over")
	}
}
