package testsuite

import (
	"fmt"
	"math"
	"slices"

	"rosette/chart"
	"rosette/engine"
)

// chartPanels are the panels of a chart with their series.
var chartPanels = []struct {
	title  string
	series []chartSeries
}{
	{"best move found, %", []chartSeries{
		{"search", func(r Report) *Grades { return &r.Search }, bestMove},
		{"first look", func(r Report) *Grades { return r.Raw }, bestMove},
	}},
	{"winner known, %", []chartSeries{
		{"search", func(r Report) *Grades { return &r.Search }, winner},
		{"first look", func(r Report) *Grades { return r.Raw }, winner},
	}},
}

// chartSeries is a share of the positions that a chart shows.
type chartSeries struct {
	name   string
	grades func(r Report) *Grades // nil where there are none
	share  func(g *Grades) engine.Interval
}

func bestMove(g *Grades) engine.Interval { return g.BestMove }
func winner(g *Grades) engine.Interval   { return g.Winner }

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
	title := fmt.Sprintf("Agreement with exact play: %d positions of %s", first.Positions, first.Board)
	if first.Visits > 0 {
		title += fmt.Sprintf(", %d visits", first.Visits)
	}
	c := &chart.Chart{Title: title, X: chart.Axis{Label: axis + "; 95 % intervals"}}
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
				if grades := s.grades(r); grades != nil {
					points := &p.Series[len(p.Series)-1].Points
					*points = append(*points, pointOf(x[i], s.share(grades)))
				}
			}
		}
		p.Series = slices.DeleteFunc(p.Series, func(s chart.Series) bool { return len(s.Points) == 0 })
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
