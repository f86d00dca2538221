package calibration

import (
	"context"
	"math"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

func TestFiguresAgreeWithinTheirJointError(t *testing.T) {
	for name, test := range map[string]struct {
		c           Comparison
		sameScoring bool
		want        Verdict
	}{
		"near":              {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 9.5, ByScore: 9.4, ByOwner: 9.6}, true, Agree},
		"far":               {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 6, ByScore: 5.9, ByOwner: 6.1}, true, Differ},
		"far, error":        {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 6, ByScore: 4, ByOwner: 8}, true, Agree},
		"lead":              {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 9, ByScore: 9, ByOwner: 9, Lead: -4, LeadError: 1}, true, Differ},
		"lead, error":       {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 9, ByScore: 9, ByOwner: 9, Lead: -4, LeadError: 2}, true, Agree},
		"territory":         {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 7.2, ByScore: 7.2, ByOwner: 7.2}, false, Agree},
		"area":              {Comparison{Fair: engine.Interval{Low: 8, At: 9, High: 10}, Even: 7.2, ByScore: 7.2, ByOwner: 7.2}, true, Differ},
		"too few games":     {Comparison{Fair: engine.Interval{Low: 3, At: 9, High: 17}, Even: 0}, true, TooFew},
		"without an end":    {Comparison{Fair: engine.Interval{Low: 3, At: 9, High: math.Inf(1)}, Even: 0}, true, TooFew},
		"without fair komi": {Comparison{Fair: engine.Unknown(), Even: 0}, true, NoGames},
	} {
		if got := test.c.verdict(test.sameScoring); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestFairKomiIsComparedByAreaAndByTerritory(t *testing.T) {
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	fair := engine.FairKomi{Games: 7, Komi: engine.Interval{Low: 5, At: 6, High: 7}}
	fair.Conditions.Board, fair.Conditions.Rules = "rosette-2", rules
	estimated := map[float64]int{}
	c := Comparer{Network: neural.Shipped, Estimate: func(_ context.Context, g *game.Game, _ board.Color) (engine.Estimate, error) {
		estimated[g.Rules().Komi]++
		return engine.Estimate{Evaluation: engine.Evaluation{Win: 0.5}, Error: 3}, nil
	}}
	all, err := c.Compare(t.Context(), fair)
	if err != nil || len(all) != 2 || all[0].Rules != "mindsports-chinese" || all[1].Rules != "mindsports-japanese" {
		t.Fatalf("%+v, %v", all, err)
	}
	if estimated[6] != 2 || !strings.Contains(all[1].String(), " 6.0 (5.0 to 7.0) ") || all[1].LeadError != 3 {
		t.Errorf("%v, %v", estimated, all)
	}
	for _, one := range all {
		if math.Abs(one.Even) > 24 || one.Even != (one.ByScore+one.ByOwner)/2 {
			t.Errorf("%+v", one)
		}
	}
	fair.Conditions.Board = "rosette-1"
	if _, err := c.Compare(t.Context(), fair); err == nil || !strings.Contains(err.Error(), "no network") {
		t.Error(err)
	}
}
