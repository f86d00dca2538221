package train

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/lab/matches"
)

func TestAMatchPlaysItsPairs(t *testing.T) {
	graph := named(t, "rosette-1")
	net, err := neural.Random(graph.Lattice(), 1, 16, 1)
	if err != nil {
		t.Fatal(err)
	}
	play := func(seed uint64, parallel int) matches.Standing {
		m := &Match{Graph: graph, Rules: game.DefaultRules(graph), Visits: 6, Pairs: 3, Parallel: parallel, Seed: seed}
		games := 0
		s, err := m.Play(t.Context(), EvaluatorsOf(net), EvaluatorsOf(nil), func(matches.Standing) { games++ })
		if err != nil || games != 6 || s.Games != 6 || s.Wins+s.Draws+s.Losses != 6 || s.Pairs.Total() != 3 {
			t.Fatalf("%d games, %+v: %v", games, s, err)
		}
		return s
	}
	if one, two := play(7, 1), play(7, 2); one.Pairs != two.Pairs {
		t.Errorf("the same seed gives %v and %v", one.Pairs, two.Pairs)
	}
}

func TestAMatchEndsWithItsContext(t *testing.T) {
	graph := named(t, "rosette-1")
	m := &Match{Graph: graph, Rules: game.DefaultRules(graph), Visits: 4, Pairs: 1000, Parallel: 2, Seed: 1}
	ctx, stop := context.WithCancelCause(t.Context())
	lost := errors.New("the server is gone")
	s, err := m.Play(ctx, EvaluatorsOf(nil), EvaluatorsOf(nil), func(now matches.Standing) {
		if now.Games == 4 {
			stop(lost)
		}
	})
	if !errors.Is(err, lost) || s.Games < 4 || s.Games > 20 {
		t.Errorf("%+v: %v", s, err)
	}
}

func TestTheResultOfAMatchIsALine(t *testing.T) {
	r := MatchResult{First: "new", Second: "old", Standing: matches.Standing{Wins: 3, Losses: 2, Draws: 1}, Elo: engine.Interval{Low: -10.4, At: 20, High: 50}}
	if got, want := r.Line(), "new against old: 3–2, 1 drawn; Elo +20, 95 % interval -10 to +50"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	r.Elo.High = math.Inf(1)
	if got, want := r.Line(), "new against old: 3–2, 1 drawn"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}

func TestAGatingMatchPromotesAStrongerNetwork(t *testing.T) {
	for _, c := range []struct {
		verdict      matches.Verdict
		wins, losses int
		want         bool
	}{
		{matches.Stronger, 20, 5, true},
		{matches.Stronger, 5, 5, true}, // the test counts pairs, not games
		{matches.Weaker, 5, 20, false},
		{matches.Weaker, 9, 8, false},
		{matches.Undecided, 41, 39, true},
		{matches.Undecided, 40, 40, false},
		{matches.Undecided, 39, 41, false},
		{matches.Undecided, 0, 0, false},
	} {
		if got := Promotes(matches.Standing{Verdict: c.verdict, Wins: c.wins, Losses: c.losses}); got != c.want {
			t.Errorf("%s with %d wins and %d losses: %v", c.verdict, c.wins, c.losses, got)
		}
	}
	if sprt := gatingSPRT(); sprt.Check() != nil || sprt.Elo0 != -20 || sprt.Elo1 != 30 {
		t.Errorf("the test is %+v", sprt)
	}
}

func TestANetworkThatWins85PercentReplacesTheReference(t *testing.T) {
	for _, c := range []struct {
		pairs matches.Pairs
		want  bool
	}{
		{matches.Pairs{0, 0, 0, 60, 40}, true}, // exactly 85 %
		{matches.Pairs{0, 0, 0, 61, 39}, false},
		{matches.Pairs{4: 12}, true},
		{matches.Pairs{2: 12}, false},
		{matches.Pairs{}, false},
	} {
		if got := replacesReference(matches.Standing{Pairs: c.pairs}); got != c.want {
			t.Errorf("%v: %v", c.pairs, got)
		}
	}
}

// Three networks won their gating matches by chance. In rating matches each scores like the one
// before: they beat playouts by 100 Elo.
func TestChanceInGatingMatchesDoesNotAddUpToARating(t *testing.T) {
	even := matches.Standing{Wins: 64, Losses: 36}
	reports := []CycleReport{{Network: "a", Against: Playouts, Promoted: true, Rating: &RatingMatch{Against: Playouts, Standing: even}}}
	for _, name := range []string{"b", "c"} {
		reports = append(reports, CycleReport{
			Network: name, Against: reports[len(reports)-1].Network, Promoted: true,
			Standing: matches.Standing{Wins: 40, Losses: 10}, Rating: &RatingMatch{Against: Playouts, Standing: even},
		})
	}
	reports = append(reports, CycleReport{Network: "d", Against: "c", Standing: matches.Standing{Wins: 9, Losses: 11}})
	rated, err := ratings(reports)
	if err != nil || len(rated) != 4 {
		t.Fatalf("the ratings are %v, %v", rated, err)
	}
	for _, name := range []string{"a", "b", "c"} {
		if elo := rated[name]; math.Abs(elo.At-100) > 1 || elo.Low > 50 || elo.High < 150 {
			t.Errorf("%s is rated %+v, want about 100", name, elo)
		}
	}
	if points := ratingPoints(reports, rated); len(points) != 4 {
		t.Errorf("the curve has %d points", len(points))
	}
}

func TestACycleThatIsRepeatedCountsOnce(t *testing.T) {
	cycle := func(number, wins int) CycleReport {
		return CycleReport{Cycle: number, Standing: matches.Standing{Wins: wins}}
	}
	kept := lastOfEachCycle([]CycleReport{cycle(1, 3), cycle(2, 5), cycle(2, 4), cycle(3, 1)})
	if len(kept) != 3 || kept[1].Standing.Wins != 4 || kept[2].Cycle != 3 {
		t.Errorf("of four reports, one of them repeated, %+v are kept", kept)
	}
}

func TestACycleIsALine(t *testing.T) {
	r := CycleReport{Cycle: 2, Network: "b", Against: "a", Standing: matches.Standing{Games: 4, Wins: 3, Losses: 1}, Seconds: 1800, Games: 100, Samples: 900}
	const begin = "cycle 2, after 30m0s: 100 games, 200 games/h, 900 positions; network b against a 3–1, 0 drawn: "
	if got := r.Line(); got != begin+"the best stays" {
		t.Errorf("the line is %q", got)
	}
	r.Promoted, r.Rating = true, &RatingMatch{Against: Playouts, Standing: matches.Standing{Wins: 9, Draws: 1}, Elo: engine.Interval{Low: 1, At: 2, High: 3}}
	if got := r.Line(); got != begin+"it is the best now; measured against playouts 9–0, 1 drawn: Elo +2 (+1 to +3)" {
		t.Errorf("the line is %q", got)
	}
}

func TestAnUnfinishedLineOfALogIsMentionedAndDoesNotCount(t *testing.T) {
	name := writeTemp(t, "{\"cycle\":1}\n{\"cyc")
	var notes []string
	all, err := readLog[CycleReport](name, func(line string) { notes = append(notes, line) })
	if err != nil || len(all) != 1 || all[0].Cycle != 1 || len(notes) != 1 {
		t.Errorf("read are %+v, with the notes %q: %v", all, notes, err)
	}
	if _, err := readLog[CycleReport](writeTemp(t, "{}\nno\n{}\n"), nil); err == nil || !strings.HasSuffix(err.Error(), "; delete the line") {
		t.Errorf("a wrong line: %v", err)
	}
}
