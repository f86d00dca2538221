package web

import (
	"fmt"
	"math"
	"strings"

	"rosette/i18n"
)

// A curve shows how often Black wins at each komi of a board.
type curve struct {
	Ticks  []tick
	Levels []level
	Dots   []dot
	Line   string // of the fit, in a square of 100; "" without one
	Middle string // where it crosses half
	Left   string // the interval of fair komi
	Width  string
	Alt    string
}

// A dot is the games at one komi, with the interval of Black's share.
type dot struct {
	At, Radius   string
	Y, High, Low string
}

// A level is a line across at a share of the games.
type level struct{ Y, TextY, Text string }

// Measures of the picture, in pixels: its frame is 200 high.
const (
	curveTop  = 18
	curveTall = 200
	mostDot   = 7.0 // the radius of the dot with the most games
	leastDot  = 2.5
)

func newCurve(lang, name string, f *finding) curve {
	first, last := f.Rows[0].Komi, f.Rows[len(f.Rows)-1].Komi
	a := axisOver(lang, first, last)
	c := curve{Ticks: a.ticks(), Alt: curveInWords(lang, name, f)}
	for _, share := range []float64{1, 0.5, 0} {
		c.Levels = append(c.Levels, level{height(share), fmt.Sprintf("%.1f", curveTop+curveTall*(1-share)-5), percent(lang, share, 0)})
	}
	most := 0
	for _, r := range f.Rows {
		most = max(most, r.Games)
	}
	for _, r := range f.Rows {
		radius := max(leastDot, mostDot*math.Sqrt(float64(r.Games)/float64(most)))
		c.Dots = append(c.Dots, dot{a.at(r.Komi), fmt.Sprintf("%.1f", radius), height(*r.Share.At), height(*r.Share.High), height(*r.Share.Low)})
	}
	if !f.known() {
		return c
	}
	var line strings.Builder
	for i := range 101 {
		komi := a.low + (a.high-a.low)*float64(i)/100
		fmt.Fprintf(&line, "%d,%.2f ", i, 100-100*f.share(komi))
	}
	c.Line = strings.TrimSpace(line.String())
	if *f.Komi.At >= a.low && *f.Komi.At <= a.high {
		c.Middle = a.at(*f.Komi.At)
	}
	var strip bar
	strip.lay(a, f.Komi)
	c.Left, c.Width = strip.Left, strip.Width
	return c
}

// share is how often Black wins at a komi by the fit.
func (f *finding) share(komi float64) float64 {
	return 1 / (1 + math.Exp(-*f.Slope.At*(komi-*f.Komi.At)))
}

// height is where a share lies in the picture.
func height(share float64) string { return fmt.Sprintf("%.1f", curveTop+curveTall*(1-share)) }

// curveInWords is what the picture shows, for who does not see it.
func curveInWords(lang, name string, f *finding) string {
	first, last := f.Rows[0], f.Rows[len(f.Rows)-1]
	return i18n.T(lang, "komi.curve", i18n.Args{
		"board": title(name),
		"low":   komiText(lang, first.Komi), "first": percent(lang, *first.Share.At, 0),
		"high": komiText(lang, last.Komi), "last": percent(lang, *last.Share.At, 0),
	}) + " " + i18n.T(lang, "komi.key.fair", nil) + ": " + fairInWords(lang, f) + "."
}

// percent writes a share of games.
func percent(lang string, share float64, decimals int) string {
	return i18n.Decimal(lang, 100*share, decimals) + "\u00a0%"
}

// komiText writes a whole or half komi.
func komiText(lang string, komi float64) string {
	if komi == math.Trunc(komi) {
		return i18n.Decimal(lang, komi, 0)
	}
	return i18n.Decimal(lang, komi, 1)
}
