package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game"
	"rosette/game/board"
)

// loaded returns the match of a journal.
func loaded(t failer, journal []Event) *Match {
	t.Helper()
	m := NewMatch()
	if err := m.Load(journal); err != nil {
		t.Fatal(err)
	}
	return m
}

// standing returns the events that undos have not taken back, starting with Opened.
func standing(journal []Event) (stand []Event) {
	for _, e := range journal {
		switch _, undoable := undoableReducers[e.Kind]; {
		case undoable || e.Kind == Opened:
			stand = append(stand, e)
		case e.Kind == TookBack:
			stand = stand[:1+e.Left]
		}
	}
	return stand
}

// slowState folds the state from the first event, as if undone events had never happened.
func slowState(journal []Event) state {
	stand := standing(journal)
	at := newState(stand[0].Settings)
	for _, e := range stand[1:] {
		undoableReducers[e.Kind](&at, e)
	}
	return at
}

// describeState returns everything in a state, including the legal moves in its games.
func describeState(at state) string {
	text := fmt.Sprint(at.phase, at.toMove, at.swapped, at.bidding, at.placed, at.dead, at.unsure, at.proposed,
		at.disagreed, at.agreed, at.voided, at.flowerPasses, at.chosenMover, describeGame(at.game))
	if t := at.confirmation; t != nil {
		kos := slices.SortedFunc(maps.Keys(t.kos), func(a, b koBan) int { return int(a.point-b.point)*2 + int(a.color) - int(b.color) })
		text += fmt.Sprint(t.head, t.owner, t.startPly, t.passes, kos, describeGame(t.game))
	}
	return text
}

func describeGame(g *game.Game) string {
	var all strings.Builder
	for ply := range g.Ply() {
		fmt.Fprint(&all, g.Move(ply))
	}
	for _, c := range board.Colors {
		for p := range board.Point(g.Graph().Points()) {
			fmt.Fprint(&all, g.Board().At(p), g.Legal(p, c))
		}
		fmt.Fprint(&all, g.Prisoners(c), g.PassStonesPaid(c), g.GivesUpTurn(c))
	}
	return all.String() + fmt.Sprint(g.Rules(), g.Handicap(), g.Passes(), g.PassesInRow(), g.NoResult(), g.Score(), g.Board().Hash())
}

func TestAnUndoLeadsToTheStateThatReplayingLeadsTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySettings(t)
		s.White = Seat{Kind: SeatGuest, ID: ada.ID, Name: "Bob"} // may undo freely
		first, err := Open(s, noon)
		if err != nil {
			t.Fatal(err)
		}
		m, journal := NewMatch(), []Event{first}
		m.Apply(first)
		for range rapid.IntRange(0, 120).Draw(t, "commands") {
			cmd := anyCommand(t, m)
			cmd.ID, cmd.After = "", 0
			_, events := doWithEvents(m, cmd, float64(m.Seq())/10)
			journal = append(journal, events...)
			if m.Over() {
				return
			}
			if got, want := describeState(m.state), describeState(slowState(journal)); got != want {
				t.Fatalf("after %s\n%s\nreplayed\n%s", cmd.Kind, got, want)
			}
		}
		if again := loaded(t, reread(t, journal)); describeState(again.state) != describeState(m.state) || again.clock != m.clock {
			t.Fatal("loaded otherwise")
		}
	})
}

func TestAMatchIsLoadedInAnyNumberOfParts(t *testing.T) {
	for _, journal := range append(oldJournals(t), phasesJournal(t), confirmationJournal(t)) {
		for n := range journal {
			m := loaded(t, journal[:n+1])
			if err := m.Load(journal[n+1:]); err != nil {
				t.Fatal(err)
			}
			whole, err := Replay(journal)
			if err != nil || describe(m, second(99)) != describe(whole, second(99)) {
				t.Fatalf("after %d events: %v", n+1, err)
			}
		}
	}
}

func TestWhatWasAcceptedOnceIsLoadedThoughItWouldBeRefusedToday(t *testing.T) {
	journal := journalOf(t, between(t, "square-5", "tromp-taylor", "none"), "b c3\nw c4\nb d3")
	journal[2].Color, journal[3].Point = board.Black, "e5" // out of turn
	if _, err := Replay(journal); err == nil {
		t.Fatal("it would be accepted")
	}
	if m := loaded(t, journal); m.Game().Ply() != 3 || m.Seq() != 4 {
		t.Errorf("ply %d, seq %d", m.Game().Ply(), m.Seq())
	}
}

