package komi

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"rosette/engine"
	"rosette/internal/quote"
	"rosette/lab/matches"
)

// Summarize computes the [engine.FairKomi] from a series' games. The same games, conditions and
// origin give the same summary.
func Summarize(c engine.KomiConditions, origin engine.KomiOrigin, games []matches.Game) engine.FairKomi {
	rows := Rows(games)
	s := engine.FairKomi{
		Conditions: c, Origin: origin, Games: len(games), Margins: MarginsOf(games),
		Komi: engine.Unknown(), Slope: engine.Unknown(),
	}
	openings := map[string]bool{}
	for _, g := range games {
		openings[g.Opening] = true
		s.Cost = s.Cost.Plus(g.Spent.Black).Plus(g.Spent.White)
	}
	s.Different = len(openings)
	e, err := EstimateKomi(games, c.Seed)
	s.Step = e.Step.Width
	if err != nil {
		s.Unknown = err.Error()
	} else {
		s.Komi, s.Slope = e.Komi, e.Slope
		s.Beyond = e.Curve.Even < rows[0].Komi || e.Curve.Even > rows[len(rows)-1].Komi
		s.Whole, s.Half = mostEven(e, false), mostEven(e, true)
	}
	for _, r := range rows {
		row := engine.KomiRow{
			Komi: r.Komi, Games: r.Games, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Share: r.Share,
		}
		if err == nil {
			share := e.Curve.BlackScore(e.Step.Centre(r.Komi))
			row.Fitted = &share
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// mostEven returns the most even komi among whole numbers or among halves.
func mostEven(e Estimate, halves bool) *engine.MostEvenKomi {
	all := e.MostEven(halves)
	return &engine.MostEvenKomi{Komi: all, Share: e.Curve.BlackScore(e.Step.Centre(all[0]))}
}

// Text formats a summary in several lines.
func Text(s engine.FairKomi) string {
	var b strings.Builder
	c := s.Conditions
	fmt.Fprintf(&b, "%s, %s, ending %s: %s of the computer with itself, %s\n",
		c.Board, matches.RulesetName(c.Rules), c.Rules.Ending, quote.Count(s.Games, "game"), c.Defaults)
	if c.Adjudicate > 0 {
		fmt.Fprintf(&b,
			"adjudged   games end when both players give one side %v for 8 turns; these have no margin\n",
			c.Adjudicate)
	}
	if s.Unknown != "" {
		fmt.Fprintf(&b, "fair komi  unknown: %s\n", s.Unknown)
	} else {
		fmt.Fprintf(&b, "fair komi  %.2f (%s), 95 %%\n", s.Komi.At, bounds(s.Komi))
		if s.Beyond {
			b.WriteString("           outside of the komi that were played at: play there too before believing it\n")
		}
		fmt.Fprintf(&b, "a point    is worth %.1f %% of the games near there (%.1f to %.1f), 95 %%\n",
			pointWorth(s.Slope.At), pointWorth(s.Slope.High), pointWorth(s.Slope.Low))
		fmt.Fprintf(&b, "most even  whole %s; half %s\n", evenText(s.Whole), evenText(s.Half))
	}
	fmt.Fprintf(&b, "margins    %s\n", marginText(s.Margins, s.Step))
	writeRows(&b, s.Rows)
	fmt.Fprintf(&b, "a move     %s\n", matches.PerMove(s.Cost))
	fmt.Fprintf(&b, "openings   %d different in the first 6 moves; games differ only in their seeds\n", s.Different)
	fmt.Fprintf(&b, "seed       %d\n", c.Seed)
	return b.String()
}

// writeRows writes the results at each komi.
func writeRows(b *strings.Builder, rows []engine.KomiRow) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "komi\tgames\twon\tdrawn\tlost\tBlack\tfrom\tto\tcurve\t")
	for _, r := range rows {
		fitted := "–"
		if r.Fitted != nil {
			fitted = percent(*r.Fitted)
		}
		fmt.Fprintf(w, "%v\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t\n", r.Komi, r.Games, r.Wins, r.Draws, r.Losses,
			percent(r.Share.At), percent(r.Share.Low), percent(r.Share.High), fitted)
	}
	_ = w.Flush() // a strings.Builder never fails
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// pointWorth returns the percentage of games decided by a point of komi near fair komi: a quarter
// of the log-odds slope.
func pointWorth(slope float64) float64 { return 25 * -slope }

// evenText returns the komi and Black's win rate there.
func evenText(e *engine.MostEvenKomi) string {
	var all []string
	for _, komi := range e.Komi {
		all = append(all, fmt.Sprint(komi))
	}
	return fmt.Sprintf("%s (Black %s)", strings.Join(all, " or "), percent(e.Share))
}

// bounds formats an interval with at most one infinite bound.
func bounds(i engine.Interval) string {
	switch {
	case math.IsInf(i.Low, 0):
		return fmt.Sprintf("up to %.2f", i.High)
	case math.IsInf(i.High, 0):
		return fmt.Sprintf("from %.2f", i.Low)
	}
	return fmt.Sprintf("%.2f to %.2f", i.Low, i.High)
}

// marginText describes Black's mean margin and the margins that occur.
func marginText(m engine.KomiMargins, step float64) string {
	if m.Games == 0 {
		return "no game was counted"
	}
	text := fmt.Sprintf("mean %+.1f, median %v in %d counted games; %d even, %d odd", m.Mean, m.Median, m.Games, m.Even,
		m.Odd)
	if step == 2 {
		text += "; so komi between two neighbours of one kind decide (nearly) alike"
	}
	return text
}

// Grid returns the komi from one value to another, by step, all in points.
func Grid(from, to, step float64) (all []float64) {
	for i := range int((to-from)/step) + 1 {
		all = append(all, from+float64(i)*step)
	}
	return slices.Clip(all)
}
