package matches

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A reader plays a script's moves, given by point names, then passes.
type reader struct {
	script []string
	win    float64
	at     int
}

func (r *reader) Choose(_ context.Context, g *game.Game, _ board.Color, _ engine.Time) (Choice, error) {
	choice := Choice{Move: board.Pass, Win: r.win, HasWin: r.win > 0}
	if r.at < len(r.script) {
		p, err := g.Graph().Move(r.script[r.at])
		if err != nil {
			return choice, err
		}
		choice.Move = p
	}
	r.at++
	return choice, nil
}

// reads returns a player that plays a script in every game and names those stones as dead.
func reads(name, script string, win float64, dead ...string) Player {
	return LocalPlayer{
		New: func(uint64) (Mover, error) { return &reader{script: strings.Fields(script), win: win}, nil },
		Judge: func(_ context.Context, g *game.Game) (said life.Proposal, err error) {
			for _, d := range dead {
				p, err := g.Graph().Point(d)
				if err != nil {
					return said, err
				}
				said.Dead = append(said.Dead, p)
			}
			return said, nil
		},
		Timer: NewCPUTimer(func() (time.Duration, bool) { return 0, false }), Weight: 1,
	}.Player(name)
}

// one plays a match's first game on a square board.
func one(t *testing.T, side int, change func(*Tournament), black, white Player) Game {
	t.Helper()
	m, games := match(t, "square-5", black, white)
	m.Graph = board.Square(side, side)
	m.Openings, m.Pairs = RandomOpenings(m.Graph, m.Rules, 0, 1), 1
	if change != nil {
		change(m)
	}
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(*games, func(g Game) bool { return g.Black == black.Name })
	return (*games)[i]
}

func agreement(m *Tournament) { m.Rules.Ending = game.EndingAgreement }

func TestStonesThatBothNameComeOff(t *testing.T) {
	black, white := "B1 B2 B3 B4 B5 E5", "D1 D2 D3 D4 D5 A3"
	for _, c := range []struct {
		change       func(*Tournament)
		black, white []string
		dead, result string
		possible     string // if they disagree
	}{
		// Column C is neutral and komi is 7.5. Without the dead stones each side has 10 points;
		// while E5 stands, 10 and E5 against 5; while both stand, 6 each.
		{agreement, []string{"A3", "E5"}, []string{"E5", "A3"}, "E5 A3", "W+7.5", ""},
		{agreement, []string{"A3"}, []string{"A3"}, "A3", "W+1.5", ""},
		{agreement, []string{"A3"}, []string{"E5"}, "", "W+7.5", "between W+1.5 and W+13.5"},
		{nil, []string{"A3"}, []string{"A3"}, "", "W+7.5", ""},
	} {
		g := one(t, 5, c.change, reads("b", black, 0, c.black...), reads("w", white, 0, c.white...))
		if g.End != ByScore || g.Dead != c.dead || g.Result != c.result || !strings.Contains(g.SGF, "RE["+c.result+"]") || g.Range != c.possible || !strings.Contains(g.SGF, c.possible) {
			t.Errorf("%v and %v: %+v", c.black, c.white, g)
		}
	}
}

func TestAGameThatGoesOnTooLongIsCountedAsItStands(t *testing.T) {
	short := func(m *Tournament) { m.MaxMoves = 4 }
	g := one(t, 5, short, reads("b", "C3 C2 C4", 0), reads("w", "E5 E4 E3", 0))
	if g.End != ByLength || g.Moves != 4 || g.Result != "W+7.5" {
		t.Errorf("%+v", g)
	}
}

func TestAPositionThreeTimesIsHalfAPointForBoth(t *testing.T) {
	m, games := match(t, "square-2", gamble("keen", 1), gamble("calm", 0))
	m.Rules.Repetition = game.KoSimple
	m.Pairs = 30
	m.MaxMoves = 1000
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	repeated := 0
	for _, g := range *games {
		if g.End == ByRepetition {
			repeated++
			if g.Result != "Void" || g.Winner != "" || !g.Counts() || g.Worth("keen") != 0.5 {
				t.Errorf("%+v", g)
			}
		}
	}
	if t.Logf("%d of %d games repeat", repeated, len(*games)); repeated == 0 {
		t.Error("no game repeats a position three times")
	}
}

func TestAnAdjudicationNeedsBothToSayTheSameForLong(t *testing.T) {
	black, white := "A1 A2 A3 A4 A5 C1 C2", "E1 E2 E3 E4 E5 D1 D2"
	strict := func(m *Tournament) { m.Adjudicate = 0.95 }
	for _, c := range []struct {
		black, white float64
		change       func(*Tournament)
		end, result  string
	}{
		{0.99, 0.01, strict, ByAdjudication, "B+R"},
		{0.01, 0.99, strict, ByAdjudication, "W+R"},
		{0.99, 0.2, strict, ByScore, ""},
		{0.99, 0.99, strict, ByScore, ""},
		{0.99, 0.01, nil, ByScore, ""},
	} {
		g := one(t, 5, c.change, reads("b", black, c.black), reads("w", white, c.white))
		if g.End != c.end || c.result != "" && (g.Result != c.result || g.Moves != adjudicationTurns) {
			t.Errorf("%v and %v: %+v", c.black, c.white, g)
		}
	}
}

func TestAPlayerInThisProcessThatPlaysIllegallyLoses(t *testing.T) {
	g := one(t, 5, nil, reads("b", "C3 C3", 0), reads("w", "D3 D4", 0))
	if g.Result != "W+F" || g.Guilty != "b" || g.Fault != "it plays C3 at move 3, which is illegal: occupied" {
		t.Errorf("%+v", g)
	}
}

func TestAPlayerThatCannotStartStopsTheTournament(t *testing.T) {
	m, games := match(t, "square-5", reads("b", "Z99", 0), reads("w", "", 0))
	if err := m.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "Z99") || len(*games) > 0 {
		t.Errorf("%d games, %v", len(*games), err)
	}
}

func TestATranscriptKeepsTheBeginningOfALongAnswer(t *testing.T) {
	var words Transcript
	out := lineWriter(words.For("bad"), "< ")
	for _, piece := range []string{"= a", " move\n", strings.Repeat("x", 3*longestLine), "\n\n", strings.Repeat("more\n", 50)} {
		if _, err := io.WriteString(out, piece); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(words.String(), "\n")
	if lines[0] != `bad < "= a move"` || len(lines[1]) > longestLine+20 || len(lines) != maxAnswerLines || lines[maxAnswerLines-1] != "bad says more" {
		t.Errorf("%d lines:\n%s", len(lines), &words)
	}
	words.Clear()
	if got := words.String(); got != "" {
		t.Errorf("after the game it holds %q", got)
	}
}
