package seat_test

import (
	"context"
	"testing"
	"time"

	"rosette/bus"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/seat"
	"rosette/play/table"
	"rosette/store"
)

// wise plays plainly but passes once that many moves are made, and takes the
// first white stone it sees for dead.
type wise struct {
	plain
	moves int
}

func (m wise) Choose(ctx context.Context, g *game.Game, c board.Color, _ clock.Remaining) (seat.Choice, error) {
	if g.Ply() >= m.moves {
		return seat.Choice{Point: board.Pass}, nil
	}
	return m.plain.Choose(ctx, g, c, clock.Remaining{})
}

func (m wise) Judge(_ context.Context, g *game.Game) (seat.Verdict, error) {
	for p := range board.Point(g.Graph().Points()) {
		if g.Board().At(p) == board.White && !g.Board().Immortal(p) {
			return seat.Verdict{Dead: collect(g, p)}, nil
		}
	}
	return seat.Verdict{}, nil
}

func collect(g *game.Game, p board.Point) []board.Point {
	var chain []board.Point
	for q := range g.Board().Chain(p) {
		chain = append(chain, q)
	}
	return chain
}

func TestProgramsPlayEveryRulesetThroughAllItsPhases(t *testing.T) {
	for _, preset := range game.Presets() {
		for _, by := range []play.KomiBy{play.KomiGiven, play.KomiDivide, play.KomiOpen, play.KomiSecret} {
			rules, err := game.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			s := play.Settings{Board: "rosette-2", Rules: rules, Black: program, White: program, KomiBy: by, TieBreakSeed: 1}
			if rules.Handicap != game.HandicapNone && (by == play.KomiGiven || rules.Handicap == game.HandicapFlower) {
				s.Handicap = 2
			}
			t.Run(preset+" "+string(by), func(t *testing.T) {
				m := finish(t, s, func(c board.Color) seat.Mover { return wise{plain{uint64(c)}, 12} })
				if m.Result().By != game.ByScore {
					t.Errorf("it ends with %+v", m.Result())
				}
				if rules.Ending != game.EndingAllAlive && len(m.Dead()) == 0 && hasMortal(m, board.White) {
					t.Error("nothing was agreed dead")
				}
			})
		}
	}
}

func hasMortal(m *play.Match, c board.Color) bool {
	b := m.Game().Board()
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == c && !b.Immortal(p) {
			return true
		}
	}
	return false
}

// finish plays a match of programs to its end.
func finish(t *testing.T, s play.Settings, mover func(board.Color) seat.Mover) *play.Match {
	t.Helper()
	h := open(t, store.MemoryJournal(), new(bus.Local), mover)
	if err := h.Open(t.Context(), "m", s); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		select {
		case err := <-h.results:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("the match does not end: %v of %d events", h.match(t).Phase(), h.match(t).Seq())
		}
	}
	return h.match(t)
}

func TestAProgramDisputesWhatItKnowsToBeWrong(t *testing.T) {
	for ending, want := range map[string]play.Phase{
		"mindsports-chinese": play.PhasePlay, "kgs-chinese": play.PhasePlay, "new-zealand": play.PhaseTurn, "japanese-1989": play.PhaseConfirmation,
	} {
		rules, err := game.Preset(ending)
		if err != nil {
			t.Fatal(err)
		}
		h := open(t, store.MemoryJournal(), new(bus.Local), func(board.Color) seat.Mover { return plain{1} })
		if err := h.Open(t.Context(), "m", play.Settings{Board: "square-5", Rules: rules, Black: person, White: program}); err != nil {
			t.Fatal(err)
		}
		h.talkOut(t, want)
	}
}

// talkOut plays a stone and passes until play stops, calls one of the program's
// chains dead and agrees, and waits for the phase that follows.
func (h house) talkOut(t *testing.T, want play.Phase) {
	t.Helper()
	deadline := time.After(5 * time.Minute)
	for {
		select {
		case <-deadline:
			events, _ := h.journal.Events(t.Context(), "m", 0)
			for _, e := range events {
				t.Logf("%d %s %v %s %v", e.Seq, e.Kind, e.Color, e.Point, e.Points)
			}
			t.Fatalf("the match is in %s, want %s", h.match(t).Phase(), want)
		default:
		}
		m := h.match(t)
		if m.Phase() == want && m.Phase() != play.PhasePlay || m.Disagreed() && m.Phase() == want {
			return
		}
		if !m.Awaits(board.Black) {
			time.Sleep(time.Millisecond)
			continue
		}
		cmd := play.Command{Kind: play.Pass, By: board.Black, After: m.Seq()}
		if m.Phase() == play.PhaseAgreement {
			if !m.Proposed() {
				continue
			}
			cmd.Kind = play.Agree
			if len(m.Dead()) == 0 {
				cmd.Kind, cmd.Dead, cmd.Points = play.Mark, true, []string{white(t, m)}
			}
		}
		if _, err := h.Do(t.Context(), "m", cmd); err != nil && err != play.ErrStale {
			t.Fatal(err)
		}
	}
}

// white names a stone of White's.
func white(t *testing.T, m *play.Match) string {
	t.Helper()
	b := m.Game().Board()
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.White {
			return b.Graph().PointName(p)
		}
	}
	t.Fatal("White has no stone")
	return ""
}

func TestTheUmpireNamesTheDeadWhenPlayHasStopped(t *testing.T) {
	j, b := store.MemoryJournal(), new(bus.Local)
	h := house{journal: j}
	h.Hall = table.NewHall(j, b, time.Now, table.Options{
		Judge: func(_ context.Context, g *game.Game) (dead, unsure []board.Point, err error) {
			return []board.Point{0}, []board.Point{1}, nil
		},
	})
	t.Cleanup(h.Close)
	h.begin(t, "square-5", "none", person, person)
	for _, cmd := range []play.Command{
		{Kind: play.Play, By: board.Black, Point: "A5"},
		{Kind: play.Play, By: board.White, Point: "B5"},
		{Kind: play.Pass, By: board.Black},
		{Kind: play.Pass, By: board.White},
	} {
		if _, err := h.Do(t.Context(), "m", cmd); err != nil {
			t.Fatal(err)
		}
	}
	for range 300_000 {
		if m := h.match(t); m.Proposed() {
			if len(m.Dead()) != 1 || len(m.Unsure()) != 1 {
				t.Errorf("dead %v, unsure %v", m.Dead(), m.Unsure())
			}
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("nobody names the dead")
}
