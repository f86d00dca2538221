package play

import (
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

func TestAMatchIsAbortedBeforeTheSecondMove(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "10m")
	for _, script := range []string{
		"w abort → aborted ended Void aborted\nb c3 → game-over",
		"b abort → aborted ended Void aborted",
		"b c3 → played\nb abort → aborted ended Void aborted",
		"b c3\nw d4 → played\nb abort → too-late\nw abort → too-late",
		"b pass → passed\nw pass → passed ended W+9",
	} {
		runScript(t, with(s, func(s *Settings) { s.Rules.Komi = 9 }), script)
	}
	s.KomiBy = KomiOpen
	m := runScript(t, s, "b bid 3 → bade\nw abort → aborted ended Void aborted")
	if r := m.Result(); r != (game.Result{By: game.Aborted}) {
		t.Errorf("the result is %+v", r)
	}
	s = between(t, "square-5", "aga", "10m")
	runScript(t, s, "b pass → passed\nw pass → passed stopped\nb abort → too-late\nw dispute → disputed resumed black\nb abort → too-late")
}

func TestALiveMatchOfTwoPersonsIsAbortedWithoutFirstMoves(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "10m+5s").WithStart()
	runScript(t, s, `
		119s: flag → time-left
		119s: starts? → 2m0s
		120s: b c3 → time-up ended Void aborted`)
	runScript(t, s, `
		100s: b c3 → played
		100s: starts? → 3m40s
		219s: w c4 → played
		219s: starts? → none
		500s: flag → time-left`)
	runScript(t, s, "100s: b c3 → played\n220s: flag → ended Void aborted")
	runScript(t, s, "121s: w resign → resigned ended B+R")
	runScript(t, with(s, func(s *Settings) { s.KomiBy = KomiSecret }), `
		30s: b bid 3 → bade
		149s: starts? → 2m30s
		150s: w bid 4 → time-up ended Void aborted`)
	runScript(t, with(s, func(s *Settings) { s.Start = time.Hour }), "600s: flag → time-left\n606s: flag → ended W+T")
	for text, settings := range map[string]Settings{
		"a bot":             against(t, "square-5", "tromp-taylor", "10m"),
		"by correspondence": between(t, "square-5", "tromp-taylor", "1d/move"),
		"no clock":          between(t, "square-5", "tromp-taylor", "none"),
		"one person":        with(s, func(s *Settings) { s.White, s.Start = s.Black, 0 }),
	} {
		if got := settings.WithStart().Start; got != 0 {
			t.Errorf("%s: %v for the first move", text, got)
		}
	}
	if got := between(t, "square-5", "tromp-taylor", "3m").WithStart().Start; got != time.Minute {
		t.Errorf("%v for the first move of a fast game", got)
	}
}

func TestAnOutageIsNoTimeForAFirstMove(t *testing.T) {
	m := opened(t, between(t, "square-5", "tromp-taylor", "10m").WithStart())
	outage := []Outage{{noon.Add(time.Minute), noon.Add(3 * time.Minute)}}
	if missed := m.Missed(outage); missed != 2*time.Minute {
		t.Fatalf("%v missed", missed)
	}
	if got := do(m, Command{Kind: Suspend, For: 2 * time.Minute}, 180); got != "suspended" {
		t.Fatal(got)
	}
	if got := do(m, command("flag"), 239); got != "time-left" {
		t.Error(got)
	}
	if got := do(m, command("flag"), 240); got != "ended Void aborted" {
		t.Error(got)
	}
}

func TestAnUndoLeavesTheTimeThatWasGiven(t *testing.T) {
	m := runScript(t, between(t, "square-5", "tromp-taylor", "100s"), `
		50s: b c3 → played
		50s: w add-time → time-added
		50s: w add-time → time-added
		50s: b undo → asked
		50s: w grant → granted took-back`)
	if got := m.Clock(board.Black, noon.Add(50*time.Second)).Main; got != 80*time.Second {
		t.Errorf("Black has %v", got)
	}
}

func TestAPauseIsNoTimeForAFirstMove(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "10m").WithStart()
	runScript(t, s, `
		10s: w pause → pause-asked
		20s: b grant → granted paused
		200s: flag → time-left
		200s: b c3 → paused
		200s: w continue → continue-asked
		200s: b grant → granted continued
		319s: flag → time-left
		320s: flag → ended Void aborted`)
}

