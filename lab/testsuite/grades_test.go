package testsuite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/lab/matches"
)

func TestGradesCountBestMovesWinnersPointsAndErrors(t *testing.T) {
	g := GradesOf([]Result{
		{PointsLost: 0, WinnersRight: 2, MarginError: 1},
		{PointsLost: 3, WinnersRight: 1, MarginError: 2},
		{PointsLost: 0, WinnersRight: 0, MarginError: 0},
		{PointsLost: 0, WinnersRight: 2, MarginError: 5},
	})
	for name, test := range map[string]struct {
		got       engine.Interval
		want      float64
		low, high float64
	}{
		"best move":    {g.BestMove, 0.75, 0.30, 0.96},
		"winner":       {g.Winner, 0.625, 0.30, 0.87},
		"points lost":  {g.PointsLost, 0.75, 0, 2.5},
		"margin error": {g.MarginError, 2, 0, 4.5},
	} {
		i := test.got
		if i.At != test.want || i.Low < test.low || i.Low > i.At || i.High < i.At || i.High > test.high {
			t.Errorf("%s: %+v, want %v within %v to %v", name, i, test.want, test.low, test.high)
		}
	}
}

func TestASinglePositionHasNoIntervalOfAMean(t *testing.T) {
	g := GradesOf([]Result{{PointsLost: 2, WinnersRight: 1, MarginError: 0.5}})
	if g.PointsLost.Bounded() || !g.BestMove.Bounded() {
		t.Errorf("%+v", g)
	}
	text, err := json.Marshal(g.PointsLost)
	if err != nil || string(text) != `{"low":null,"at":2,"high":null}` {
		t.Errorf("%s, %v", text, err)
	}
	if got := intervalText(g.PointsLost, 1, 2); got != "2.00\t" {
		t.Errorf("written %q", got)
	}
}

// report returns a report where a search found best of ten best moves.
func report(best int) Report {
	grades := Grades{BestMove: matches.Wilson(float64(best), 10), Winner: matches.Wilson(1, 2)}
	grades.PointsLost, grades.MarginError = engine.Interval{Low: 1, At: 2, High: 3}, engine.Interval{Low: math.NaN(), At: 4, High: math.NaN()}
	return Report{
		Suite: "exam.jsonl", Board: "rosette-1", Positions: 10, Player: fmt.Sprint("p", best),
		Visits: 64, RandomChance: 0.25, Raw: &grades, Search: grades,
	}
}

func TestTheTableHasTwoRowsForEachPlayer(t *testing.T) {
	var text bytes.Buffer
	if err := WriteTable(&text, []Report{report(4), report(5)}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if len(lines) != 6 || lines[0] != "exam.jsonl: 10 positions of rosette-1; random choice finds 25.0 % of the best moves" {
		t.Fatalf("%s", &text)
	}
	for line, want := range map[int]string{2: "look  p4", 3: "64 visits  p4", 4: "look  p5", 5: "64 visits  p5"} {
		fields := strings.Join(strings.Fields(lines[line]), " ")
		if !strings.HasSuffix(lines[line], want) || !strings.Contains(fields, "50.0 9.5–90.5 2.00 1.00–3.00 4.00 ") {
			t.Errorf("line %d is %q", line, lines[line])
		}
	}
}

func TestTwoTrainingRunsAreTwoSeriesOverTheirSteps(t *testing.T) {
	var reports []Report
	for i := range 5 {
		reports = append(reports, report(i))
	}
	c := Chart(reports, []float64{150, 300, 150, 300, 450})
	if !strings.HasPrefix(c.X.Label, "steps of learning") || len(c.Panels) != 2 || len(c.Panels[0].Series) != 4 {
		t.Fatalf("%d panels over %s", len(c.Panels), c.X.Label)
	}
	for i, s := range c.Panels[0].Series {
		name := fmt.Sprintf("%s, run %d", []string{"search", "first look"}[i/2], i%2+1)
		want := []int{2, 3}[i%2]
		if s.Name != name || len(s.Points) != want || s.Points[0].X != 150 || s.Points[want-1].X != float64(150*want) {
			t.Errorf("series %d, %s, has the points %v", i, s.Name, s.Points)
		}
	}
	if p := c.Panels[0].Series[1].Points[2]; p.Y < 39 || p.Y > 41 || p.Low >= p.Y || p.High <= p.Y {
		t.Errorf("four of ten are drawn at %+v", p)
	}
	var svg bytes.Buffer
	if err := c.SVG(&svg); err != nil || !strings.Contains(svg.String(), "<svg") {
		t.Errorf("%v", err)
	}
}

func TestPlayersOfUnknownStepsAreDrawnInTheirOrder(t *testing.T) {
	c := Chart([]Report{report(1), report(2), report(3)}, []float64{150, math.NaN(), 150})
	s := c.Panels[0].Series
	if !strings.HasPrefix(c.X.Label, "player, in the order named") || len(s) != 2 || s[0].Name != "search" || s[0].Points[2].X != 3 {
		t.Errorf("over %s: %+v", c.X.Label, s)
	}
}