func TestAnEventThatThisProgramDoesNotKnowIsNamed(t *testing.T) {
	journal := fullJournal(t)
	journal[2].Kind = "castled"
	m := NewMatch()
	err := m.Load(journal)
	if !errors.Is(err, ErrUnknownEvent) || err.Error() != `event 3, "castled": unknown-event` {
		t.Errorf("%v", err)
	}
	if m.Seq() != 2 || m.Game().Ply() != 1 {
		t.Errorf("seq %d, ply %d", m.Seq(), m.Game().Ply())
	}
	before := describe(m, noon)
	if m.Apply(journal[2]); describe(m, noon) != before || m.Seq() != 2 {
		t.Error("an event of unknown kind was applied")
	}
}

func TestAnEventThatCannotBeAppliedIsNamedAndChangesNothing(t *testing.T) {
	find := func(j []Event, kind Kind) int {
		return slices.IndexFunc(j, func(e Event) bool { return e.Kind == kind })
	}
	for name, c := range map[string]struct {
		journal func(testing.TB) []Event
		kind    Kind
		damage  func(e *Event)
		want    string
	}{
		"order":      {phasesJournal, Placed, func(e *Event) { e.Seq++ }, "not the next"},
		"opening":    {phasesJournal, Opened, func(e *Event) { e.Kind = Played }, "begins with"},
		"settings":   {phasesJournal, Opened, func(e *Event) { e.Settings = nil }, "settings are missing"},
		"board":      {phasesJournal, Opened, func(e *Event) { e.Settings.Board = "chess" }, "chess"},
		"clock":      {phasesJournal, Opened, func(e *Event) { e.Settings.Clock.Kind = "byo-yomi" }, "time"},
		"phase":      {phasesJournal, Placed, func(e *Event) { e.Kind = Marked }, "phase"},
		"colour":     {phasesJournal, Played, func(e *Event) { e.Color = 7 }, "colour"},
		"no colour":  {phasesJournal, Played, func(e *Event) { e.Color = 0 }, "colour"},
		"side":       {phasesJournal, Played, func(e *Event) { e.Side = 255 }, "colour"},
		"komi":       {phasesJournal, Settled, func(e *Event) { e.Komi = 1e300 }, "bad-komi"},
		"point":      {phasesJournal, Played, func(e *Event) { e.Point = "z9" }, "no such point"},
		"occupied":   {phasesJournal, Played, func(e *Event) { e.Point = "c3" }, "occupied"},
		"handicap":   {phasesJournal, Placed, func(e *Event) { e.Point = "" }, "no such point"},
		"stop":       {phasesJournal, Played, func(e *Event) { e.Kind = Stopped }, "not passed"},
		"chain":      {phasesJournal, Proposed, func(e *Event) { e.Unsure = []string{"a1"} }, "no such chain"},
		"twice":      {phasesJournal, Marked, func(e *Event) { e.Points = append(e.Points, e.Points[0]) }, "no such chain"},
		"left":       {phasesJournal, TookBack, func(e *Event) { e.Left = 99 }, "fewer events"},
		"negative":   {phasesJournal, TookBack, func(e *Event) { e.Left = -1 }, "fewer events"},
		"dead":       {phasesJournal, Ended, func(e *Event) { e.Points = []string{"z9"} }, "no such point"},
		"result":     {phasesJournal, Ended, func(e *Event) { e.Result = "a lot" }, "result"},
		"reason":     {phasesJournal, Ended, func(e *Event) { e.Reason = "boredom" }, "no end by"},
		"confirming": {confirmationJournal, Confirming, func(e *Event) { e.Point = "a1" }, "no such chain"},
		"confirmed":  {confirmationJournal, Confirmed, func(e *Event) { e.Point = "z9" }, "no such point"},
	} {
		journal := reread(t, c.journal(t))
		i := find(journal, c.kind)
		c.damage(&journal[i])
		m := NewMatch()
		err := m.Load(journal)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || !isDamage(err) {
			t.Errorf("%s: %v, want %q in one line and damage", name, err, c.want)
		}
		if m.Seq() != i || i > 0 && describe(m, noon) != describe(loaded(t, journal[:i]), noon) {
			t.Errorf("%s: seq %d of %d", name, m.Seq(), i)
		}
	}
	over := fullJournal(t)
	if err := loaded(t, over).Load([]Event{{Seq: len(over) + 1, Kind: Resigned}}); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("after the end: %v", err)
	}
}

// isDamage reports whether errors.Is and errors.As both find [ErrDamaged].
func isDamage(err error) bool {
	refusal := Refusal("")
	return errors.Is(err, ErrDamaged) && errors.As(err, &refusal) && refusal == ErrDamaged
}

