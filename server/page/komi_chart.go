package page

import (
	"bytes"
	"html/template"
	"math"
	"strings"

	"rosette/chart"
	"rosette/engine"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// intervalChart shows the fair komi of each board, and the guesses below it. The guess for the
// measured rules has the class own.
func intervalChart(lang string, found map[string]*komiResult) template.HTML {
	r := chart.Rows{Class: "bars", Fluid: true, X: komiAxis(lang)}
	alt := []string{i18n.T(lang, "komi.bars", nil)}
	for _, name := range komiBoards {
		f := found[name]
		row := chart.Row{
			Name: shell.Texts(lang).BoardTitle(name), Value: fairInWords(lang, f), Unknown: f == nil || !f.known(),
		}
		if !row.Unknown {
			row.At = f.Komi.At
			row.OpenLow = math.IsInf(f.Komi.Low, 0)
			row.OpenHigh = math.IsInf(f.Komi.High, 0)
			row.Low, row.High = row.At, row.At
			if !row.OpenLow {
				row.Low = f.Komi.Low
			}
			if !row.OpenHigh {
				row.High = f.Komi.High
			}
		}
		for _, g := range guessesOf(name) {
			class := "guess"
			if g.of(f) {
				class = "guess own"
			}
			row.Marks = append(row.Marks, chart.Mark{At: g.komi, Class: class})
		}
		r.Rows = append(r.Rows, row)
		alt = append(alt, row.Name+": "+row.Value)
	}
	r.Title = strings.Join(alt, " ") + "."
	var out bytes.Buffer
	shell.Must(r.SVG(&out))
	return template.HTML(out.String()) // the chart escapes its texts
}

// komiAxis returns an axis with whole komi that includes 0.
func komiAxis(lang string) chart.Axis {
	return chart.Axis{Whole: true, Zero: true, Format: func(x float64) string { return i18n.Decimal(lang, x, 0) }}
}

// The largest and the smallest radius of the dots, whose size shows the number of games.
const (
	mostDot  = 7.0
	leastDot = 2.5
)

// shareChart shows Black's share of wins at each komi on a board.
func shareChart(lang, name string, f *komiResult) template.HTML {
	first, last := f.Rows[0].Komi, f.Rows[len(f.Rows)-1].Komi
	x := komiAxis(lang)
	x.Zero = false
	p := chart.Panel{Height: 200, Y: chart.Axis{High: 1}}
	for _, share := range []float64{1, 0.5, 0} {
		p.Y.Ticks = append(p.Y.Ticks, chart.Tick{At: share, Text: percent(lang, share, 0)})
	}
	games := chart.Series{Kind: chart.Points}
	most := 0
	for _, r := range f.Rows {
		most = max(most, r.Games)
	}
	for _, r := range f.Rows {
		radius := max(leastDot, mostDot*math.Sqrt(float64(r.Games)/float64(most)))
		games.Points = append(games.Points, chart.Point{
			X: r.Komi, Y: r.Share.At, Low: r.Share.Low, High: r.Share.High, Radius: radius,
		})
	}
	if f.known() {
		p.Strips = []chart.Strip{{Low: f.Komi.Low, High: f.Komi.High}}
		p.Verticals = []chart.Vertical{{At: f.Komi.At, Class: "half"}}
		p.Series = append(p.Series, chart.Series{
			Kind: chart.Curve, Class: "fit", Points: chart.Sample(f.curve().BlackScore, first, last, 100),
		})
	}
	p.Series = append(p.Series, games)
	c := chart.Chart{Class: "curve", Title: curveInWords(lang, name, f), Fluid: true, X: x, Panels: []chart.Panel{p}}
	var out bytes.Buffer
	shell.Must(c.SVG(&out))
	return template.HTML(out.String()) // the chart escapes its texts
}

// curve returns the fitted curve.
func (f *komiResult) curve() engine.KomiCurve {
	return engine.KomiCurve{Even: f.Komi.At, Slope: f.Slope.At}
}

// fairInWords describes a board's fair komi, such as 6.3 (1.5 to 11.6).
func fairInWords(lang string, f *komiResult) string {
	switch {
	case f == nil:
		return i18n.T(lang, "komi.unmeasured", nil)
	case !f.known():
		return i18n.T(lang, "komi.unknown", nil)
	}
	return i18n.Decimal(lang, f.Komi.At, 1) + " (" + spanInWords(lang, f.Komi, 1) + ")"
}

// spanInWords formats an interval, which may be open at one end.
func spanInWords(lang string, i engine.Interval, decimals int) string {
	args := i18n.Args{}
	for name, bound := range map[string]float64{"low": i.Low, "high": i.High} {
		if !math.IsInf(bound, 0) {
			args[name] = i18n.Decimal(lang, bound, decimals)
		}
	}
	switch {
	case math.IsInf(i.Low, 0):
		return i18n.T(lang, "komi.upto", args)
	case math.IsInf(i.High, 0):
		return i18n.T(lang, "komi.from", args)
	}
	return i18n.T(lang, "komi.span", args)
}

// curveInWords describes the chart for readers who cannot see it.
func curveInWords(lang, name string, f *komiResult) string {
	first, last := f.Rows[0], f.Rows[len(f.Rows)-1]
	return i18n.T(lang, "komi.curve", i18n.Args{
		"board": shell.Texts(lang).BoardTitle(name),
		"low":   komiText(lang, first.Komi), "first": percent(lang, first.Share.At, 0),
		"high": komiText(lang, last.Komi), "last": percent(lang, last.Share.At, 0),
	}) + " " + i18n.T(lang, "komi.key.fair", nil) + ": " + fairInWords(lang, f) + "."
}

// percent formats a share of games.
func percent(lang string, share float64, decimals int) string {
	return i18n.Decimal(lang, 100*share, decimals) + "\u00a0%"
}

// komiText formats a whole or half komi.
func komiText(lang string, komi float64) string {
	if komi == math.Trunc(komi) {
		return i18n.Decimal(lang, komi, 0)
	}
	return i18n.Decimal(lang, komi, 1)
}
