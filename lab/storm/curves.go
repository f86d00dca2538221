package storm

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"rosette/chart"
)

// A curve is a chart for a scenario's rows.
type curve struct {
	title  string // with a verb for the rate per game
	x      chart.Axis
	over   func(Row) float64
	spread bool // values in equal proportion have equal distances
	panels []curvePanel
}

// A curvePanel shows one value of the rows.
type curvePanel struct {
	label string
	value func(Row) float64
	log   bool // use a logarithmic axis
	// goal, if set, is an additional line named goalName.
	goal     func(Row) float64
	goalName string
}

var (
	perSecondPanel = curvePanel{
		label: "moves a second, on disk", value: func(r Row) float64 { return r.PerSecond },
		goal: func(r Row) float64 { return r.Asked }, goalName: "asked for",
	}
	medianPanel = curvePanel{
		label: "median to acknowledgement, ms", value: func(r Row) float64 { return r.P50 }, log: true,
	}
	p99Panel = curvePanel{
		label: "99th percentile, ms", value: func(r Row) float64 { return r.P99 }, log: true,
		goal: func(Row) float64 { return 50 }, goalName: "goal: 50 ms",
	}
	costPanel = curvePanel{label: "servers, ms of processor a move", value: func(r Row) float64 { return r.CPUPerMove }}
)

// curves holds the charts by scenario.
var curves = map[string]curve{
	"games": {
		title: "Games at once, %s", x: chart.Axis{Label: "games at once", Zero: true, Whole: true},
		over:   func(r Row) float64 { return float64(r.Games) },
		panels: []curvePanel{perSecondPanel, medianPanel, p99Panel, costPanel},
	},
	"spectators": {
		title: "One game and its spectators, %s", x: chart.Axis{Label: "spectators"}, spread: true,
		over:   func(r Row) float64 { return float64(r.Spectators) },
		panels: []curvePanel{medianPanel, p99Panel, costPanel},
	},
	"history": {
		title: "Length of history, %s", x: chart.Axis{Label: "plies that each game has before"}, spread: true,
		over: func(r Row) float64 { return float64(r.Plies) },
		panels: []curvePanel{
			perSecondPanel, medianPanel, p99Panel,
			{label: "page of a game, median ms", value: func(r Row) float64 { return r.PageP50 }, log: true},
			{label: "socket and join, median ms", value: func(r Row) float64 { return r.JoinP50 }, log: true},
			{label: "memory for a game, KB", value: func(r Row) float64 { return r.GameKB }},
		},
	},
}

// CurveNames returns the scenarios that Draw supports, sorted.
func CurveNames() []string { return slices.Sorted(maps.Keys(curves)) }

// Draw draws a scenario's rows as SVG, with a line for each kind of server.
func Draw(w io.Writer, scenario string, rows []Row) error {
	c, ok := curves[scenario]
	if !ok {
		return fmt.Errorf("no curve %q; use one of %v", scenario, CurveNames())
	}
	kinds := map[string][]Row{}
	var all []Row
	for _, r := range rows {
		if r.Scenario == scenario {
			kinds[r.kind()] = append(kinds[r.kind()], r)
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("no row has scenario %s", scenario)
	}
	slices.SortStableFunc(all, func(a, b Row) int { return cmp.Compare(c.over(a), c.over(b)) })
	if c.spread {
		c.x.Ticks = c.ticks(all)
		c.x.Low, c.x.High = c.x.Ticks[0].At, c.x.Ticks[len(c.x.Ticks)-1].At
	}
	pace, err := paceOf(all)
	if err != nil {
		return err
	}
	picture := chart.Chart{Title: fmt.Sprintf(c.title, pace), X: c.x}
	for _, p := range c.panels {
		picture.Panels = append(picture.Panels, c.panel(p, kinds, all))
	}
	return picture.SVG(w)
}

// kind describes the servers of a row.
func (r Row) kind() string {
	name := cmp.Or(r.Store, "a server")
	if r.Nodes > 1 {
		name += fmt.Sprintf(", %d servers", r.Nodes)
	}
	return name
}

// errPaces means that rows cannot be compared.
var errPaces = errors.New("the rows have different move rates; draw them separately")

// paceOf describes the rate of moves, which must be equal in all rows.
func paceOf(all []Row) (string, error) {
	each := func(r Row) float64 { return r.Asked / float64(max(1, r.Games)) }
	for _, r := range all {
		if math.Abs(each(r)-each(all[0])) > 1e-6 {
			return "", errPaces
		}
	}
	if each(all[0]) == 0 {
		return "the next move at each acknowledgement", nil
	}
	return fmt.Sprintf("%.3g moves a second in each game", each(all[0])), nil
}

// at returns a row's position on the horizontal axis.
func (c curve) at(r Row) float64 {
	if c.spread {
		return math.Log10(1 + c.over(r))
	}
	return c.over(r)
}

// ticks returns a tick for each measured number.
func (c curve) ticks(sorted []Row) (all []chart.Tick) {
	for _, r := range sorted {
		if t := (chart.Tick{At: c.at(r), Text: fmt.Sprint(c.over(r))}); !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// panel draws one value for all kinds of servers.
func (c curve) panel(p curvePanel, kinds map[string][]Row, sorted []Row) chart.Panel {
	panel := chart.Panel{Y: chart.Axis{Label: p.label, Zero: !p.log}, Height: 190}
	for _, kind := range slices.SortedFunc(maps.Keys(kinds), byKind) {
		s := chart.Series{Name: kind}
		for _, r := range sorted {
			if r.kind() == kind {
				s.Points = append(s.Points, p.point(c.at(r), p.value(r)))
			}
		}
		panel.Series = append(panel.Series, s)
	}
	if p.goal != nil {
		s := chart.Series{Name: p.goalName, Kind: chart.Curve}
		for _, r := range sorted {
			s.Points = append(s.Points, p.point(c.at(r), p.goal(r)))
		}
		if s.Points[len(s.Points)-1].Y > 0 {
			panel.Series = append(panel.Series, s)
		}
	}
	if p.log {
		panel.Y = p.decades(panel.Series)
	}
	return panel
}

// byKind sorts SQLite first, because it costs least.
func byKind(a, b string) int {
	return cmp.Or(-cmp.Compare(a[:1], b[:1]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// shortest is the smallest value on a logarithmic axis.
const shortest = 0.01

func (p curvePanel) point(x, y float64) chart.Point {
	if p.log {
		y = math.Log10(max(y, shortest))
	}
	return chart.Point{X: x, Y: y}
}

// decades returns a logarithmic axis in milliseconds that begins and ends at powers of ten.
func (p curvePanel) decades(all []chart.Series) chart.Axis {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, at := range s.Points {
			low, high = min(low, math.Floor(at.Y)), max(high, math.Ceil(at.Y))
		}
	}
	a := chart.Axis{Label: p.label, Low: low, High: max(high, low+1)}
	for d := a.Low; d <= a.High; d++ {
		a.Ticks = append(a.Ticks, chart.Tick{At: d, Text: fmt.Sprint(math.Pow(10, d))})
	}
	return a
}
