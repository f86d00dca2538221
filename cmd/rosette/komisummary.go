package main

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"rosette/engine/matches"
)

// A fairRow is how the games at one komi went for Black as JSON.
type fairRow struct {
	Komi   float64  `json:"komi"`
	Games  int      `json:"games"`
	Wins   int      `json:"wins"`
	Draws  int      `json:"draws"`
	Losses int      `json:"losses"`
	Share  interval `json:"share"`
	Fitted *float64 `json:"fitted"` // by the curve, null without one
}

// An even is a komi that leaves the game most even, and others that decide games
// alike.
type even struct {
	Komi  []float64 `json:"komi"`
	Share float64   `json:"share"` // of Black, by the curve
}

// A fairSummary is what a search for komi prints as JSON.
type fairSummary struct {
	Conditions conditions      `json:"conditions"`
	Origin     origin          `json:"origin"`
	Games      int             `json:"games"`
	Different  int             `json:"differentOpenings"` // of six moves
	Komi       interval        `json:"komi"`
	Slope      interval        `json:"slope"`
	Unknown    string          `json:"unknown,omitempty"` // why there is no fair komi
	Beyond     bool            `json:"beyond"`            // it lies outside of the komi that were played at
	Step       float64         `json:"step"`              // from a margin to the next
	Whole      *even           `json:"whole,omitempty"`
	Half       *even           `json:"half,omitempty"`
	Margins    matches.Margins `json:"margins"`
	Rows       []fairRow       `json:"rows"`
	Cost       matches.Cost    `json:"cost"`

	rows  []matches.Row
	found matches.Fair
}

// summary adds the games up.
func (k *fairness) summary() *fairSummary {
	s := &fairSummary{
		Conditions: k.asked, Origin: k.origin(time.Now()), Games: len(k.games), Margins: matches.MarginsOf(k.games), rows: matches.Rows(k.games),
		Komi: intervalOf(matches.Unknown), Slope: intervalOf(matches.Unknown),
	}
	begun := map[string]bool{}
	for _, g := range k.games {
		begun[g.Opening] = true
		s.Cost = s.Cost.Plus(g.Spent.Black).Plus(g.Spent.White)
	}
	s.Different = len(begun)
	f, err := matches.FairKomi(k.games, k.asked.Seed)
	s.found, s.Step = f, f.Step.Wide
	if err != nil {
		s.Unknown = err.Error()
	} else {
		s.Komi, s.Slope = intervalOf(f.Komi), intervalOf(f.Slope)
		s.Beyond = f.Curve.Even < s.rows[0].Komi || f.Curve.Even > s.rows[len(s.rows)-1].Komi
		s.Whole, s.Half = evenest(f, false), evenest(f, true)
	}
	for _, r := range s.rows {
		row := fairRow{r.Komi, r.Games, r.Wins, r.Draws, r.Losses, intervalOf(r.Share), nil}
		if err == nil {
			share := f.Curve.Share(f.Step.Centre(r.Komi))
			row.Fitted = &share
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// evenest is the most even komi among the whole ones or the halves.
func evenest(f matches.Fair, halves bool) *even {
	all := f.Evenest(halves)
	return &even{all, f.Curve.Share(f.Step.Centre(all[0]))}
}

// words is what was found, for people.
func (s *fairSummary) words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, ending %s: %d games of the computer with itself, %s\n",
		s.Conditions.Board, ruleset(s.Conditions), s.Conditions.Rules.Ending, s.Games, s.Conditions.Defaults)
	if s.Unknown != "" {
		fmt.Fprintf(&b, "fair komi  unknown: %s\n", s.Unknown)
	} else {
		fmt.Fprintf(&b, "fair komi  %.2f (%s), 95 %%\n", *s.Komi.At, span(s.found.Komi))
		if s.Beyond {
			b.WriteString("           outside of the komi that were played at: play there too before believing it\n")
		}
		fmt.Fprintf(&b, "a point    is worth %.1f %% of the games near there (%s), 95 %%\n", 25*-s.found.Slope.At, steepness(s.found.Slope))
		fmt.Fprintf(&b, "most even  whole %s; half %s\n", s.Whole, s.Half)
	}
	fmt.Fprintf(&b, "margins    %s\n", marginWords(s.Margins, s.Step))
	s.table(&b)
	fmt.Fprintf(&b, "a move     %s\n", perMove(s.Cost))
	fmt.Fprintf(&b, "openings   %d different in the first 6 moves; games differ by their seeds alone\n", s.Different)
	fmt.Fprintf(&b, "seed       %d\n", s.Conditions.Seed)
	return b.String()
}

// table says how the games at each komi went.
func (s *fairSummary) table(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "komi\tgames\twon\tdrawn\tlost\tBlack\tfrom\tto\tcurve\t")
	for _, r := range s.Rows {
		curve := "–"
		if r.Fitted != nil {
			curve = percent(*r.Fitted)
		}
		fmt.Fprintf(w, "%v\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t\n", r.Komi, r.Games, r.Wins, r.Draws, r.Losses,
			percent(*r.Share.At), percent(*r.Share.Low), percent(*r.Share.High), curve)
	}
	if err := w.Flush(); err != nil {
		b.WriteString(err.Error()) // a strings.Builder takes everything
	}
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// String names the komi, and how often Black wins there.
func (e *even) String() string {
	var all []string
	for _, komi := range e.Komi {
		all = append(all, fmt.Sprint(komi))
	}
	return fmt.Sprintf("%s (Black %s)", strings.Join(all, " or "), percent(e.Share))
}

// span writes the bounds of an interval, of which one may be open.
func span(i matches.Interval) string {
	switch {
	case math.IsInf(i.Low, 0):
		return fmt.Sprintf("up to %.2f", i.High)
	case math.IsInf(i.High, 0):
		return fmt.Sprintf("from %.2f", i.Low)
	}
	return fmt.Sprintf("%.2f to %.2f", i.Low, i.High)
}

// steepness writes what a point near fair komi is worth, least first.
func steepness(slope matches.Interval) string {
	return fmt.Sprintf("%.1f to %.1f", 25*-slope.High, 25*-slope.Low)
}

// marginWords says by how much Black was ahead, and what the margins are.
func marginWords(m matches.Margins, step float64) string {
	if m.Games == 0 {
		return "no game was counted"
	}
	text := fmt.Sprintf("mean %+.1f, median %+v in %d counted games; %d even, %d odd", m.Mean, m.Median, m.Games, m.Even, m.Odd)
	if step == 2 {
		text += "; so komi between two neighbours of one kind decide (nearly) alike"
	}
	return text
}
