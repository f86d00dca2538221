package komi

import (
	"errors"
	"fmt"
	"io"

	"rosette/chart"
	"rosette/lab/matches"
)

// Plot draws Black's win rate by komi as SVG: the games at each komi with their intervals and, if
// fair is not nil, the fitted curve and the interval for fair komi.
func Plot(w io.Writer, title string, rows []Row, fair *Estimate) error {
	if len(rows) == 0 {
		return errors.New("no games to plot")
	}
	percent := []chart.Tick{
		{At: 0, Text: "0 %"},
		{At: 0.25, Text: "25 %"},
		{At: 0.5, Text: "50 %"},
		{At: 0.75, Text: "75 %"},
		{At: 1, Text: "100 %"},
	}
	p := chart.Panel{Y: chart.Axis{Label: "games Black wins", High: 1, Ticks: percent}, Height: 300}
	low, high := rows[0].Komi-1, rows[len(rows)-1].Komi+1
	games := chart.Series{Name: "games, 95 %", Kind: chart.Points}
	for _, r := range rows {
		games.Points = append(games.Points, chart.Point{X: r.Komi, Y: r.Share.At, Low: r.Share.Low, High: r.Share.High})
	}
	c := chart.Chart{Title: title, X: chart.Axis{Label: "komi", Low: low, High: high}}
	if fair != nil {
		p.Strips = []chart.Strip{{Low: max(low, fair.Komi.Low), High: min(high, fair.Komi.High)}}
		p.Verticals = []chart.Vertical{{At: fair.Curve.Even}}
		points := chart.Sample(fair.Curve.BlackScore, low, high, 100)
		p.Series = append(p.Series, chart.Series{Name: "fitted curve", Kind: chart.Curve, Points: points})
		c.X.Label = fmt.Sprintf("komi; fair komi is %s, the strip is its 95 %% interval",
			chart.Decimal(fair.Komi.At, 1))
	}
	p.Series = append(p.Series, games)
	c.Panels = []chart.Panel{p}
	return c.SVG(w)
}

// PlotGames draws a series' games and, if they determine one, the fitted curve; see [Plot].
func PlotGames(w io.Writer, title string, games []matches.Game, seed uint64) error {
	e, err := EstimateKomi(games, seed)
	if err != nil {
		return Plot(w, title, Rows(games), nil)
	}
	return Plot(w, title, Rows(games), &e)
}
