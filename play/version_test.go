package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"rosette/game/board"
)

// oldJournals returns journals written by version 1.
func oldJournals(t *testing.T) (journals [][]Event) {
	t.Helper()
	text, err := os.ReadFile("testdata/version1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		e, err := Upcast(1, line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if e.Kind == Opened {
			journals = append(journals, nil)
		}
		last := &journals[len(journals)-1]
		*last = append(*last, e)
	}
	return journals
}

func TestMatchesOfVersion1ArePlayedOn(t *testing.T) {
	journals := oldJournals(t)
	if len(journals) != 4 {
		t.Fatalf("%d journals", len(journals))
	}
	for i, journal := range journals {
		m, err := Replay(journal)
		if err != nil {
			t.Fatalf("journal %d: %v", i, err)
		}
		if !m.Over() {
			if got := do(m, command("b resign"), 20); got != "resigned ended W+R" {
				t.Errorf("journal %d: %s", i, got)
			}
		}
	}
	opened := journals[0][0].Settings
	want := Seat{Kind: SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
	if opened.Black != want || opened.White.Actor() != "bot/level-1" || opened.White.Name != "Rosette" {
		t.Errorf("%+v, %+v", opened.Black, opened.White)
	}
}

// Before version 3 honeycombs had no points for a fixed handicap, and Black placed it.
func TestAHandicapOnAHoneycombOfVersion2StaysWhereBlackPlacedIt(t *testing.T) {
	first, err := Open(handicap(t, "rosette-3", "aga", 2), noon)
	if err != nil {
		t.Fatal(err)
	}
	body, err := first.Body()
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int]int{2: 2, EventVersion: 0} {
		e, err := Upcast(version, body)
		if err != nil {
			t.Fatal(err)
		}
		e.Seq = first.Seq
		e.At = first.At
		e.Kind = first.Kind
		m, err := Replay([]Event{e})
		if err != nil {
			t.Fatal(err)
		}
		if m.ToPlace() != want {
			t.Errorf("version %d: %d stones to place, want %d", version, m.ToPlace(), want)
		}
	}
}

func TestASeatOfVersion1NeedsAKeyOrALevel(t *testing.T) {
	const before, after = `{"seq":1,"kind":"opened","settings":{"board":"square-5","rules":{"preset":"aga"},"clock":"none","black":`, `}}`
	e, err := Upcast(1, []byte(before+`{"program":true,"name":"a"},"white":{"key":"`+strings.Repeat("AB", 32)+`"}`+after))
	if err != nil || e.Settings.Black.Actor() != "bot/full" || e.Settings.White.Actor() != "guest/"+strings.Repeat("ab", 16) {
		t.Errorf("%+v, %v", e.Settings, err)
	}
	for _, bad := range []string{`{"name":"a"},"white":{"program":true}`, `{"program":true},"white":{"key":"abcd"}`} {
		if _, err := Upcast(1, []byte(before+bad+after)); err == nil || !strings.Contains(err.Error(), "seat of") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestTheBodyOfAnEventHasWhatTheColumnsOfTheLogDoNotHave(t *testing.T) {
	for _, e := range phasesJournal(t) {
		body, err := e.Body()
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range []string{`"seq"`, `"at"`, `"kind":"` + string(e.Kind), `"actor"`} {
			if bytes.Contains(body, []byte(column)) {
				t.Errorf("%s has %s", body, column)
			}
		}
		read, err := Upcast(EventVersion, body)
		if err != nil {
			t.Fatal(err)
		}
		read.Seq = e.Seq
		read.At = e.At
		read.Kind = UpcastKind(EventVersion, e.Kind)
		read.Actor = e.Actor
		if whole := reread(t, []Event{e})[0]; !reflect.DeepEqual(read, whole) {
			t.Errorf("read %+v\nwant %+v", read, whole)
		}
	}
}

func TestAnEventNamesItsActorAndNoSecret(t *testing.T) {
	journal := phasesJournal(t)
	for _, e := range journal {
		want := ""
		switch {
		case e.Kind == Opened || e.Kind == Proposed:
		case e.Color != 0 && e.Kind != Resumed:
			want = ada.Actor() // colours swapped: Black bid less
			if (e.Seq <= 4) == (e.Color == 2) {
				want = bob.Actor()
			}
		default:
			want = e.Actor
		}
		if e.Actor != want {
			t.Errorf("%d %s of %v: actor %q, want %q", e.Seq, e.Kind, e.Color, e.Actor, want)
		}
	}
	text, err := json.Marshal(journal)
	if err != nil || bytes.Contains(text, []byte(`"key"`)) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestAnUnknownVersionIsAnUnknownEvent(t *testing.T) {
	for _, version := range []int{-1, 0, EventVersion + 1} {
		if _, err := Upcast(version, []byte(`{}`)); !errors.Is(err, ErrUnknownEvent) {
			t.Errorf("version %d: %v", version, err)
		}
	}
	for _, version := range []int{1, EventVersion} {
		if _, err := Upcast(version, []byte(`{`)); !errors.Is(err, ErrDamaged) {
			t.Errorf("version %d, damaged: %v", version, err)
		}
	}
}

func TestAnEndOnTimeOfVersion1KnewNoGrace(t *testing.T) {
	for name, black := range map[string]Seat{"a person": ada, "a bot": program} {
		first, err := Open(with(between(t, "square-5", "tromp-taylor", "10s"), func(s *Settings) { s.Black = black }), noon)
		if err != nil {
			t.Fatal(err)
		}
		for after, sound := range map[float64]bool{9.99: false, 10: true, 1000: true} {
			for _, ended := range []Event{{}, {Color: board.White, ID: "resign"}, {Color: board.Black, ID: "move"}} {
				ended.Seq = 2
				ended.At = second(after)
				ended.Kind = Ended
				ended.Result = "W+T"
				if _, err := Replay([]Event{first, ended}); (err == nil) != sound {
					t.Errorf("%s, after %v s, %+v: %v", name, after, ended, err)
				}
			}
		}
	}
}
