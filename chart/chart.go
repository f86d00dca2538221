// Package chart implements line, interval and bar charts as SVG. [Chart] draws series over a common
// horizontal axis, with confidence intervals, in one or more panels above each other. [Rows] draws
// a named interval in each row.
//
// The same chart always gives the same bytes. It names no font, loads nothing and has a title and a
// description for screen readers. Each series in a panel has a name next to its end, and a unique
// combination of colour, dash and marker. Intervals at the same position are drawn next to each
// other.
//
// A chart for a file has a width of 720 units and includes its colours. A fluid chart belongs in a
// page: it fills the available width while its letters keep their size, and the page's style sheet
// sets colours by class: rule, number, level, line, area, whisker, ribbon, dot, strip, vertical,
// name, value, reach, open, middle, mark. Style sheet rules take precedence over the attributes.
package chart

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// A Chart is a chart with series.
type Chart struct {
	Title       string // drawn above a chart unless it is fluid
	Description string // full description; if empty, where each series starts and ends
	Class       string // class of the picture, in addition to chart
	Fluid       bool
	X           Axis
	Panels      []Panel // above each other, with a common horizontal axis
}

// A Panel is a part in a chart with its own vertical axis.
type Panel struct {
	Y         Axis
	Height    float64 // 0 means 240; more if the names need it
	Strips    []Strip
	Verticals []Vertical
	Series    []Series
}

// A Strip marks a range on the horizontal axis. It is clipped to the axis.
type Strip struct {
	Low, High float64
	Class     string
}

// A Vertical is a dashed line across a panel. It is not drawn outside the horizontal axis.
type Vertical struct {
	At    float64
	Class string
}

// A Kind is a way to draw a series.
type Kind int

// Series kinds.
const (
	Lines  Kind = iota // a line through the points, with markers and intervals
	Points             // markers and intervals
	Curve              // only a line
	Area               // a line, with the area between it and Series.Base filled
)

// A Series is a named row of points. Series with the same name in several panels look alike.
type Series struct {
	Name   string // unique in the panel; may be empty for a single series or in a fluid chart
	Class  string
	Kind   Kind
	Base   float64
	Points []Point // ordered by X
}

// A Point is a value with an interval, which is drawn if Low < High.
type Point struct {
	X, Y      float64
	Low, High float64
	Radius    float64 // marker's radius, 0 for the default
	Class     string
	Title     string // shown when a pointer rests on the marker
	Link      string // address that the marker links to
}

// Sample returns a function's points at n+1 positions from low to high.
func Sample(f func(float64) float64, low, high float64, n int) []Point {
	points := make([]Point, n+1)
	for i := range points {
		x := low + (high-low)*float64(i)/float64(n)
		points[i] = Point{X: x, Y: f(x)}
	}
	return points
}

// Lengths in picture units, which are pixels in a fluid chart.
const (
	fileWidth   = 720
	edge        = 16 // space around a chart in a file
	titleHeight = 34
	panelHeight = 240
	panelGap    = 30
	lineHeight  = 16 // text line
	tickFoot    = 20 // numbers below an axis
	letter      = 7  // approximate letter width
)

// SVG writes the chart. It fails if w fails, or with an error that names the chart's invalid part.
func (c *Chart) SVG(w io.Writer) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("chart %q: %w", c.Title, err)
	}
	l := c.layout()
	for i := range c.Panels {
		l.panel(&c.Panels[i], i)
	}
	l.foot()
	_, err := w.Write(l.canvas.document(c.Class, c.Title, c.describe(l), c.links()))
	return err
}

// check returns an error if the chart cannot be drawn legibly.
func (c *Chart) check() error {
	points := 0
	for _, p := range c.Panels {
		names := map[string]bool{}
		for _, s := range p.Series {
			switch {
			case names[s.Name] && s.Name != "":
				return fmt.Errorf("two series in a panel have the name %q", s.Name)
			case s.Name == "" && len(p.Series) > 1 && !c.Fluid:
				return errors.New("one of several series has no name")
			}
			names[s.Name] = true
			for _, at := range s.Points {
				if !finite(at.X, at.Y, at.Low, at.High) {
					return fmt.Errorf("series %q has a point that is not finite", s.Name)
				}
			}
			points += len(s.Points)
		}
	}
	if points == 0 {
		return errors.New("there is nothing to draw")
	}
	return nil
}

func finite(all ...float64) bool {
	for _, x := range all {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return false
		}
	}
	return true
}

// links reports whether a marker has a link.
func (c *Chart) links() bool {
	for _, p := range c.Panels {
		for _, s := range p.Series {
			for _, at := range s.Points {
				if at.Link != "" {
					return true
				}
			}
		}
	}
	return false
}

// describe returns the description, or generates one.
func (c *Chart) describe(l *layout) string {
	if c.Description != "" || c.Fluid {
		return c.Description
	}
	text := ""
	for i, p := range c.Panels {
		for _, s := range p.Series {
			if len(s.Points) == 0 {
				continue
			}
			name := s.Name
			if name == "" {
				name = p.Y.Label
			}
			first, last := s.Points[0], s.Points[len(s.Points)-1]
			text += fmt.Sprintf("%s: %s at %s, %s at %s. ", name, l.ys[i].text(first.Y), l.x.text(first.X),
				l.ys[i].text(last.Y), l.x.text(last.X))
		}
	}
	return text + c.X.Label
}