func TestAPlayerGivesTheOpponentTime(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "100s")
	m := runScript(t, s, `
		10s: b c3 → played
		20s: b add-time → time-added
		20s: w add-time → time-added
		20s: w add-time → time-added
		30s: w c4 → played`)
	now := noon.Add(30 * time.Second)
	if b, w := m.Clock(board.Black, now).Main, m.Clock(board.White, now).Main; b != 120*time.Second || w != 95*time.Second {
		t.Errorf("Black has %v, White %v", b, w)
	}
	runScript(t, against(t, "square-5", "tromp-taylor", "100s"), "b add-time → wrong-phase")
	runScript(t, between(t, "square-5", "tromp-taylor", "3d/move"), "b add-time → wrong-phase")
	runScript(t, between(t, "square-5", "tromp-taylor", "none"), "b add-time → wrong-phase")
}

func TestAPauseIsAgreedOnAndEnds(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "100s")
	runScript(t, s, `
		10s: w pause → pause-asked
		10s: requested? → pause white
		10s: w pause → undo-asked
		10s: b undo → nothing-to-undo
		20s: b grant → granted paused
		30s: b c3 → paused
		30s: b pause → wrong-phase
		5000s: flag → time-left
		5000s: w continue → continue-asked
		5000s: w grant → undo-not-asked
		5010s: b refuse → refused
		5020s: b continue → continue-asked
		5030s: w continue → continued
		5030s: w continue → wrong-phase
		5109.9s: b c3 → played
		5110s: w pause → pause-asked
		5111s: w c4 → played
		5111s: requested? →  empty
		5111s: b grant → undo-not-asked`)
	runScript(t, s, "1s: b pause → pause-asked\n2s: w pause → paused\n86502s: flag → ended W+T")
	runScript(t, s, "1s: b pause → pause-asked\n2s: w grant → granted paused\n86499s: b c3 → played")
	shared := with(s, func(s *Settings) { s.White = s.Black })
	runScript(t, shared, "1s: b pause → paused\n500s: b continue → continued\n601s: flag → ended W+T")
	runScript(t, against(t, "square-5", "tromp-taylor", "100s"), "b pause → wrong-phase")
	runScript(t, between(t, "square-5", "tromp-taylor", "3d/move"), "b pause → wrong-phase")
}

// The pause ends after a day. A player who has not noticed may still refuse to continue.
func TestARequestToGoOnEndsWithThePause(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "100s")
	const paused = "1s: b c3 → played\n1s: b pause → pause-asked\n2s: w pause → paused\n500s: b continue → continue-asked\n500s: b undo → undo-asked\n"
	runScript(t, s, paused+"86403s: w grant → undo-not-asked\n86403s: b undo → asked\n86404s: w grant → granted took-back")
	runScript(t, s, paused+"86403s: w pause → pause-asked\n86404s: b grant → granted paused")
	runScript(t, s, paused+"86403s: w refuse → refused")
	m := runScript(t, s, paused)
	for second, want := range map[int]Kind{86401: Continue, 86402: ""} {
		if kind, _ := m.Pending(noon.Add(time.Duration(second) * time.Second)); kind != want {
			t.Errorf("after %d seconds somebody is asked to %q", second, kind)
		}
	}
}

func TestAnUndoAndAPauseWaitForOneAnswerAtATime(t *testing.T) {
	runScript(t, between(t, "square-5", "tromp-taylor", "100s"), `
		1s: b c3 → played
		2s: b undo → asked
		2s: asked? → black
		2s: w pause → undo-asked
		3s: w grant → granted took-back
		4s: w pause → pause-asked
		4s: asked? → empty
		5s: b grant → granted paused`)
}

