package terminal

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
)

func TestWhatTheComputerDoesIsNarratedAndWhatThePersonDoesOnlyIfItLasts(t *testing.T) {
	for _, c := range []struct {
		cmd          play.Command
		want         string
		own          bool
		komiBy       play.KomiBy
		twoPeople    bool
		beforeTyping string
	}{
		{cmd: play.Command{Kind: play.Play, By: board.Black, Point: "B2"}, own: true},
		{cmd: play.Command{Kind: play.Play, By: board.White, Point: "A1"}, beforeTyping: "b2", want: "White A1"},
		{cmd: play.Command{Kind: play.Play, By: board.White, Point: "A1"}, beforeTyping: "b2", twoPeople: true},
		{cmd: play.Command{Kind: play.Pass, By: board.White}, beforeTyping: "pass", want: "White passes\nBoth passed. Time to agree on the dead stones."},
		{cmd: play.Command{Kind: play.Pass, By: board.White}, beforeTyping: "pass", twoPeople: true, want: "Both passed. Time to agree on the dead stones."},
		{cmd: play.Command{Kind: play.Bid, By: board.White, Komi: 4}, komiBy: play.KomiSecret, want: "Rosa has made a sealed bid."},
		{cmd: play.Command{Kind: play.Bid, By: board.White, Komi: 4}, komiBy: play.KomiSecret, twoPeople: true},
		{
			cmd: play.Command{Kind: play.Yield, By: board.White}, beforeTyping: "bid 3", komiBy: play.KomiOpen,
			want: "Rosa accepts the bid.\nYou play Black. Komi is 3.",
		},
		{
			cmd: play.Command{Kind: play.Yield, By: board.White}, beforeTyping: "bid 3", komiBy: play.KomiOpen, twoPeople: true,
			want: "Player 1 plays Black. Komi is 3.",
		},
	} {
		s, out := opened(t, Opening{TwoPeople: c.twoPeople, KomiBy: c.komiBy}, &scripted{})
		if err := s.execute(c.beforeTyping); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if err := s.apply(c.cmd); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != c.want {
			t.Errorf("%+v: %q, want %q", c.cmd, got, c.want)
		}
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
	if want := "Probably dead: the groups at A1, C1.\nNot sure about the group at C3.\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	want := "           Black  White\nStones         2      0\nTerritory      7      0\n" +
		"Komi           0    7.5\nTotal          9    7.5\nMarked dead: A1, C1.\nBlack is ahead by 1.5 points.\n"
	if text := s.scoreText(); text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

func TestMovesThatAreWorthPointsAreNamed(t *testing.T) {
	rules := rulesNamed(t, "chinese")
	rules.Komi = 0
	s, out := opened(t, Opening{TwoPeople: true, Rules: rules}, &scripted{})
	for _, line := range []string{"b2", "a1", "c3", "c1", "pass", "pass"} {
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
	}
	out.Reset()
	pending := []life.PendingRegion{
		{Points: []string{"A2", "B1"}, Black: life.PendingMove{Move: "B1", Gain: 4}, White: life.PendingMove{Gain: 1}},
		{Points: []string{"C2"}, Ko: "C2", Threat: "white"},
	}
	if err := s.apply(play.Command{Kind: play.Propose, Pending: pending}); err != nil {
		t.Fatal(err)
	}
	if want := "No group looks dead.\nNot over yet: moves at B1, C2 are worth points.\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	want := "Every stone counts as alive.\nBetween Black +4 and White +1, depending on who moves first:\n" +
		"The game isn’t over: there are still points to win.\n  Black at B1: 4 points\n  White near A2: 1 point\n" +
		"  A ko at C2 decides: White needs a ko threat.\n"
	if _, text, _ := strings.Cut(s.scoreText(), "Total"); !strings.HasSuffix(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}

func TestTheScoreIsARangeWhileChainsAreUnsure(t *testing.T) {
	for _, c := range []struct {
		komi         float64
		dead, unsure []string
		want         string
	}{
		{7.5, nil, []string{"A1", "C1"}, "Between Black +1.5 and White +7.5, depending on whether these groups live:\n  White A1, C1: 9 points\n"},
		{0, nil, []string{"A1", "C1"}, "Between a draw and Black +9, depending on whether these groups live:\n  White A1, C1: 9 points\n"},
		{-2, nil, []string{"A1", "C1"}, "Between Black +2 and Black +11, depending on whether these groups live:\n  White A1, C1: 9 points\n"},
		{0, []string{"A1"}, []string{"C1"}, "Between Black +1 and Black +9, depending on whether these groups live:\n  White C1: 8 points\n"},
		{
			0, nil,
			[]string{"A1", "C3", "B2"},
			"Between Black +1 and White +9, depending on whether these groups live:\n  Black C3, B2: 9 points\n  White A1: 1 point\n",
		},
	} {
		rules := rulesNamed(t, "chinese")
		rules.Komi = c.komi
		s, _ := opened(t, Opening{TwoPeople: true, Rules: rules}, &scripted{})
		for _, line := range []string{"b2", "a1", "c3", "c1", "pass", "pass"} {
			if err := s.execute(line); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.apply(play.Command{Kind: play.Propose, Points: c.dead, Unsure: c.unsure}); err != nil {
			t.Fatal(err)
		}
		if _, text, _ := strings.Cut(s.scoreText(), ".\n"); text != c.want {
			t.Errorf("komi %v, unsure %v: %q, want %q", c.komi, c.unsure, text, c.want)
		}
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
		{"chinese", play.KomiSecret, 0, "", "How many points would you give to play Black? Make one sealed bid: bid N\n"},
		{"chinese", play.KomiOpen, 0, "", "How many points would you give to play Black? Type: bid N\n"},
		{"chinese", play.KomiOpen, 0, "bid 3", "The highest bid is 3. Bid more to play Black, or type yield.\n"},
		{"flower", play.KomiDivide, 0, "", "Choose a komi that makes both colours equally attractive; the other player then picks one. Type: offer N\n"},
		{"flower", play.KomiDivide, 0, "offer 2", "Komi is 2. Which colour do you want? Type: take black, or take white\n"},
		{"chinese", "", 2, "a1", "Place 1 handicap stone: type a point.\n"},
		{"chinese", "", 0, "", ""},
		{"chinese", "", 0, "pass,pass", "Which groups are dead? Type: dead POINT, alive POINT, agree or dispute\n"},
		{"flower", "", 0, "pass,pass", "Which groups are dead? Type: dead POINT, alive POINT or agree; then pass, or resume play\n"},
		{"new-zealand", "", 0, "b2,a1,pass,pass,dispute", "Black, who plays next? Type: mover black, or mover white\n"},
		{
			"japanese-1989", "", 0, "b2,a1,pass,pass,confirm a1",
			"Is the chain at A1 alive? Play it out: type a point, pass, or pass for POINT to recapture a ko later\n",
		},
	} {
		s, out := opened(t, Opening{Rules: rulesNamed(t, c.rules), KomiBy: c.komiBy, Handicap: c.stones, TwoPeople: true}, &scripted{})
		for line := range strings.SplitSeq(c.lines, ",") {
			if err := s.execute(line); err != nil {
				t.Fatal(err)
			}
			if err := s.bot.Act(t.Context()); err != nil {
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
	}{{false, board.Black, "You lose by resignation.\n"}, {true, board.Black, "White wins by resignation.\n"}} {
		_, out := played(t, Opening{TwoPeople: c.twoPeople, Color: c.color}, &scripted{}, "resign")
		if !strings.HasSuffix(out, c.want) {
			t.Errorf("%+v: %s", c, out)
		}
	}
}
