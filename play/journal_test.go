package play

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game"
	"rosette/game/board"
)

// journalOf returns the events of a script, see runScript.
func journalOf(t testing.TB, s Settings, fullJournal string) []Event {
	t.Helper()
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m, journal := NewMatch(), []Event{first}
	m.Apply(first)
	for _, line := range strings.Split(strings.TrimSpace(fullJournal), "\n") {
		said, events := doWithEvents(m, command(line), float64(m.Seq()))
		if len(events) == 0 {
			t.Fatalf("%s: %s", line, said)
		}
		journal = append(journal, events...)
	}
	return journal
}

// fullJournal returns the journal of a short match with all kinds of moves.
func fullJournal(t *testing.T) []Event {
	return journalOf(t, against(t, "square-5", "tromp-taylor", "none"), "b c3\nw c4\nb undo\nb pass\nw pass")
}

// phasesJournal returns the journal of a match with many phases.
func phasesJournal(t testing.TB) []Event {
	s := between(t, "square-5", "flower", "none")
	s.KomiBy, s.Handicap = KomiSecret, 2
	return journalOf(t, s, `
b bid 3
w bid 4
w place c3
w undo
b grant
w place c3
w place c2
b d3
w pass
b pass
server propose d3 unsure c2
b agree
w mark d3 c3 dead
w agree
b agree
w pass
b pass`)
}

// confirmationJournal returns the journal of a match with a confirmation.
func confirmationJournal(t testing.TB) []Event {
	return journalOf(t, between(t, "square-5", "japanese-1989", "none"), `
b c3
w pass
b pass
w confirm c3
w c4
b pass
w pass
b agree
w agree`)
}

func TestAJournalOfAnotherProgramIsRefused(t *testing.T) {
	for want, damage := range map[string]func([]Event) []Event{
		"event 3 where 2":         func(j []Event) []Event { return append(j[:1], j[2:]...) },
		"begins with":             func(j []Event) []Event { j[0].Kind = Played; return j },
		"without settings":        func(j []Event) []Event { j[0].Settings = nil; return j },
		"occupied":                func(j []Event) []Event { j[2].Point = "C3"; return j },
		"no-such-point":           func(j []Event) []Event { j[1].Point = "z99"; return j },
		"not-your-turn":           func(j []Event) []Event { j[1].Color = board.White; return j },
		"unknown to this program": func(j []Event) []Event { j[1].Kind = "castled"; return j },
		"ended\" W+7.5":           func(j []Event) []Event { j[len(j)-1].Result = "W+R"; return j },
		`these rules make "`:      func(j []Event) []Event { return j[:len(j)-1] },
		"event 4, \"took-bac":     func(j []Event) []Event { j[3].Ply = 99; return j },
	} {
		copied := reread(t, fullJournal(t))
		if _, err := Replay(copied); err != nil {
			t.Fatal(err)
		}
		_, err := Replay(damage(copied))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

func TestAnOldResultStandsEvenIfItWouldBeCountedDifferently(t *testing.T) {
	journal := fullJournal(t)
	journal[len(journal)-1].Result = "B+1.5"
	m, err := Replay(journal)
	if err != nil || m.Result().String() != "B+1.5" {
		t.Errorf("%v, %v", m.Result(), err)
	}
	for _, bad := range []string{"", "a lot", "Void"} {
		journal[len(journal)-1].Result = bad
		if _, err := Replay(journal); err == nil {
			t.Errorf("result %q was taken", bad)
		}
	}
}

func TestAnImpossibleEventIsRefused(t *testing.T) {
	find := func(j []Event, kind Kind) *Event {
		i := slices.IndexFunc(j, func(e Event) bool { return e.Kind == kind })
		return &j[i]
	}
	for _, c := range []struct {
		want    string
		journal func(testing.TB) []Event
		damage  func(j []Event)
	}{
		{"no-such-point", phasesJournal, func(j []Event) { find(j, Placed).Point = "z9" }},
		{`make "settled"`, phasesJournal, func(j []Event) { find(j, Settled).Komi = 3 }},
		{`make "settled"`, phasesJournal, func(j []Event) { find(j, Settled).Swap = false }},
		{`make "settled"`, phasesJournal, func(j []Event) { find(j, Settled).Point = "C3" }},
		{"bad-komi", phasesJournal, func(j []Event) { find(j, Bade).Komi = 0.25 }},
		{"no command causes this event", phasesJournal, func(j []Event) { find(j, Bade).Kind = Settled }},
		{"no-such-point", phasesJournal, func(j []Event) { find(j, Proposed).Unsure = []string{"z9"} }},
		{`make "proposed"`, phasesJournal, func(j []Event) { find(j, Proposed).Points = []string{"d3"} }},
		{"no-chain", phasesJournal, func(j []Event) { find(j, Marked).Points = nil }},
		{`make "marked"`, phasesJournal, func(j []Event) { find(j, Marked).Points = []string{"D3", "C2"} }},
		{"dead stones: no-such-point", phasesJournal, func(j []Event) { find(j, Ended).Points = []string{"z9"} }},
		{"dead stones: no-chain", phasesJournal, func(j []Event) { find(j, Ended).Points = []string{"A1"} }},
		{`make "ended"`, phasesJournal, func(j []Event) { find(j, Ended).Reason = "both-lose" }},
		{`make "took-back"`, phasesJournal, func(j []Event) { find(j, TookBack).Left = -1 }},
		{`make "passed"`, phasesJournal, func(j []Event) { find(j, Passed).Result = "B+R" }},
		{"not-seated", phasesJournal, func(j []Event) { find(j, Passed).Color = 7 }},
		{"no-such-point", confirmationJournal, func(j []Event) { find(j, Confirming).Point = "z9" }},
		{"no-chain", confirmationJournal, func(j []Event) { find(j, Confirming).Point = "A1" }},
		{`make "confirmed"`, confirmationJournal, func(j []Event) { find(j, Confirmed).Point = "C2" }},
		{`make "confirmed"`, confirmationJournal, func(j []Event) { find(j, Confirmed).Dead = true }},
		{"no-ko", confirmationJournal, func(j []Event) { j[7].Point = "C3" }},
		{"handicap 13: use 0 to 12", phasesJournal, func(j []Event) { j[0].Settings.Handicap = 13 }},
		{"handicap -1: use 0 to 12", phasesJournal, func(j []Event) { j[0].Settings.Handicap = -1 }},
		{"weaker: use 1", phasesJournal, func(j []Event) { j[0].Settings.Weaker = 255 }},
		{"komi by", phasesJournal, func(j []Event) { j[0].Settings.KomiBy = "dice" }},
		{"not-your-turn", phasesJournal, func(j []Event) { j[0].Settings.Weaker = board.White }},
	} {
		copied := reread(t, c.journal(t))
		if _, err := Replay(copied); err != nil {
			t.Fatal(err)
		}
		c.damage(copied)
		_, err := Replay(copied)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, c.want)
		}
	}
}

