package play

import (
	"testing"
	"time"

	"rosette/game/board"
)

// second returns a time in a match opened at noon.
func second(s float64) time.Time { return noon.Add(time.Duration(s * float64(time.Second))) }

func TestTheFlagFallsByItselfWhenNoMoveCanBeUnderWay(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "10s")
	for _, other := range []string{"flag → ended W+T", "w c3 → time-up ended W+T", "w resign → time-up ended W+T"} {
		runScript(t, s, "10.569s: flag → time-left\n10.57s: "+other)
	}
	runScript(t, s, "10.569s: w resign → resigned ended B+R")
	if end, ok := opened(t, s).Deadline(); !ok || !end.Equal(second(10.57)) {
		t.Errorf("deadline %v, %v", end, ok)
	}
}

func TestLagDoesNotCountAsThinkingUpToTheQuota(t *testing.T) {
	const ms = time.Millisecond
	m := opened(t, between(t, "square-5", "tromp-taylor", "10s+2s")) // the start is 3 gains of 510 ms
	for _, c := range []struct {
		second            float64
		by                board.Color
		point             string
		lag, credit, left time.Duration
	}{
		{5, board.Black, "c3", 700 * ms, 700 * ms, 7700 * ms},
		{6, board.White, "c4", 5 * time.Second, 1000 * ms, 12000 * ms}, // the whole thinking time
		{14, board.Black, "d3", time.Hour, 1340 * ms, 3040 * ms},
		{15, board.White, "d4", -time.Hour, 0, 13000 * ms},
		{16.2, board.Black, "b3", 160 * ms, 160 * ms, 4000 * ms},
	} {
		said, events := doWithEvents(m, Command{Kind: Play, By: c.by, Point: c.point, Credit: c.lag, Waited: c.lag}, c.second)
		if said != "played" || events[0].Credit != c.credit || events[0].Waited != 0 {
			t.Fatalf("%vs: %s, %+v", c.second, said, events)
		}
		if got := m.Clock(c.by, second(c.second)).Main; got != c.left {
			t.Errorf("%vs: left %v, want %v", c.second, got, c.left)
		}
	}
}

func TestAMoveThatWasSentInTimeIsNotTooLate(t *testing.T) {
	for credit, want := range map[time.Duration]string{
		0: "time-up ended W+T", 100 * time.Millisecond: "time-up ended W+T", 101 * time.Millisecond: "played", time.Hour: "played",
	} {
		m := opened(t, between(t, "square-5", "tromp-taylor", "10s"))
		if got := do(m, Command{Kind: Play, By: board.Black, Point: "c3", Credit: credit}, 10.1); got != want {
			t.Errorf("%v of lag → %s, want %s", credit, got, want)
		}
	}
}

// Events other than moves do not record lag, so lag must not save such a command: the match could
// not be replayed.
func TestLagSavesNothingButMoves(t *testing.T) {
	m := opened(t, between(t, "square-5", "tromp-taylor", "5s/move"))
	for i, point := range []string{"c3", "d3", "c4"} {
		if got := do(m, Command{Kind: Play, By: board.Colors[i%2], Point: point}, float64(i)); got != "played" {
			t.Fatal(got)
		}
	}
	if got := do(m, Command{Kind: Undo, By: board.White, Credit: 500 * time.Millisecond}, 7.1); got != "time-up ended B+T" {
		t.Error(got)
	}
}

func TestACommandAfterTheFlagIsRefusedEachTimeItIsSent(t *testing.T) {
	m := opened(t, between(t, "square-5", "tromp-taylor", "10s"))
	late := Command{Kind: Play, By: board.Black, Point: "c3", ID: "1"}
	if got, events := doWithEvents(m, late, 11); got != "time-up ended W+T" || events[0].ID != "" {
		t.Errorf("%s, %+v", got, events)
	}
	if got := do(m, late, 12); got != "game-over" {
		t.Errorf("again: %s", got)
	}
}

