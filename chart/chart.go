// Package chart implements line, interval and bar charts as SVG. [Chart] draws
// series over a common horizontal axis, with confidence intervals, in one panel
// or in several above each other; [Rows] draws one named interval in each row.
//
// The same chart always gives the same bytes. It names no font, loads nothing
// and has a title and a description for screen readers. Every series of
// a panel has a name, which stands beside its end, and a combination of colour,
// dash and marker that no other series has; intervals at the same place stand
// side by side.
//
// A chart for a file has a width of 720 units and includes its colours. A fluid
// chart belongs in a page: it is as wide as the page lets it be while its
// letters keep their size, and the page's style sheet sets colours by class:
// rule, number, level, line, area, whisker, ribbon, dot, strip, vertical, name,
// value, reach, open, middle, mark. Rules of a style sheet take precedence over
// the attributes that are written.
package chart

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// A Chart is a chart of series.
type Chart struct {
	Title       string // drawn above a chart that is not fluid
	Description string // all of it in words; if empty, where each series begins and ends
	Class       string // of the whole picture, besides chart
	Fluid       bool
	X           Axis
	Panels      []Panel // above each other, with one horizontal axis
}

// A Panel is a part of a chart with its own vertical axis.
type Panel struct {
	Y         Axis
	Height    float64 // 0 is 240; more where the names need it
	Strips    []Strip
	Verticals []Vertical
	Series    []Series
}

// A Strip marks a range of the horizontal axis. What lies outside the axis is
// cut off.
type Strip struct {
	Low, High float64
	Class     string
}

// A Vertical is a dashed line across a panel. It is left out if it lies outside the
// horizontal axis.
type Vertical struct {
	At    float64
	Class string
}

// A Kind is the way in which a series is drawn.
type Kind int

// The kinds of series.
const (
	Lines  Kind = iota // a line through the points, with markers and intervals
	Points             // markers and intervals
	Curve              // a line alone
	Area               // a line alone, filled down, or up, to Series.Base
)

// A Series is a named row of points. Series of one name in several panels look
// alike.
type Series struct {
	Name   string // unique in its panel; may be empty where a panel has one series, or in a fluid chart
	Class  string
	Kind   Kind
	Base   float64
	Points []Point // in the order of X
}

// A Point is a value with its interval, which is drawn if Low < High.
type Point struct {
	X, Y      float64
	Low, High float64
	Radius    float64 // of the marker, 0 for the usual one
	Class     string
	Title     string // shown when a pointer rests on the marker
	Link      string // the address that the marker leads to
}

// Sample returns points of a function at n+1 places from low to high.
func Sample(f func(float64) float64, low, high float64, n int) []Point {
	points := make([]Point, n+1)
	for i := range points {
		x := low + (high-low)*float64(i)/float64(n)
		points[i] = Point{X: x, Y: f(x)}
	}
	return points
}

// Lengths in units of the picture, which are pixels where a chart is fluid.
const (
	fileWidth   = 720
	edge        = 16 // free around a chart in a file
	titleHeight = 34
	panelHeight = 240
	panelGap    = 30
	lineHeight  = 16 // of text
	tickFoot    = 20 // the numbers below an axis
	letter      = 7  // the width of a letter, about
)

// SVG writes the chart. It fails if w fails, or with an error that names the part of
// the chart that cannot be drawn.
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
				return fmt.Errorf("two series of a panel have the name %q", s.Name)
			case s.Name == "" && len(p.Series) > 1 && !c.Fluid:
				return errors.New("one of several series has no name")
			}
			names[s.Name] = true
			for _, at := range s.Points {
				if !finite(at.X, at.Y, at.Low, at.High) {
					return fmt.Errorf("the series %q has a point that is not finite", s.Name)
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

// links reports whether a marker leads anywhere.
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

// describe returns the description, or makes one.
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
			text += fmt.Sprintf("%s: %s at %s, %s at %s. ", name, l.ys[i].text(first.Y), l.x.text(first.X), l.ys[i].text(last.Y), l.x.text(last.X))
		}
	}
	return text + c.X.Label
}
