// Package flow draws flow charts as SVG: a column of nodes from top to bottom, a lane to its left
// for the ways back and another to its right for the ways past other nodes. Ways back to the same
// node share the lane. The page's style sheet sets the colours; the classes are node, step,
// question, end, answer, way and arrow.
package flow

import (
	"fmt"
	"html"
	"strings"
)

// A Kind is a node's shape.
type Kind string

// Node kinds.
const (
	Step     Kind = "step"     // a box: an action
	Question Kind = "question" // a long hexagon: its exits have labels
	End      Kind = "end"      // a box with round ends: the chart's start or end
)

// A Node is a text in a shape, with its exits.
type Node struct {
	Kind  Kind
	Text  string
	Exits []Exit // at most one each to the next node, further down, and up
}

// An Exit is a way to another node.
type Exit struct {
	To    int // target's index
	Label string
}

// A Chart is a flow chart. Title is its accessible name.
type Chart struct {
	Title string
	Nodes []Node
}

// Lengths in picture units; the picture is Width wide. The column leaves room for a label on both
// sides.
const (
	Width      = 464
	left       = 92
	right      = Width - left
	lane       = 12 // distance between a lane and the picture's edge
	fontSize   = 16
	lineHeight = 21
	padding    = 12
	point      = 18 // outward extent of a question's sides
	gap        = 34 // between two nodes
	arrow      = 9
)

// SVG returns the picture. It panics if an exit leads to a missing node, to its own node, or down
// while another way down uses the lane, or if a label is too wide.
func (c Chart) SVG() string {
	d := drawing{chart: c}
	y := 2.0
	for _, n := range c.Nodes {
		b := layOut(n, y)
		d.boxes = append(d.boxes, b)
		y = b.bottom + gap
	}
	d.check()
	height := y - gap + 2
	fmt.Fprintf(&d.out,
		`<svg class="flow" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" role="img" aria-label="%s" font-size="%d" text-anchor="middle">`+"\n",
		Width, height, html.EscapeString(c.Title), fontSize)
	for i, n := range c.Nodes {
		for _, e := range n.Exits {
			d.way(i, e)
		}
	}
	for _, b := range d.boxes {
		d.node(b)
	}
	d.out.WriteString("</svg>\n")
	return d.out.String()
}

// A box is a positioned node.
type box struct {
	Node
	lines       []string
	top, bottom float64
}

func (b box) middle() float64 { return (b.top + b.bottom) / 2 }

// side returns the position where a way leaves or enters the box, left or right.
func (b box) side(x float64) float64 {
	if b.Kind != Question {
		return x
	}
	if x == left {
		return x - point
	}
	return x + point
}

func layOut(n Node, top float64) box {
	b := box{Node: n, top: top, lines: wrap(n.Text, right-left-2*padding)}
	b.bottom = top + float64(len(b.lines)*lineHeight+2*padding)
	return b
}

type drawing struct {
	chart Chart
	boxes []box
	out   strings.Builder
}

// check panics if two ways would overlap.
func (d *drawing) check() {
	busy := 0 // first node below which the right lane is free
	for i, n := range d.chart.Nodes {
		for _, e := range n.Exits {
			beside := e.To != i+1
			switch {
			case beside && widthOf(e.Label) > left-point-5:
				panic(fmt.Sprintf("flow: the label %q is too wide", e.Label))
			case e.To < 0 || e.To >= len(d.boxes) || e.To == i:
				panic(fmt.Sprintf("flow: node %d leads to node %d of %d", i, e.To, len(d.boxes)))
			case e.To > i+1 && i < busy:
				panic(fmt.Sprintf("flow: the ways past node %d overlap", i))
			case e.To > i+1:
				busy = e.To
			}
		}
	}
}

// way draws an exit from node i.
func (d *drawing) way(i int, e Exit) {
	from, to := d.boxes[i], d.boxes[e.To]
	middle := float64(left+right) / 2
	switch {
	case e.To == i+1:
		d.line(fmt.Sprintf("M%g %gV%g", middle, from.bottom, to.top), middle, to.top, 0, arrow)
		d.label(e.Label, middle+8, from.bottom+gap/2, "start")
	case e.To > i:
		d.around(from, to, right, Width-lane, e.Label, "start")
	default:
		d.around(from, to, left, lane, e.Label, "end")
	}
}

// around draws a way through a lane: from the middle of a box's side to another box's side, above
// its middle.
func (d *drawing) around(from, to box, edge, through float64, label, anchor string) {
	y := to.middle()
	x := to.side(edge)
	aside := 1.0
	if through < edge {
		aside = -1
	}
	d.line(fmt.Sprintf("M%g %gH%gV%gH%g", from.side(edge), from.middle(), through, y, x), x, y, -aside*arrow, 0)
	d.label(label, from.side(edge)+aside*5, from.middle()-11, anchor)
}

// line draws a path with an arrowhead at its end, which points along (dx, dy).
func (d *drawing) line(path string, x, y, dx, dy float64) {
	fmt.Fprintf(&d.out, `<path class="way" fill="none" d="%s"/>`+"\n", path)
	fmt.Fprintf(&d.out, `<path class="arrow" d="M%g %gL%g %gL%g %gz"/>`+"\n", x, y, x-dx-dy/2, y-dy-dx/2, x-dx+dy/2,
		y-dy+dx/2)
}

func (d *drawing) label(text string, x, y float64, anchor string) {
	if text != "" {
		fmt.Fprintf(&d.out, `<text class="answer" x="%g" y="%g" text-anchor="%s">%s</text>`+"\n", x, y+4, anchor,
			html.EscapeString(text))
	}
}

func (d *drawing) node(b box) {
	shape := fmt.Sprintf(`<rect class="node %s" x="%d" y="%g" width="%d" height="%g" rx="%g"/>`,
		b.Kind, left, b.top, right-left, b.bottom-b.top, map[Kind]float64{Step: 6, End: lineHeight}[b.Kind])
	if b.Kind == Question {
		shape = fmt.Sprintf(`<path class="node %s" d="M%d %gL%d %gL%d %gL%d %gL%d %gL%d %gz"/>`, b.Kind,
			left, b.top, right, b.top, right+point, b.middle(), right, b.bottom, left, b.bottom, left-point, b.middle())
	}
	d.out.WriteString(shape + "\n")
	for i, line := range b.lines {
		y := b.top + padding + float64(i*lineHeight) + lineHeight*0.72
		fmt.Fprintf(&d.out, `<text x="%d" y="%.1f">%s</text>`+"\n", (left+right)/2, y, html.EscapeString(line))
	}
}