func TestAnyTieBreakSeedIsReplayed(t *testing.T) {
	for lot := range uint64(4) {
		journal := reread(t, phasesJournal(t))
		journal[0].Settings.TieBreakSeed = 1<<64 - 1 - lot
		if _, err := Replay(journal); err != nil {
			t.Errorf("lot %d: %v", journal[0].Settings.TieBreakSeed, err)
		}
	}
}

// damage changes an event in a journal.
func damage(t *rapid.T, journal []Event) {
	e := &journal[rapid.IntRange(0, len(journal)-1).Draw(t, "event")]
	point := rapid.SampledFrom([]string{"", "A1", "A2", "B1", "B2", "C3", "a1", "z9", "pass", "\xff", "\n"})
	colour := rapid.SampledFrom([]board.Color{0, 1, 2, 3, 255})
	number := rapid.SampledFrom([]int{-1 << 62, -1, 0, 1, 2, 3, 1 << 62})
	kinds := append(slices.Collect(maps.Keys(undoableReducers)), slices.Collect(maps.Keys(matchReducers))...)
	slices.Sort(kinds)
	damages := []func(){
		func() { e.Kind = rapid.SampledFrom(append(kinds, "", "\n")).Draw(t, "kind") },
		func() { e.Color = colour.Draw(t, "color") },
		func() { e.Point = point.Draw(t, "point") },
		func() { e.Points = rapid.SliceOf(point).Draw(t, "points") },
		func() { e.Unsure = rapid.SliceOf(point).Draw(t, "unsure") },
		func() { e.Dead = !e.Dead },
		func() { e.Swap = !e.Swap },
		func() { e.Side = colour.Draw(t, "side") },
		func() { e.Komi = rapid.Float64().Draw(t, "komi") },
		func() { e.Left = number.Draw(t, "left") },
		func() { e.Ply = number.Draw(t, "ply") },
		func() { e.Seq = number.Draw(t, "seq") },
		func() { e.ID = rapid.SampledFrom([]string{"", "a", "\n"}).Draw(t, "id") },
		func() {
			e.Result = rapid.SampledFrom([]string{"", "B+R", "W+0.5", "Draw", "Void", "\n"}).Draw(t, "result")
		},
		func() { e.Reason = rapid.SampledFrom([]game.Reason{"", game.BothLose, "\n"}).Draw(t, "reason") },
		func() { e.At = e.At.Add(time.Duration(number.Draw(t, "at"))) },
		func() { e.Credit = time.Duration(number.Draw(t, "credit")) },
		func() { e.Waited = time.Duration(number.Draw(t, "waited")) },
		func() { e.For = time.Duration(number.Draw(t, "for")) },
		func() { e.Actor = rapid.SampledFrom([]string{"", "bot/full", "\n"}).Draw(t, "actor") },
		func() { journal[0].Settings.Handicap = number.Draw(t, "handicap") },
		func() { journal[0].Settings.Weaker = colour.Draw(t, "weaker") },
		func() { journal[0].Settings.TieBreakSeed = rapid.Uint64().Draw(t, "lot") },
		func() { journal[0].Settings.Rules.Komi = rapid.Float64().Draw(t, "whose komi") },
		func() { journal[0].Settings.Halves = !journal[0].Settings.Halves },
		func() {
			journal[0].Settings.KomiBy = rapid.SampledFrom([]KomiBy{KomiGiven, KomiDivide, "\n"}).Draw(t, "by")
		},
		func() { journal[0].Settings = nil },
	}
	damages[rapid.IntRange(0, len(damages)-1).Draw(t, "spoiler")]()
}

func TestADamagedJournalIsRefusedInOneLineOrValid(t *testing.T) {
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
		damage(t, journal)
		m, err := Replay(journal)
		if err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "event log: ")) {
			t.Fatalf("%q is not one line", err)
		}
		if err == nil && m.Seq() != len(journal) {
			t.Fatalf("%d events, seq %d", len(journal), m.Seq())
		}
		if m.Game() != nil {
			describe(m, noon)
		}
	})
}
