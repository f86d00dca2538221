package testsuite

import (
	"fmt"
	"math"

	"rosette/chart"
	"rosette/engine"
)

// chartPanels are the panels of a chart with their series.
var chartPanels = []struct {
	title  string
	series []chartSeries
}{
	{"best move found, %", []chartSeries{
		{"search", func(r Report) engine.Interval { return r.Search.BestMove }},
		{"first look", func(r Report) engine.Interval { return r.Raw.BestMove }},
	}},
	{"winner known, %", []chartSeries{
		{"search", func(r Report) engine.Interval { return r.Search.Winner }},
		{"first look", func(r Report) engine.Interval { return r.Raw.Winner }},
	}},
}

// chartSeries is a share of the positions that a chart shows.
type chartSeries struct {
	name  string
	share func(r Report) engine.Interval
}

// Chart returns a chart of the reports of one suite, at least one. steps are the
// training steps of each player's network, NaN where they are unknown. If all are
// known, they are the horizontal axis, and a player whose network has no more steps
// than the one before begins another training run with series of its own. Otherwise
// the players are shown in their order.
func Chart(reports []Report, steps []float64) *chart.Chart {
	first := reports[0]
	x, axis := steps, "steps of learning"
	for _, s := range steps {
		if math.IsNaN(s) {
			x, axis = make([]float64, len(steps)), "player, in the order named"
			for i := range x {
				x[i] = float64(i + 1)
			}
			break
		}
	}
	c := &chart.Chart{
		Title: fmt.Sprintf("Agreement with exact play: %d positions of %s, %d visits", first.Positions, first.Board, first.Visits),
		X:     chart.Axis{Label: axis + "; 95 % intervals"},
	}
	run, several := trainingRuns(x)
	for _, panel := range chartPanels {
		p := chart.Panel{Y: chart.Axis{Label: panel.title}, Height: 210}
		for _, s := range panel.series {
			for i, r := range reports {
				if i == 0 || run[i] != run[i-1] {
					name := s.name
					if several > 1 {
						name = fmt.Sprintf("%s, run %d", name, run[i])
					}
					p.Series = append(p.Series, chart.Series{Name: name})
				}
				points := &p.Series[len(p.Series)-1].Points
				*points = append(*points, pointOf(x[i], s.share(r)))
			}
		}
		c.Panels = append(c.Panels, p)
	}
	return c
}

// pointOf returns a share as a point in percent.
func pointOf(x float64, share engine.Interval) chart.Point {
	p := chart.Point{X: x, Y: 100 * share.At}
	if share.Bounded() {
		p.Low, p.High = 100*share.Low, 100*share.High
	}
	return p
}

// trainingRuns returns the number of the training run that each player belongs to,
// from 1, and the number of runs. A player that is not further along the axis than
// the one before begins another run.
func trainingRuns(x []float64) (run []int, runs int) {
	for i := range x {
		if i == 0 || x[i] <= x[i-1] {
			runs++
		}
		run = append(run, runs)
	}
	return run, runs
}
