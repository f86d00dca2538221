package play

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

var noon = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

// ada is a person, program is the computer.
var (
	ada     = Seat{Kind: SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
	bob     = Seat{Kind: SeatGuest, ID: strings.Repeat("cd", 16), Name: "Bob"}
	program = Seat{Kind: SeatBot, ID: "full", Name: "Rosette"}
)

// failer is the part of testing.T and rapid.T used by helpers.
type failer interface {
	Helper()
	Fatal(...any)
}

// against returns settings for a person with Black against a program.
func against(t failer, boardName, rules, control string) Settings {
	t.Helper()
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return Settings{
		Board: boardName, Rules: r, Clock: c,
		Black: ada, White: program,
	}
}

// opened returns a match opened at noon.
func opened(t failer, s Settings) *Match {
	t.Helper()
	e, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMatch()
	m.Apply(e)
	return m
}

func TestBlackBeginsAndColoursAlternate(t *testing.T) {
	runScript(t, against(t, "square-5", "tromp-taylor", "none"), `
		w c3 → not-your-turn
		b c3 → played
		b c4 → not-your-turn
		w c3 → occupied
		w c4 → played`)
}

func TestTwoPassesEndTheMatchWithEveryStoneAlive(t *testing.T) {
	m := runScript(t, against(t, "square-5", "tromp-taylor", "none"), `
		b c3 → played
		w pass → passed
		b pass → passed ended B+17.5
		w c4 → game-over
		b undo → game-over
		b resign → game-over
		flag → game-over`)
	if !m.Over() || m.Result().Winner != board.Black || m.ToMove() != board.Empty || m.Seq() != 5 {
		t.Errorf("over %v, %v, %v to move, seq %d", m.Over(), m.Result(), m.ToMove(), m.Seq())
	}
}

func TestAPlayNeedsAPointOfTheBoard(t *testing.T) {
	s := against(t, "rosette-2", "mindsports-chinese", "none")
	for _, point := range []string{"", "pass", "z9", "a", "resign", strings.Repeat("x", 1e5), "a\x00", "\xff"} {
		m := opened(t, s)
		if got := do(m, Command{Kind: Play, By: board.Black, Point: point}, 0); got != "no-such-point" {
			t.Errorf("%.20q → %s", point, got)
		}
	}
}

func TestEitherSeatMayResignAtAnyTime(t *testing.T) {
	runScript(t, against(t, "square-5", "tromp-taylor", "none"), "w resign → resigned ended B+R")
	runScript(t, against(t, "square-5", "tromp-taylor", "none"), "b c3 → played\nb resign → resigned ended W+R")
}

func TestAnUndoGoesBackToThePlayersOwnTurn(t *testing.T) {
	m := runScript(t, against(t, "square-5", "tromp-taylor", "none"), `
		b undo → nothing-to-undo
		b c3 → played
		b undo → took-back
		b c3 → played
		w c4 → played
		b c2 → played
		w undo → asked
		w d4 → played
		asked? → empty
		b undo → took-back`)
	if m.ToMove() != board.Black || m.Game().Ply() != 2 {
		t.Errorf("%v to move at ply %d", m.ToMove(), m.Game().Ply())
	}
	if got := do(m, command("b undo"), 60); got != "took-back" || m.Game().Ply() != 0 {
		t.Errorf("%s, ply %d", got, m.Game().Ply())
	}
}

func TestTheNumberOfUndosIsBounded(t *testing.T) {
	m := opened(t, against(t, "square-5", "tromp-taylor", "none"))
	for range 2 * maxRequests {
		do(m, command("b c3"), 0)
		if got := do(m, command("b undo"), 0); got == "too-long" {
			break
		}
	}
	if m.Seq() > 2*maxRequests+2 || m.Game().Ply() != 1 {
		t.Errorf("%d events, ply %d", m.Seq(), m.Game().Ply())
	}
	if got := do(m, command("w c4"), 0); got != "played" {
		t.Errorf("the game cannot go on: %s", got)
	}
}

// Otherwise a losing player could prevent all marking of dead stones.
func TestAPlayerWhoUsesUpHisRequestsTakesNoneFromTheOther(t *testing.T) {
	m := opened(t, between(t, "square-5", "chinese", "10m"))
	do(m, command("b c3"), 0)
	do(m, command("w c4"), 0)
	for range maxRequests {
		if got := do(m, command("w add-time"), 0); got != "time-added" {
			t.Fatal(got)
		}
	}
	if got := do(m, command("w add-time"), 0); got != "too-long" {
		t.Fatal(got)
	}
	for _, step := range []struct{ said, want string }{
		{"b pass", "passed"},
		{"w pass", "passed stopped"},
		{"w mark c3 dead", "too-long"},
		{"server propose", "proposed"},
		{"b mark c4 dead", "marked"},
		{"b undo", "asked"},
		{"w grant", "too-long"},
		{"w refuse", "refused"},
		{"w agree", "agreed"},
		{"b dispute", "disputed resumed black"},
	} {
		if got := do(m, command(step.said), 0); got != step.want {
			t.Errorf("%s: %s, want %s", step.said, got, step.want)
		}
	}
}

func TestTheThirdRepetitionUnderSimpleKoVoidsTheMatch(t *testing.T) {
	m := runScript(t, against(t, "square-1x4", `{"ko":"SIMPLE"}`, "none"), `
		b a3 → played
		w a1 → played
		b a4 → played
		w a2 → played
		b a3 → played
		w a1 → played
		b a4 → played
		w a2 → played
		b a3 → played ended Void`)
	if m.Result().By != game.NoResult {
		t.Errorf("%+v", m.Result())
	}
}

func TestASecondPassFromAPositionStopsTheMatchUnderSimpleKo(t *testing.T) {
	runScript(t, against(t, "square-1x3", `{"ko":"SIMPLE","suicide":true}`, "none"), `
		b a1 → played
		w a2 → played
		b pass → passed
		w a3 → played
		b a1 → played
		w a2 → played
		b pass → passed stopped
		b dispute → disputed resumed white
		w a3 → played
		b a1 → played
		w a2 → played
		b pass → passed stopped`)
}

func TestARepeatedCommandIsIgnored(t *testing.T) {
	m := opened(t, against(t, "square-5", "tromp-taylor", "none"))
	first := Command{Kind: Play, By: board.Black, Point: "c3", ID: "1", After: 1}
	if got := do(m, first, 1); got != "played" {
		t.Fatal(got)
	}
	if got := do(m, first, 2); got != "" || m.Seq() != 2 {
		t.Errorf("again: %q, seq %d", got, m.Seq())
	}
	if got := do(m, Command{Kind: Play, By: board.White, Point: "c4", ID: "1"}, 3); got != "played" {
		t.Errorf("the opponent's command of the same ID: %q", got)
	}
}

func TestAnInvalidCommandIsRefused(t *testing.T) {
	m := opened(t, against(t, "square-5", "tromp-taylor", "none"))
	for want, cmd := range map[Refusal]Command{
		ErrNoCommand: {Kind: "castle", By: board.Black},
		ErrNotSeated: {Kind: Pass},
		ErrBadID:     {Kind: Pass, By: board.Black, ID: strings.Repeat("x", 65)},
	} {
		if _, err := m.Decide(cmd, noon); err != want {
			t.Errorf("%+v: %v, want %v", cmd, err, want)
		}
	}
	for _, cmd := range []Command{{Kind: Pass, By: 9}, {Kind: Flag, By: 9}} {
		if _, err := m.Decide(cmd, noon); err != ErrNotSeated {
			t.Errorf("%+v: %v", cmd, err)
		}
	}
	for _, id := range []string{"a b", "é", "\n", "\xff"} {
		if _, err := m.Decide(Command{Kind: Pass, By: board.Black, ID: id}, noon); err != ErrBadID {
			t.Errorf("ID %q: %v", id, err)
		}
	}
	if _, err := new(Match).Decide(Command{Kind: Pass, By: board.Black}, noon); err != ErrNotSeated {
		t.Errorf("a match that nobody opened: %v", err)
	}
}

func TestInvalidSettingsAreRefused(t *testing.T) {
	good := against(t, "square-5", "tromp-taylor", "none")
	for want, damage := range map[string]func(*Settings){
		"use rosette-1 to":   func(s *Settings) { s.Board = "chess" },
		"choose allow":       func(s *Settings) { s.Rules.Libertyless = game.LibertylessForbidden },
		"no ruleset":         func(s *Settings) { s.Rules.Preset = "poker" },
		"needs main time":    func(s *Settings) { s.Clock = clock.Control{Kind: clock.Absolute} },
		"user, guest or bot": func(s *Settings) { s.Black.Kind = "" },
		"32 hexadecimal":     func(s *Settings) { s.Black.ID = "abcd" },
		"name of a level":    func(s *Settings) { s.White.ID = "" },
		"letters, digits":    func(s *Settings) { s.Black = Seat{Kind: SeatUser, ID: "a/b"} },
		"up to 96 bytes":     func(s *Settings) { s.White.Name = strings.Repeat("x", 97) },
		"of UTF-8":           func(s *Settings) { s.White.Name = "\xff" },
	} {
		s := good
		damage(&s)
		_, err := Open(s, noon)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

func TestARefusalByTheRulesIsReturnedAsItIs(t *testing.T) {
	m := runScript(t, against(t, "square-1x2", `{"ko":"SIMPLE"}`, "none"), "b a1 → played\nw a2 → played")
	_, err := m.Decide(command("b a1"), noon)
	var rules game.Refusal
	if !errors.As(err, &rules) || rules != game.ErrKo {
		t.Errorf("%v", err)
	}
}
