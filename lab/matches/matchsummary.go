package matches

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/engine"
)

// A MatchSummary is the result of a match between two players.
type MatchSummary struct {
	Conditions Conditions      `json:"conditions"`
	First      string          `json:"first"`
	Second     string          `json:"second"`
	Standing   Standing        `json:"standing"`
	Elo        engine.Interval `json:"elo"`
}

// NewMatchSummary returns the summary of a run with two players.
func NewMatchSummary(c Conditions, first, second string, s Standing) MatchSummary {
	return MatchSummary{Conditions: c, First: first, Second: second, Standing: s, Elo: s.Pairs.Elo()}
}

// Line summarizes the match in half a line.
func (m MatchSummary) Line() string {
	s := m.Standing
	text := fmt.Sprintf("%s %d–%d", m.First, s.Wins, s.Losses)
	if s.Draws > 0 {
		text += fmt.Sprintf(", %d drawn", s.Draws)
	}
	if s.Games > 0 {
		text += ", Elo " + m.Elo.EloText()
	}
	if test := m.Conditions.SPRT; test != nil {
		lower, upper := test.Bounds()
		text += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", s.LLR, lower, upper)
	}
	return text
}

// verdictTexts describes each verdict.
var verdictTexts = map[Verdict]string{
	Undecided: "undecided",
	Weaker:    "ELO0 is accepted",
	Stronger:  "ELO1 is accepted",
}

// Text returns the summary as text, in several lines.
func (m MatchSummary) Text() string {
	var b strings.Builder
	c := m.Conditions
	s := m.Standing
	players := []string{m.First, m.Second}
	fmt.Fprintf(&b, "%s against %s on %s, %s, komi %v\n", m.First, m.Second, c.Board, c.Ruleset(), c.Rules.Komi)
	fmt.Fprintf(&b, "games    %d: %d won, %d drawn, %d lost\n", s.Games, s.Wins, s.Draws, s.Losses)
	fmt.Fprintf(&b, "pairs    %d: of 0, ½, 1, 1½, 2 points %v\n", s.Pairs.Total(), s.Pairs)
	if s.Void > 0 {
		fmt.Fprintf(&b, "void     %d pairs: the players use different rules\n", s.Void)
	}
	fmt.Fprintf(&b, "Elo      %s, 95 %%\n", m.Elo.EloText())
	if test := c.SPRT; test != nil {
		lower, upper := test.Bounds()
		fmt.Fprintf(&b, "SPRT     %v or %v Elo: LLR %.2f (%.2f, %.2f), %s\n", test.Elo0, test.Elo1, s.LLR, lower, upper,
			verdictTexts[s.Verdict])
	}
	for i, name := range players {
		fmt.Fprintf(&b, "a move   %s %s\n", name, PerMove(s.Costs[i]))
	}
	for i, name := range players {
		for _, kind := range slices.Sorted(maps.Keys(s.Faults[i])) {
			fmt.Fprintf(&b, "faults   %s %s: %d\n", name, kind, s.Faults[i][kind])
		}
	}
	fmt.Fprintf(&b, "seed     %d\n", c.Seed)
	return b.String()
}

// PerMove formats the mean cost per move.
func PerMove(c engine.Cost) string {
	if c.Moves == 0 {
		return "no move"
	}
	wall := fmt.Sprintf("%.3f s", c.Wall/float64(c.Moves))
	if !c.CPUKnown {
		return wall + ", processor time unknown"
	}
	return fmt.Sprintf("%s, %.3f s of processor time", wall, c.CPU/float64(c.Moves))
}
