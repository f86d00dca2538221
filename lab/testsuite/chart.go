package testsuite

import (
	"fmt"
	"math"
	"slices"

	"rosette/chart"
	"rosette/engine"
)

// chartPanels lists a chart's panels and their series.
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

// A chartSeries is a share of positions shown in a chart.
type chartSeries struct {
	name   string
	grades func(r Report) *Grades // nil without grades
	share  func(g *Grades) engine.Interval
}

func bestMove(g *Grades) engine.Interval { return g.BestMove }
func winner(g *Grades) engine.Interval   { return g.Winner }

// Chart charts a suite's reports, at least one. Steps holds the training steps of each player's
// network, NaN where unknown. If all are known, they are the horizontal axis, and a player with no
// more steps than the one before starts a new training run with its own series. Otherwise the
// players appear in the given order.
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

// pointOf returns a share as a chart point in percent.
func pointOf(x float64, share engine.Interval) chart.Point {
	p := chart.Point{X: x, Y: 100 * share.At}
	if share.Bounded() {
		p.Low, p.High = 100*share.Low, 100*share.High
	}
	return p
}

// trainingRuns returns each player's training run, numbered from 1, and how many there are. A
// player that is not further along the axis than the one before starts a new run.
func trainingRuns(x []float64) (run []int, runs int) {
	for i := range x {
		if i == 0 || x[i] <= x[i-1] {
			runs++
		}
		run = append(run, runs)
	}
	return run, runs
}
