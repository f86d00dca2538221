package view_test

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view"
)

var (
	noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	ada  = play.Seat{Kind: play.SeatGuest, ID: "0123456789abcdef0123456789abcdef", Name: "Ada"}
	bob  = play.Seat{Kind: play.SeatGuest, ID: "fedcba9876543210fedcba9876543210", Name: "Bob <&\">"}
)

// failer is the part of testing.T and rapid.T used by helpers.
type failer interface {
	Helper()
	Fatal(...any)
}

func settings(t failer, boardName, rules, control string) play.Settings {
	t.Helper()
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return play.Settings{Board: boardName, Rules: r, Clock: c, Black: ada, White: bob}
}

// anySettings draws settings with any rules and komi method on a small board.
func anySettings(t *rapid.T) play.Settings {
	s := settings(t,
		rapid.SampledFrom([]string{"rosette-1", "rosette-2", "rosette-3", "square-2", "square-3x2", "square-7"}).Draw(t, "board"),
		rapid.SampledFrom(append(game.Presets(), `{"ko":"SIMPLE","suicide":true}`)).Draw(t, "rules"),
		rapid.SampledFrom([]string{"none", "30s", "20s+2s^25s", "10s+3x5s", "10s+3/12s"}).Draw(t, "clock"))
	flower := s.Rules.Handicap == game.HandicapFlower
	s.TieBreakSeed = rapid.Uint64().Draw(t, "seed")
	s.KomiBy = rapid.SampledFrom([]play.KomiBy{play.KomiGiven, play.KomiGiven, play.KomiDivide, play.KomiOpen, play.KomiSecret}).Draw(t, "komi by")
	s.Halves = !flower && rapid.Bool().Draw(t, "halves")
	if s.Rules.Handicap != game.HandicapNone && s.KomiBy == play.KomiGiven && s.Board != "square-2" && s.Board != "square-3x2" {
		s.Handicap = rapid.IntRange(0, 2).Draw(t, "handicap")
	}
	return s
}

// fitting holds the kinds of commands that fit a phase.
var fitting = map[play.Phase][]play.Kind{
	play.PhaseKomi:         {play.Offer, play.Take, play.Bid, play.Bid, play.Bid, play.Yield},
	play.PhaseHandicap:     {play.Place},
	play.PhasePlay:         {play.Play, play.Play, play.Play, play.Play, play.Play, play.Play, play.Pass, play.Pass, play.Undo, play.Grant},
	play.PhaseAgreement:    {play.Mark, play.Mark, play.Agree, play.Dispute, play.Confirm, play.Confirm, play.Void, play.Play, play.Pass, play.Undo, play.Grant},
	play.PhaseTurn:         {play.ChooseMover},
	play.PhaseConfirmation: {play.Play, play.Play, play.Play, play.Pass},
	play.PhaseOver:         {play.Agree},
}

// anyCommand draws a command that often fits.
func anyCommand(t *rapid.T, m *play.Match) play.Command {
	colour := rapid.SampledFrom([]board.Color{board.Black, board.White})
	kind := rapid.SampledFrom(fitting[m.Phase()]).Draw(t, "kind")
	by := m.ToMove()
	if by == board.Empty || kind == play.Grant {
		by = colour.Draw(t, "by")
	}
	stones := kind == play.Mark || kind == play.Confirm
	b, names := m.Game().Board(), []string{"A1"}
	for p := range board.Point(b.Graph().Points()) {
		if (b.At(p) != board.Empty) == stones {
			names = append(names, b.Graph().PointName(p))
		}
	}
	point := rapid.SampledFrom(names)
	cmd := play.Command{
		Kind: kind, By: by, Dead: rapid.Bool().Draw(t, "dead"), Side: colour.Draw(t, "side"),
		Komi: float64(rapid.IntRange(-9, 9).Draw(t, "komi")) / 2,
		ID:   rapid.SampledFrom([]string{"", fmt.Sprint(m.Seq()), fmt.Sprintf(`<&"\%d>`, m.Seq())}).Draw(t, "id"),
	}
	if kind != play.Pass {
		cmd.Point, cmd.Points = point.Draw(t, "point"), []string{point.Draw(t, "marked")}
	}
	return cmd
}

// follow opens a match, sends it arbitrary commands and calls see with the events of each accepted
// one.
func follow(t *rapid.T, s play.Settings, see func(p *view.Projection, added []play.Event)) *view.Projection {
	now := noon
	opened, err := play.Open(s, now)
	if err != nil {
		t.Fatal(err)
	}
	p, events := view.NewProjection("id"), []play.Event{opened}
	for range rapid.IntRange(1, 80).Draw(t, "commands") {
		if len(events) > 0 {
			p.Apply(events)
			see(p, events)
		}
		if p.Match().Over() {
			break
		}
		now = now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "ms")) * time.Millisecond)
		events, _ = p.Match().Decide(anyCommand(t, p.Match()), now) // a refusal has no events
	}
	return p
}
