package chart

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Rows is a chart with a named estimate and its interval in each row.
type Rows struct {
	Title       string // drawn above a chart unless it is fluid
	Description string // full description; if empty, the rows' names and values
	Class       string // class of the picture, in addition to chart
	Fluid       bool
	X           Axis
	Rows        []Row
}

// A Row is an estimate with its interval, which may be open at either end.
type Row struct {
	Name, Value       string // above the interval, left and right
	Unknown           bool   // no estimate: Low, At and High are ignored
	Low, At, High     float64
	OpenLow, OpenHigh bool // the interval continues beyond the axis; Low, or High, is ignored
	Marks             []Mark
}

// A Mark is a diamond below an interval.
type Mark struct {
	At    float64
	Class string
}

// Vertical positions in a row, from its top.
const (
	nameY     = 18 // name
	frameY    = 26 // where the vertical lines start
	intervalY = 38
	marksY    = 57
	frameEnd  = 67
	rowHeight = 76

	shortFrameEnd  = 50 // if no row has marks
	shortRowHeight = 56

	longestName = 70 // letters
)

// SVG writes the chart. It fails if w fails, or with an error that names the chart's invalid part.
func (r *Rows) SVG(w io.Writer) error {
	values, err := r.span()
	if err != nil {
		return fmt.Errorf("chart %q: %w", r.Title, err)
	}
	tall, end := shortRowHeight, shortFrameEnd
	for _, row := range r.Rows {
		if len(row.Marks) > 0 {
			tall, end = rowHeight, frameEnd
		}
	}
	c := &canvas{fluid: r.Fluid, left: 2 * edge, width: fileWidth - 4*edge}
	top := titleHeight
	most := mostTicks
	if r.Fluid {
		top, most = 0, mostFluidTicks
	}
	x := r.X.over(values, most)
	foot := top + tall*len(r.Rows) + tickFoot - 12
	for _, t := range x.ticks {
		c.text("number", "middle", x.share(t.At), float64(foot), t.Text, "fill", softColor)
	}
	for i := range r.Rows {
		c.row(&r.Rows[i], x, float64(top+i*tall), float64(end))
	}
	c.height = float64(foot + 8)
	if !r.Fluid {
		c.text("label", "middle", 0.5, float64(foot+lineHeight+2), r.X.Label)
		c.height += edge + lineHeight
	}
	_, err = w.Write(c.document(r.Class, r.Title, r.describe(), false))
	return err
}

// span returns the axis' range, or an error for an invalid row.
func (r *Rows) span() (values span, err error) {
	for _, row := range r.Rows {
		all := row.values()
		if !finite(all...) {
			return values, fmt.Errorf("row %q is not finite", row.Name)
		}
		values.add(all...)
	}
	if len(r.Rows) == 0 {
		return values, errors.New("there is nothing to draw")
	}
	return values, nil
}

// values returns the row's numbers that the axis must include.
func (r *Row) values() (all []float64) {
	if !r.Unknown {
		all = append(all, r.At)
		if !r.OpenLow {
			all = append(all, r.Low)
		}
		if !r.OpenHigh {
			all = append(all, r.High)
		}
	}
	for _, m := range r.Marks {
		all = append(all, m.At)
	}
	return all
}

// row draws a row with its top at a height.
func (c *canvas) row(r *Row, x scale, top, end float64) {
	for _, t := range x.ticks {
		c.line("rule", x.share(t.At), top+frameY, x.share(t.At), top+end, "stroke", ruleColor)
	}
	c.text("name", "start", 0, top+nameY, clipped(r.Name), "font-weight", "600")
	value := "value"
	if r.Unknown {
		value = "value none"
	}
	c.text(value, "end", 1, top+nameY, r.Value)
	marks := top + marksY
	if r.Unknown {
		marks = top + intervalY + 8 // there is no interval above it
	} else {
		c.interval(r, x, top+intervalY)
	}
	for _, m := range r.Marks {
		c.shape(classes("mark", m.Class), x.share(m.At), marks, "M0 -6l6 6l-6 6l-6 -6z", "fill", "#fff", "stroke",
			colors[1], "stroke-width", "2")
	}
}

// interval draws a row's interval and estimate.
func (c *canvas) interval(r *Row, x scale, y float64) {
	low, high := x.share(r.Low), x.share(r.High)
	if r.OpenLow {
		low = 0
	}
	if r.OpenHigh {
		high = 1
	}
	c.line("reach", low, y, high, y, "stroke", colors[0], "stroke-width", "8", "opacity", "0.35")
	if r.OpenLow {
		c.shape("open", low, y, "M0 -8l-8 8l8 8", "fill", "none", "stroke", colors[0], "stroke-width", "2")
	}
	if r.OpenHigh {
		c.shape("open", high, y, "M0 -8l8 8l-8 8", "fill", "none", "stroke", colors[0], "stroke-width", "2")
	}
	c.element(
		"circle", "class", "middle", "cx", c.x(x.share(r.At)), "cy", number(y), "r", "6", "fill", colors[0], "stroke",
		"#fff",
		"stroke-width", "2",
	)
}

// describe returns the description, or generates one.
func (r *Rows) describe() string {
	if r.Description != "" || r.Fluid {
		return r.Description
	}
	var all []string
	for _, row := range r.Rows {
		all = append(all, row.Name+": "+row.Value)
	}
	return strings.Join(all, "; ")
}

// clipped shortens a name that would cover the value.
func clipped(name string) string {
	if all := []rune(name); len(all) > longestName {
		return string(all[:longestName-1]) + "…"
	}
	return name
}
