package game

import (
	"fmt"
	"testing"
)

func TestARankDifferenceIsANumberOrTwoRanks(t *testing.T) {
	for text, want := range map[string]RankDifference{
		"3.4":    {Ranks: 3.4},
		"3,4":    {Ranks: 3.4},
		" 0 ":    {},
		"38":     {Ranks: 38},
		"5k,2d":  {6, "5k", "2d"},
		"2d 5k":  {6, "5k", "2d"},
		"2D/5K":  {6, "5k", "2d"},
		"1k, 1d": {1, "1k", "1d"},
		"3d-3d":  {0, "3d", "3d"},
		"9k–1k":  {8, "9k", "1k"},
		"30k 9d": {38, "30k", "9d"},
	} {
		if got, err := ParseRankDifference(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "39", "3.456", "5k", "31k 1d", "0k 1d", "1d 10d", "5k 2d 1d", "5k2d", "five", "NaN", "1e1", "9p 1d"} {
		if got, err := ParseRankDifference(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		} else {
			oneLine(t, err, "such as 5k,2d, from 30k to 9d")
		}
	}
}

func TestStonesFollowRanksByEachRuleset(t *testing.T) {
	for _, c := range []struct {
		rules, on string
		ranks     float64
		want      string
	}{
		{"flower", "square-19", 0.4, "0 stones, komi 0, Black for free"},
		{"flower", "square-19", 1, "1 stones, komi 0"},
		{"flower", "rosette-5", 3.4, "3 stones, komi 0, Black for free"},
		{"flower", "rosette-7", 12, "12 stones, komi 0"},
		{"kgs-japanese", "square-19", 0.9, "0 stones, komi 6.5"},
		{"kgs-japanese", "square-19", 1, "1 stones, komi 0.5"},
		{"kgs-japanese", "square-19", 2.9, "2 stones, komi 0.5"},
		{"kgs-japanese", "square-19", 20, "9 stones, komi 0.5"},
		{"aga", "square-7", 6, "6 stones, komi 0.5"},
		{"mindsports-chinese", "rosette-1", 6, "3 stones, komi 0.5"},
		{"new-zealand", "square-19", 4, "4 stones, komi 0"},
		{"japanese-1989", "square-19", 9, "9 stones, komi 0"},
		{"tromp-taylor", "square-19", 0.5, "0 stones, komi 7.5"},
		{"tromp-taylor", "square-19", 3, "handicap 3: this ruleset has none; use 0, or choose FIXED, FREE, WHITE_PASSES or FLOWER"},
	} {
		r, g := preset(t, c.rules), graphOf(t, c.on)
		n, free := r.RankHandicap(g, RankDifference{Ranks: c.ranks})
		got := fmt.Sprintf("%d stones, komi %g", n, r.HandicapKomi(n))
		if free {
			got += ", Black for free"
		}
		if err := r.CheckHandicap(g, n); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%g ranks under %s on %s: %s, want %s", c.ranks, c.rules, c.on, got, c.want)
		}
	}
}