func TestWhoKeepsTheOpponentWaitingLosesTheMatchToAClaim(t *testing.T) {
	live := between(t, "square-5", "aga", "10m+5s")
	runScript(t, live, `
		1s: w claim white → time-left
		1s: stall? → white since 0s or after 2m0s
		90s: w claim white 90s → time-left
		130s: w claim white 119s → time-left
		130s: w claim black 130s → wrong-phase
		130s: b claim black 130s → wrong-phase
		130s: w claim white 120s → claimed ended W+F`)
	runScript(t, live, "130s: w claim draw 125s → claimed ended Draw")
	runScript(t, live, "100s: b c3 → played\n130s: b claim black 130s → time-left\n230s: b claim black 230s → claimed ended B+F")
	runScript(t, live, `
		10s: b pass → passed
		20s: w pass → passed stopped
		20s: stall? → none
		100s: b agree → agreed
		100s: stall? → black since 1m40s claims from 6m40s or after 2m0s
		399s: b claim black → time-left
		400s: w claim white → wrong-phase
		400s: b claim black → claimed ended B+F`)
	runScript(t, between(t, "square-5", "aga", "3m"), "70s: w claim white 60s → claimed ended W+F")
	runScript(t, between(t, "square-5", "aga", "1d/move"), `
		10s: w claim white 2h → wrong-phase
		10s: b pass → passed
		20s: w pass → passed stopped
		30s: w agree → agreed
		30s: stall? → white since 30s claims from 72h0m30s
		72h0m29s: w claim white 72h → time-left
		72h0m30s: w claim white → claimed ended W+F`)
	runScript(t, between(t, "square-5", "aga", "3d/move-weekends"), `
		10s: b pass → passed
		20s: w pass → passed stopped
		30s: w agree → agreed
		30s: stall? → white since 30s claims from 120h0m30s
		120h0m29s: w claim white → time-left
		120h0m30s: w claim white → claimed ended W+F`)
	for _, s := range []Settings{against(t, "square-5", "aga", "10m"), between(t, "square-5", "aga", "none")} {
		runScript(t, s, "300s: stall? → none\n300s: w claim white 300s → wrong-phase")
	}
}

func TestNobodyClaimsAMatchInAPause(t *testing.T) {
	runScript(t, between(t, "square-5", "aga", "10m+5s"), `
		1s: b pause → pause-asked
		2s: w grant → granted paused
		500s: w claim white 500s → paused
		500s: stall? → white since 24h0m2s or after 2m0s`)
}

func TestAVacationStopsTheClockOfOnePlayer(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "1d/move")
	runScript(t, s, `
		1h: b rest 48h → rested
		1h: b rest 48h → wrong-phase
		71h59m: flag → time-left
		71h59m: b c3 → played
		95h58m: flag → time-left
		96h: flag → ended B+T`)
	runScript(t, s, "1h: b rest 48h → rested\n2h: b rest 0s → rested\n2h: b rest 0s → wrong-phase\n25h1m: flag → ended W+T")
	runScript(t, s, "1h: w rest 48h → rested\n2h: b c3 → played\n70h: w c4 → played\n95h: flag → ended W+T")
	runScript(t, s, "b rest 1441h → wrong-phase")
	runScript(t, between(t, "square-5", "tromp-taylor", "10m"), "b rest 48h → wrong-phase")
	s.KomiBy = KomiDivide
	runScript(t, s, `
		1h: b rest 100h → rested
		2h: b offer 3 → offered
		3h: w take black → took settled 3 swapped
		27h1m: flag → ended W+T`)
	runScript(t, s, `
		1h: w rest 100h → rested
		2h: b offer 3 → offered
		3h: w take black → took settled 3 swapped
		124h: flag → time-left
		126h: flag → ended W+T`)
}

func TestPlayersAgreeOnAdviceByTheComputer(t *testing.T) {
	s := between(t, "square-5", "tromp-taylor", "100s")
	m := runScript(t, s, `
		b c3 → played
		w aid → aid-asked
		requested? → aid white
		w aid → undo-asked
		b refuse → refused
		b aid → aid-asked
		w d4 → played
		b grant → undo-not-asked
		b aid → aid-asked
		w grant → granted aided
		w aid → wrong-phase`)
	if ply, ok := m.Aided(); m.Unaided() || !ok || ply != 2 {
		t.Errorf("unaided %t, agreed after %d moves: %t", m.Unaided(), ply, ok)
	}
	runScript(t, s, "b aid → aid-asked\nw aid → aided\nb c3\nb undo → asked\nw grant → granted took-back")
	rated := with(s, func(s *Settings) { s.Rated = true })
	for name, settings := range map[string]Settings{"rated": rated, "a bot": against(t, "square-5", "tromp-taylor", "100s"), "one person": with(s, func(s *Settings) { s.White = s.Black })} {
		m := NewMatch()
		m.Apply(Event{Seq: 1, At: noon, Kind: Opened, Settings: &settings})
		if _, err := m.Decide(Command{Kind: Aid, By: board.Black}, noon); err != ErrNotNow || m.MayAgreeOnAid() {
			t.Errorf("%s: %v", name, err)
		}
	}
}
