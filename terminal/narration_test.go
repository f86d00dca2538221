package terminal

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play"
)

func TestEventsOfTheComputerAreNarratedAndThoseOfThePersonAreNot(t *testing.T) {
	for _, c := range []struct {
		event play.Event
		want  string
	}{
		{play.Event{Kind: play.Offered, Komi: 3}, "White offers komi 3."},
		{play.Event{Kind: play.Took, Side: board.Black}, "White takes black."},
		{play.Event{Kind: play.Bade, Komi: 2.5}, "White bids 2.5."},
		{play.Event{Kind: play.Yielded}, "White leaves Black to you."},
		{play.Event{Kind: play.Placed, Point: "B2"}, "White places B2."},
		{play.Event{Kind: play.Played, Point: "B2"}, "White plays B2."},
		{play.Event{Kind: play.Passed}, "White passes."},
		{play.Event{Kind: play.Passed, Point: "B2"}, "White passes for the ko at B2."},
		{play.Event{Kind: play.Proposed}, "White takes every stone for alive."},
		{play.Event{Kind: play.Agreed}, "White agrees."},
		{play.Event{Kind: play.Disputed}, "White disputes what is dead."},
		{play.Event{Kind: play.MoverChosen, Side: board.White}, "White wants white to move."},
		{play.Event{Kind: play.Confirming, Point: "B2"}, "White wants B2 played out."},
		{play.Event{Kind: play.Resigned}, "White resigns."},
		{play.Event{Kind: play.Marked}, ""},
		{play.Event{Kind: play.TookBack}, ""},
	} {
		narrated := func(by board.Color, twoPeople bool) string {
			s, out := opened(t, Opening{TwoPeople: twoPeople}, &scripted{})
			e := c.event
			e.Color = by
			s.narrate(e)
			return strings.TrimSuffix(out.String(), "\n")
		}
		if got := narrated(board.White, false); got != c.want {
			t.Errorf("%s: %q, want %q", c.event.Kind, got, c.want)
		}
		if got := narrated(board.Black, false); got != "" {
			t.Errorf("%s of the person: %q", c.event.Kind, got)
		}
		if got := narrated(board.White, true); got != "" {
			t.Errorf("%s of one of two people: %q", c.event.Kind, got)
		}
	}
}

func TestConsequencesAreNarratedToEveryone(t *testing.T) {
	for _, c := range []struct {
		event             play.Event
		person, twoPeople string
	}{
		{play.Event{Kind: play.Settled, Komi: 3}, "You play black, komi 3.", "The player who began as black plays Black, komi 3."},
		{play.Event{Kind: play.Stopped}, "Play stops.", "Play stops."},
		{play.Event{Kind: play.Resumed, Color: board.Black}, "Play goes on: black to move.", "Play goes on: black to move."},
		{play.Event{Kind: play.Confirmed, Point: "B2", Dead: true}, "Played out: B2 is dead.", "Played out: B2 is dead."},
		{play.Event{Kind: play.Confirmed, Point: "B2"}, "Played out: B2 is alive.", "Played out: B2 is alive."},
		{play.Event{Kind: play.Proposed}, "The computer takes every stone for alive.", "The computer takes every stone for alive."},
	} {
		for twoPeople, want := range map[bool]string{false: c.person, true: c.twoPeople} {
			s, out := opened(t, Opening{TwoPeople: twoPeople}, &scripted{})
			s.narrate(c.event)
			if out.String() != want+"\n" {
				t.Errorf("%s with two people %t: %q, want %q", c.event.Kind, twoPeople, out, want)
			}
		}
	}
}

func TestASecretBidIsNotGivenAway(t *testing.T) {
	s, out := opened(t, Opening{KomiBy: play.KomiSecret}, &scripted{})
	s.narrate(play.Event{Kind: play.Bade, Color: board.White, Komi: 4})
	if out.String() != "White has bid.\n" {
		t.Errorf("%q", out)
	}
}

func TestAProposalNamesTheDeadAndTheUnsureStones(t *testing.T) {
	s, out := opened(t, Opening{TwoPeople: true}, &scripted{})
	for _, line := range []string{"b2", "a1", "c3", "c1", "pass", "pass"} {
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
	}
	out.Reset()
	if err := s.apply(play.Command{Kind: play.Propose, Points: []string{"C1", "A1"}, Unsure: []string{"C3"}}); err != nil {
		t.Fatal(err)
	}
	if want := "The computer takes for dead: A1 C1. Unsure: C3.\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	if want, text := "Black 9: stones 2, space 7\nWhite 7.5: komi 7.5\nB+1.5, dead: A1 C1\n", s.scoreText(); text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

func TestThePromptSaysWhatThePhaseIsAbout(t *testing.T) {
	for _, c := range []struct {
		rules  string
		komiBy play.KomiBy
		stones int
		lines  string
		want   string
	}{
		{"chinese", play.KomiSecret, 0, "", "Bid once, unseen, the komi that you would give for Black: bid N.\n"},
		{"chinese", play.KomiOpen, 0, "", "Bid the komi that you would give for Black: bid N.\n"},
		{"chinese", play.KomiOpen, 0, "bid 3", "The highest bid is 3: bid more for Black, or yield.\n"},
		{"flower", play.KomiDivide, 0, "", "Name a komi, and the other takes a colour: offer N.\n"},
		{"flower", play.KomiDivide, 0, "offer 2", "Komi is 2: take black or take white.\n"},
		{"chinese", "", 2, "a1", "Place your handicap: a point. 1 to go.\n"},
		{"chinese", "", 0, "", ""},
		{"chinese", "", 0, "pass,pass", "What is dead? dead POINT, alive POINT, agree, dispute.\n"},
		{"flower", "", 0, "pass,pass", "What is dead? dead POINT, alive POINT, agree; then pass, or a point to play on.\n"},
		{"new-zealand", "", 0, "b2,a1,pass,pass,dispute", "Who shall move? wish black or wish white.\n"},
		{
			"japanese-1989", "", 0, "b2,a1,pass,pass,confirm a1",
			"Is A1 dead? Play it out: a point, pass, or pass for POINT to take a ko back later.\n",
		},
	} {
		s, out := opened(t, Opening{Rules: rulesNamed(t, c.rules), KomiBy: c.komiBy, Handicap: c.stones, TwoPeople: true}, &scripted{})
		for line := range strings.SplitSeq(c.lines, ",") {
			if err := s.execute(line); err != nil {
				t.Fatal(err)
			}
			if err := s.answer(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		out.Reset()
		s.prompt()
		s.prompt() // is not repeated
		if out.String() != c.want {
			t.Errorf("%s %s after %q: %q, want %q", c.rules, c.komiBy, c.lines, out, c.want)
		}
	}
}

func TestTheWinnerIsNamedByColourUnlessItIsThePerson(t *testing.T) {
	for _, c := range []struct {
		twoPeople bool
		color     board.Color
		want      string
	}{{false, board.Black, "White wins: W+R\n"}, {true, board.Black, "White wins: W+R\n"}} {
		_, out := played(t, Opening{TwoPeople: c.twoPeople, Color: c.color}, &scripted{}, "resign")
		if !strings.HasSuffix(out, c.want) {
			t.Errorf("%+v: %s", c, out)
		}
	}
}
