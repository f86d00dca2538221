package terminal

import (
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

// allowedNow returns the usages printed by help, without those that are always allowed.
func allowedNow(t *testing.T, s *Session) string {
	t.Helper()
	out := &strings.Builder{}
	s.Out = out
	if err := s.execute("help"); err != nil {
		t.Fatal(err)
	}
	always := "board help quit resign score undo"
	var found []string
	for line := range strings.Lines(out.String()) {
		usage, _, _ := strings.Cut(line, "  ")
		if usage == "dead POINT…" || !strings.Contains(always, usage) {
			found = append(found, usage)
		} else {
			always = strings.Replace(always, usage, "", 1)
		}
	}
	if strings.TrimSpace(always) != "" {
		t.Errorf("help lacks %s", always)
	}
	return strings.Join(found, ", ")
}

func TestHelpListsTheCommandsOfThePhase(t *testing.T) {
	for _, c := range []struct {
		name   string
		rules  string
		komiBy play.KomiBy
		stones int
		lines  string
		phase  play.Phase
		want   string
	}{
		{"divide", "flower", play.KomiDivide, 0, "", play.PhaseKomi, "offer N, take COLOUR"},
		{"open auction", "chinese", play.KomiOpen, 0, "", play.PhaseKomi, "bid N, yield"},
		{"secret auction", "chinese", play.KomiSecret, 0, "", play.PhaseKomi, "bid N"},
		{"handicap", "chinese", "", 2, "", play.PhaseHandicap, "POINT"},
		{"play", "chinese", "", 0, "", play.PhasePlay, "POINT, pass"},
		{"agreement", "chinese", "", 0, "pass,pass", play.PhaseAgreement, "agree, alive POINT…, dead POINT…, dispute"},
		{"agreement of flower", "flower", "", 0, "pass,pass", play.PhaseAgreement, "POINT, agree, alive POINT…, dead POINT…, pass"},
		{
			"agreement of Japan", "japanese-1989", "", 0, "b2,pass,pass", play.PhaseAgreement,
			"agree, alive POINT…, confirm POINT, dead POINT…, dispute, void",
		},
		{"confirmation", "japanese-1989", "", 0, "b2,a1,pass,pass,confirm a1", play.PhaseConfirmation, "POINT, pass"},
		{"mover", "new-zealand", "", 0, "b2,a1,pass,pass,dispute", play.PhaseTurn, "mover COLOUR"},
	} {
		o := Opening{Rules: rulesNamed(t, c.rules), KomiBy: c.komiBy, Handicap: c.stones, TwoPeople: true}
		s, out := opened(t, o, &scripted{})
		for line := range strings.SplitSeq(c.lines, ",") {
			if err := s.execute(line); err != nil {
				t.Fatal(err)
			}
			if err := s.bot.Act(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.match.Phase() != c.phase {
			t.Errorf("%s: the phase is %s, want %s: %s", c.name, s.match.Phase(), c.phase, out)
		} else if got := allowedNow(t, s); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestACommandWithOtherArgumentsPrintsItsUsage(t *testing.T) {
	for line, usage := range map[string]string{
		"offer": "offer N", "offer x": "offer N", "bid 1 2": "bid N",
		"take": "take COLOUR", "take red": "take COLOUR", "mover empty": "mover COLOUR",
		"pass b2": "pass", "pass to b2": "pass", "confirm": "confirm POINT",
		"dead": "dead POINT…", "alive": "alive POINT…", "agree b2": "agree",
		"undo 2": "undo", "quit now": "quit", "help me": "help",
	} {
		s, out := opened(t, Opening{}, &scripted{})
		if err := s.execute(line); err != nil || out.String() != "Type: "+usage+"\n" {
			t.Errorf("%q: %q, %v", line, out, err)
		}
	}
}

func TestALineThatIsRefusedSaysWhy(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"z9", "There is no point “z9” on this board. Type a point from A1 to C3, or help.\n"},
		{"b2,b2", "That point is occupied.\n"},
		{"a2,c3,b1,a1", "Not allowed: the stone would have no liberties and capture nothing (suicide).\n"},
		{"offer 3", "You can’t do that at this stage.\nNow you can type: POINT, pass.\n"},
		{"pass,pass,dead a1", "There is no stone at that point.\n"},
		{"  ", ""},
	} {
		s, out := opened(t, Opening{TwoPeople: true}, &scripted{})
		for line := range strings.SplitSeq(c.lines, ",") {
			out.Reset()
			if err := s.execute(line); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != c.want {
			t.Errorf("%s: %q, want %q", c.lines, out, c.want)
		}
	}
}

func TestEveryCommandHasItsTexts(t *testing.T) {
	for word := range commands() {
		for _, key := range []string{"terminal.command." + word, "terminal.command." + word + ".help"} {
			if !i18n.Has(key) {
				t.Errorf("%s has no text", key)
			}
		}
	}
}

func TestAPointIsAHandicapStoneWhileTheHandicapIsPlaced(t *testing.T) {
	s, _ := opened(t, Opening{Handicap: 2}, &scripted{})
	for _, line := range []string{"a1", "C3"} {
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
	}
	if a1, c3 := stoneAt(t, s, "A1"), stoneAt(t, s, "C3"); a1 != board.Black || c3 != board.Black || s.match.Phase() != play.PhasePlay {
		t.Errorf("in %s there are %s and %s", s.match.Phase(), a1, c3)
	}
}

func TestTheNameOfAFileKeepsItsCapitals(t *testing.T) {
	s, _ := opened(t, Opening{TwoPeople: true}, &scripted{})
	var names []string
	s.Keep = func(name string, _ *Session) error { names = append(names, name); return nil }
	s.Fetch = func(name string) (*game.Game, error) { names = append(names, name); return s.match.Game(), nil }
	for _, line := range []string{"b2", "Save Games/My.SGF", "LOAD Games/My.SGF"} {
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"Games/My.SGF", "Games/My.SGF"}; !slices.Equal(names, want) {
		t.Errorf("the files are %q, want %q", names, want)
	}
}

func TestCommandsMayBeTypedInCapitals(t *testing.T) {
	s, out := opened(t, Opening{Rules: rulesNamed(t, "new-zealand"), TwoPeople: true}, &scripted{})
	for _, line := range []string{"B2", "A1", "PASS", "Pass", "DEAD A1", "ALIVE A1", "DISPUTE", "MOVER Black", "Mover BLACK"} {
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
		if line == "Pass" {
			if err := s.bot.Act(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.match.Phase() != play.PhasePlay {
		t.Errorf("the phase is %s: %s", s.match.Phase(), out)
	}
}
