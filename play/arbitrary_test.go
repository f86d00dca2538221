package play

import (
	"fmt"
	"time"

	"pgregory.net/rapid"
	"rosette/game"
	"rosette/game/board"
)

// anySettings draws settings with any players, rules and komi method on a small board.
func anySettings(t *rapid.T) Settings {
	rules := rapid.SampledFrom(append(game.Presets(), `{"ko":"SIMPLE","suicide":true}`)).Draw(t, "rules")
	s := against(t,
		rapid.SampledFrom([]string{"rosette-1", "rosette-2", "square-1", "square-2", "square-3x2", "square-7"}).Draw(t, "board"),
		rules,
		rapid.SampledFrom([]string{"none", "30s", "20s+2s^25s", "10s+3x5s", "10s+3/12s", "5s/move", "1d/move-weekends"}).Draw(t, "clock"))
	s.White = rapid.SampledFrom([]Seat{
		s.White, {Kind: SeatGuest, ID: ada.ID, Name: "Bob"}, {Kind: SeatGuest, ID: "00" + ada.ID[2:], Name: "Bob"}, {Kind: SeatUser, ID: ada.ID, Name: "Bob"},
	}).Draw(t, "opponent")
	s.Start = rapid.SampledFrom([]time.Duration{0, 0, 0, 2 * time.Second, time.Minute}).Draw(t, "start")
	s.TieBreakSeed = rapid.Uint64().Draw(t, "lot")
	s.KomiBy = rapid.SampledFrom([]KomiBy{KomiGiven, KomiGiven, KomiDivide, KomiOpen, KomiSecret}).Draw(t, "komi by")
	s.Halves = !s.Rules.PaysKomiInStones() && rapid.Bool().Draw(t, "halves")
	graph, err := board.Named(s.Board)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rules.Handicap != game.HandicapNone && (s.Rules.PaysKomiInStones() || s.KomiBy == KomiGiven) {
		s.Handicap = rapid.IntRange(0, min(4, graph.Points()/2)).Draw(t, "handicap")
	}
	if s.Rules.PaysKomiInStones() {
		s.Weaker = rapid.SampledFrom([]board.Color{board.Empty, board.Black, board.White}).Draw(t, "weaker")
	}
	return s
}

// likely holds the kinds of command that fit a phase; any kind is drawn now and then.
var likely = map[Phase][]Kind{
	PhaseKomi:         {Offer, Take, Bid, Bid, Yield, Undo},
	PhaseHandicap:     {Place, Place, Place, Place, Undo},
	PhasePlay:         {Play, Play, Play, Play, Play, Play, Pass, Pass, Pass, Undo},
	PhaseAgreement:    {Propose, Mark, Mark, Agree, Agree, Dispute, Confirm, Void, Play, Pass, Pass, Undo},
	PhaseTurn:         {ChooseMover, ChooseMover, ChooseMover, Undo},
	PhaseConfirmation: {Play, Play, Play, Play, Pass, Pass, Undo},
	PhaseOver:         {Agree},
}

// allKinds holds kinds of commands and a few invalid ones.
var allKinds = []Kind{
	Offer, Take, Bid, Yield, Place, Play, Pass, Propose, Mark, Agree, Dispute, ChooseMover, Confirm, Void,
	Undo, Grant, Grant, Grant, Refuse, Flag, Suspend, Resign, "", Ended, Settled,
	Abort, Pause, Pause, Continue, Continue, AddTime, Claim, Rest, Rest,
}

// onStones holds the kinds whose points must have stones; others need empty points.
var onStones = map[Kind]bool{Propose: true, Mark: true, Confirm: true}

// pointFor draws a point's name, usually one that fits a kind of command.
func pointFor(t *rapid.T, m *Match, kind Kind) *rapid.Generator[string] {
	b, fit := m.Game().Board(), []string{"", "pass", "z9", "\xff"}
	for p := range board.Point(b.Graph().Points()) {
		if (b.At(p) != board.Empty) == onStones[kind] {
			fit = append(fit, b.Graph().PointName(p))
		}
	}
	if len(fit) > 4 && rapid.IntRange(0, 7).Draw(t, "off the board") > 0 {
		fit = fit[4:]
	}
	return rapid.SampledFrom(fit)
}

// anyCommand draws a command, likely or absurd.
func anyCommand(t *rapid.T, m *Match) Command {
	colour := rapid.SampledFrom([]board.Color{board.Black, board.White, board.Empty, board.Black, board.White, 7})
	kinds, by := likely[m.Phase()], m.ToMove()
	if rapid.IntRange(0, 5).Draw(t, "absurd") == 5 {
		kinds = allKinds
	}
	if by == board.Empty || rapid.IntRange(0, 7).Draw(t, "any") == 7 {
		by = colour.Draw(t, "by")
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	point := pointFor(t, m, kind)
	cmd := Command{
		Kind:   kind,
		By:     by,
		Point:  point.Draw(t, "point"),
		Points: rapid.SliceOfN(point, 0, 3).Draw(t, "points"),
		Dead:   rapid.Bool().Draw(t, "dead"),
		Komi:   float64(rapid.IntRange(-9, 9).Draw(t, "komi")) / 2,
		Side:   colour.Draw(t, "side"),
		After:  rapid.SampledFrom([]int{0, 0, 0, m.Seq(), m.Seq() - 1, -1, 1 << 40}).Draw(t, "after"),
		ID:     rapid.SampledFrom([]string{"", "", "", "a", "b", fmt.Sprint(m.Seq()), "\x00"}).Draw(t, "id"),
	}
	times := rapid.SampledFrom([]time.Duration{0, 0, 100 * time.Millisecond, 2 * time.Second, time.Hour, -time.Hour})
	cmd.Credit = times.Draw(t, "credit")
	cmd.Waited = times.Draw(t, "waited")
	cmd.For = times.Draw(t, "for")
	if kind == Propose {
		cmd.Unsure = rapid.SliceOfN(point, 0, 1).Draw(t, "unsure")
	}
	if kind == Pass && rapid.IntRange(0, 3).Draw(t, "for a ko") > 0 {
		cmd.Point = ""
	}
	return cmd
}