func TestTheWaitOfABotForAProcessorIsNobodysTime(t *testing.T) {
	for _, c := range []struct {
		by     Seat
		waited time.Duration
		want   string
	}{
		{program, time.Hour, "played"},
		{program, 95 * time.Second, "played"},
		{program, 90 * time.Second, "time-up ended W+T"},
		{ada, time.Hour, "time-up ended W+T"},
	} {
		m := opened(t, with(between(t, "square-5", "tromp-taylor", "10s"), func(s *Settings) { s.Black = c.by }))
		got, events := doWithEvents(m, Command{Kind: Play, By: board.Black, Point: "c3", Waited: c.waited}, 100)
		if got != c.want {
			t.Errorf("%s waited %v → %s, want %s", c.by.Actor(), c.waited, got, c.want)
		}
		if got == "played" && (events[0].Waited != min(c.waited, 100*time.Second) || events[0].Credit != 0) {
			t.Errorf("%+v", events[0])
		}
	}
}

func TestTheFlagOfABotFallsOnlyWhenItsMoveComesTooLate(t *testing.T) {
	s := with(between(t, "square-5", "tromp-taylor", "10s"), func(s *Settings) { s.Black = program })
	if _, ok := opened(t, s).Deadline(); ok {
		t.Error("the flag of a bot falls by itself")
	}
	runScript(t, s, `
		99s: flag → time-left
		99s: w c3 → not-your-turn
		100s: b c3 → time-up ended W+T`)
}

func TestTheTimeInWhichNoServerRanIsNobodysTime(t *testing.T) {
	m := opened(t, between(t, "square-5", "tromp-taylor", "10s"))
	outages := []Outage{{second(-50), second(-40)}, {second(-5), second(1)}, {second(8), second(100)}}
	if got := m.Missed(outages); got != 93*time.Second {
		t.Fatalf("missed %v", got)
	}
	if got := do(m, Command{Kind: Suspend, For: m.Missed(outages)}, 100); got != "suspended" {
		t.Fatal(got)
	}
	if again, later := m.Missed(outages), m.Missed(append(outages, Outage{second(101), second(103)})); again != 0 || later != 2*time.Second {
		t.Errorf("missed again %v, later %v", again, later)
	}
	if left := m.Clock(board.Black, second(100)).Main; left != 3*time.Second {
		t.Errorf("left %v", left)
	}
	if got := do(m, Command{Kind: Play, By: board.Black, Point: "c3", After: 1}, 102.9); got != "played" {
		t.Errorf("a command from before the suspension: %s", got)
	}
}

func TestASuspensionDoesNotGoBeyondTheRunningTurn(t *testing.T) {
	runner := opened(t, between(t, "square-5", "tromp-taylor", "10s"))
	first, err := Open(runner.Settings(), noon)
	if err != nil {
		t.Fatal(err)
	}
	journal := []Event{first}
	for _, c := range []struct {
		second float64
		cmd    Command
		want   string
	}{
		{9, Command{Kind: Suspend, By: board.Black, For: time.Second}, "not-seated"},
		{30, Command{Kind: Suspend, For: time.Hour}, "suspended"},
		{30, Command{Kind: Suspend, For: time.Hour}, "wrong-phase"},
		{39, Command{Kind: Suspend, For: -time.Hour}, "wrong-phase"},
		{39.9, Command{Kind: Play, By: board.Black, Point: "c3"}, "played"},
		{41, Command{Kind: Suspend, For: time.Second}, "suspended"},
		{50.4, Command{Kind: Play, By: board.White, Point: "c4"}, "played"},
		{61, Command{Kind: Flag}, "ended W+T"},
	} {
		said, events := doWithEvents(runner, c.cmd, c.second)
		if said != c.want {
			t.Fatalf("%vs: %s → %s, want %s", c.second, c.cmd.Kind, said, c.want)
		}
		journal = append(journal, events...)
	}
	again, err := Replay(reread(t, journal))
	if err != nil || describe(again, second(61)) != describe(runner, second(61)) {
		t.Errorf("replayed: %v", err)
	}
	untimed := opened(t, between(t, "square-5", "tromp-taylor", "none"))
	if got := do(untimed, Command{Kind: Suspend, For: time.Hour}, 9999); got != "wrong-phase" {
		t.Errorf("without a clock: %s", got)
	}
}

func TestTimeThatGoesBackwardsCountsAsNone(t *testing.T) {
	m := runScript(t, between(t, "square-5", "tromp-taylor", "20s"), `
		5s: b c3 → played
		2s: w c4 → played
		9s: b d3 → played`)
	if b, w := m.Clock(board.Black, second(9)), m.Clock(board.White, second(9)); b.Main != 8*time.Second || w.Main != 20*time.Second {
		t.Errorf("Black has %v, White %v", b.Main, w.Main)
	}
}