// use calls the methods that a server uses, so that damage would be noticed.
func use(m *Match, now time.Time) {
	if m.Game() == nil {
		return
	}
	describe(m, now)
	describeState(m.state)
	for _, line := range []string{"b c3", "w pass", "b pass", "b mark a1 dead", "b undo", "w grant", "server propose a1", "b agree", "w agree", "b resign"} {
		events, _ := m.Decide(command(line), now) // refusals are fine
		for _, e := range events {
			m.Apply(e)
		}
		describe(m, now)
	}
}

func TestADamagedLogIsLoadedUpToTheDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := Open(anySettings(t), noon)
		if err != nil {
			t.Fatal(err)
		}
		live, journal := NewMatch(), []Event{first}
		live.Apply(first)
		for range rapid.IntRange(0, 60).Draw(t, "commands") {
			_, events := doWithEvents(live, anyCommand(t, live), float64(live.Seq()))
			journal = append(journal, events...)
		}
		journal = reread(t, journal)
		for range rapid.IntRange(1, 3).Draw(t, "damages") {
			if journal[0].Settings != nil {
				damage(t, journal)
			}
		}
		m := NewMatch()
		if err := m.Load(journal); (err == nil) != (m.Seq() == len(journal)) {
			t.Fatalf("%d of %d events, %v", m.Seq(), len(journal), err)
		}
		use(m, second(100))
	})
}

// anyEvent draws an event without regard to the match's state.
func anyEvent(t *rapid.T, m *Match) Event {
	kind := rapid.SampledFrom(slices.Sorted(maps.Keys(applicable))).Draw(t, "kind")
	if kind == Ended && rapid.IntRange(0, 9).Draw(t, "end") > 0 {
		kind = Played
	}
	stones := pointFor(t, m, commandFor[kind])
	colour := rapid.SampledFrom([]board.Color{0, 1, 2, 1, 2, 3})
	e := Event{
		Seq: m.Seq() + 1, At: second(rapid.Float64Range(-5, 60).Draw(t, "at")), Kind: kind, Color: colour.Draw(t, "color"),
		Point: stones.Draw(t, "point"), Points: rapid.SliceOfN(stones, 0, 2).Draw(t, "points"), Dead: rapid.Bool().Draw(t, "dead"),
		Side: colour.Draw(t, "side"), Komi: float64(rapid.IntRange(-9, 9).Draw(t, "komi")) / 2, Swap: rapid.Bool().Draw(t, "swap"),
		Left: rapid.IntRange(-1, 9).Draw(t, "left"), Ply: rapid.IntRange(-1, 2).Draw(t, "ply"), Result: "B+R",
		Credit: time.Duration(rapid.Int64().Draw(t, "credit")), Waited: time.Duration(rapid.Int64().Draw(t, "waited")),
		For: time.Duration(rapid.Int64().Draw(t, "for")),
	}
	if kind == Proposed {
		e.Unsure = rapid.SliceOfN(stones, 0, 1).Draw(t, "unsure")
	}
	return e
}

func TestAnyEventIsAppliedOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := Open(anySettings(t), noon)
		if err != nil {
			t.Fatal(err)
		}
		m, journal := loaded(t, []Event{first}), []Event{first}
		for range rapid.IntRange(0, 80).Draw(t, "events") {
			e, before := anyEvent(t, m), describe(m, noon)+describeState(m.state)
			if m.Load([]Event{e}) == nil {
				journal = append(journal, e)
			} else if describe(m, noon)+describeState(m.state) != before {
				t.Fatalf("a refused %s has changed the match", e.Kind)
			}
			if !m.Over() && describeState(m.state) != describeState(slowState(journal)) {
				t.Fatalf("after %s\n%s\nreplayed\n%s", e.Kind, describeState(m.state), describeState(slowState(journal)))
			}
		}
		use(m, second(100))
	})
}

func FuzzLoad(f *testing.F) {
	for _, journal := range [][]Event{phasesJournal(f), confirmationJournal(f)} {
		text, err := json.Marshal(journal)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`[{"seq":1,"kind":"opened","settings":{"board":"rosette-1","rules":{"preset":"flower"},"clock":"5s+2x3s","komiBy":"secret","handicap":1}},` +
		`{"seq":2,"kind":"settled","komi":-3,"swap":true},{"seq":3,"kind":"played","color":2,"point":"A1","credit":-1,"waited":1000000000000000000},` +
		`{"seq":4,"kind":"suspended","for":1000000000000000000},{"seq":5,"kind":"took-back","left":0},{"seq":6,"kind":"ended","result":"B+T"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var journal []Event
		if json.Unmarshal([]byte(text), &journal) != nil {
			return
		}
		m := NewMatch()
		err := m.Load(journal)
		if (err == nil) != (m.Seq() == len(journal)) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%d of %d events, %v", m.Seq(), len(journal), err)
		}
		use(m, second(100))
	})
}
