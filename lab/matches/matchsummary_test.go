package matches

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"rosette/engine"
)

// ended returns a game in pair number/2; the first player is Black if number is even.
func ended(number int, first, second, winner string) Game {
	g := Game{Number: number, Pair: number / 2, Black: first, White: second, Winner: winner, End: ByScore}
	if number%2 == 1 {
		g.Black, g.White = second, first
	}
	cost := engine.Cost{Moves: 10, Wall: 5, CPU: 2.5, CPUKnown: true}
	g.Spent = GameCost{Black: cost, White: cost}
	return g
}

// faulty returns a game that a player lost by a fault.
func faulty(g Game, guilty string, kind FaultKind) Game {
	g.Guilty = guilty
	g.End = string(kind)
	g.Fault = "it did"
	g.Winner = g.White
	if guilty == g.White {
		g.Winner = g.Black
	}
	if kind == RejectedMove {
		g.Winner = ""
	}
	return g
}

func smallConditions(t *testing.T) Conditions {
	t.Helper()
	return Conditions{Kind: "match", Board: "square-5", Rules: rulesOf(t, "tromp-taylor"), Seed: 9}
}

// summaryOf adds up the games between a and b.
func summaryOf(c Conditions, games ...Game) MatchSummary {
	score := NewPairScore("a", c.SPRT)
	for _, g := range games {
		score.Add(g)
	}
	return NewMatchSummary(c, "a", "b", score.Standing())
}

func TestASummaryOfAMatchCountsCompletePairs(t *testing.T) {
	unknown := ended(3, "a", "b", "")
	unknown.Spent.White.CPUKnown = false // a's
	s := summaryOf(smallConditions(t), ended(0, "a", "b", "a"), ended(1, "a", "b", "a"), ended(2, "a", "b", "b"), unknown, ended(4, "a", "b", "a"))
	want := `a against b on square-5, tromp-taylor, komi 7.5
games    4: 2 won, 1 drawn, 1 lost
pairs    2: of 0, ½, 1, 1½, 2 points [0 1 0 0 1]
Elo      ` + s.Elo.EloText() + `, 95 %
a move   a 0.500 s, processor time unknown
a move   b 0.500 s, 0.250 s of processor time
seed     9
`
	if got := s.Text(); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	if got, want := s.Line(), "a 2–1, 1 drawn, Elo "+s.Elo.EloText(); got != want {
		t.Errorf("it says %s, want %s", got, want)
	}
	if math.Abs(s.Elo.At-Elo(0.625)) > 1e-9 {
		t.Errorf("Elo %+v, want that of 2½ points of 4", s.Elo)
	}
}

func TestASummaryNamesFaultsAndLeavesVoidPairsOut(t *testing.T) {
	s := summaryOf(smallConditions(t),
		faulty(ended(0, "a", "b", ""), "b", Crash), faulty(ended(1, "a", "b", ""), "b", Hang),
		faulty(ended(2, "a", "b", ""), "b", RejectedMove), ended(3, "a", "b", "b"),
		faulty(ended(4, "a", "b", ""), "a", Illegal), ended(5, "a", "b", "b"))
	for _, line := range []string{
		"games    4: 2 won, 0 drawn, 2 lost", "void     1 pairs: the players use different rules",
		"faults   a illegal: 1", "faults   b crash: 1", "faults   b denial: 1", "faults   b hang: 1",
	} {
		if !strings.Contains(s.Text(), line+"\n") {
			t.Errorf("it says\n%s\nwant a line %s", s.Text(), line)
		}
	}
	if s.Line() != "a 2–2, Elo "+s.Elo.EloText() {
		t.Errorf("it says %s", s.Line())
	}
}

func TestASummaryOfATestSaysWhatIsAccepted(t *testing.T) {
	c := smallConditions(t)
	c.SPRT = &SPRT{0, 200, 0.05, 0.05}
	if got := summaryOf(c).Line(); got != "a 0–0, LLR 0.00 (-2.94, 2.94)" {
		t.Errorf("before the first game it says %s", got)
	}
	for _, test := range []struct {
		games           int
		winner, verdict string
	}{{2, "a", "undecided"}, {40, "a", "ELO1 is accepted"}, {40, "b", "ELO0 is accepted"}} {
		var games []Game
		for i := range test.games {
			games = append(games, ended(i, "a", "b", test.winner))
		}
		s := summaryOf(c, games...)
		if !strings.Contains(s.Text(), "SPRT     0 or 200 Elo: LLR ") || !strings.Contains(s.Text(), "(-2.94, 2.94), "+test.verdict+"\n") {
			t.Errorf("where %s wins %d games it says\n%s\nwant %s", test.winner, test.games, s.Text(), test.verdict)
		}
	}
}

func TestASummaryIsTheSameAfterJSON(t *testing.T) {
	c := smallConditions(t)
	c.SPRT = &SPRT{0, 200, 0.05, 0.05}
	s := summaryOf(c, faulty(ended(0, "a", "b", ""), "b", Crash), ended(1, "a", "b", "b"))
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again MatchSummary
	if err := json.Unmarshal(text, &again); err != nil || again.Text() != s.Text() || again.Line() != s.Line() {
		t.Errorf("%v, %s is read as\n%s", err, text, again.Text())
	}
}

func TestAMatchWithoutAMoveHasNoCost(t *testing.T) {
	if got := PerMove(engine.Cost{}); got != "no move" {
		t.Errorf("it says %s", got)
	}
}
