package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// Colours for elements other than series.
const (
	inkColor  = "#24211d"
	softColor = "#5f6368"
	ruleColor = "#dcdfe3"
)

// A canvas collects a picture's elements. Horizontal positions are shares of the plotting area,
// written as percentages in a fluid chart.
type canvas struct {
	out         bytes.Buffer
	fluid       bool
	left, width float64 // plotting area
	height      float64 // picture
}

// x formats a horizontal position.
func (c *canvas) x(share float64) string {
	if c.fluid {
		return strconv.FormatFloat(100*share, 'f', 2, 64) + "%"
	}
	return number(c.left + share*c.width)
}

// number formats a length.
func number(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x+0, 'f', 1, 64), ".0")
}

// attributes formats name and value pairs. It omits empty values.
func attributes(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(&b, ` %s="%s"`, pairs[i], escaped(pairs[i+1]))
		}
	}
	return b.String()
}

func escaped(text string) string {
	var out bytes.Buffer
	if err := xml.EscapeText(&out, []byte(text)); err != nil {
		return "" // a buffer never fails
	}
	return out.String()
}

// classes joins class names.
func classes(all ...string) string { return strings.Join(strings.Fields(strings.Join(all, " ")), " ") }

// element writes an element without content.
func (c *canvas) element(name string, pairs ...string) {
	fmt.Fprintf(&c.out, "<%s%s/>\n", name, attributes(pairs...))
}

// line draws a straight line.
func (c *canvas) line(class string, x1, y1, x2, y2 float64, style ...string) {
	c.element("line", append([]string{
		"class", class, "x1", c.x(x1), "y1", number(y1), "x2", c.x(x2), "y2", number(y2),
	}, style...)...)
}

// text writes text at a position. The anchor is start, middle or end.
func (c *canvas) text(class, anchor string, x, y float64, text string, style ...string) {
	c.textAt(class, anchor, c.x(x), number(y), text, style...)
}

// textAt writes text at coordinates.
func (c *canvas) textAt(class, anchor, x, y, text string, style ...string) {
	if anchor == "start" {
		anchor = ""
	}
	pairs := append([]string{"class", class, "x", x, "y", y, "text-anchor", anchor}, style...)
	fmt.Fprintf(&c.out, "<text%s>%s</text>\n", attributes(pairs...), escaped(text))
}

// shape draws a path around a position.
func (c *canvas) shape(class string, x, y float64, path string, style ...string) {
	pairs := append([]string{"class", class, "d", path}, style...)
	if c.fluid {
		fmt.Fprintf(&c.out, `<svg x="%s" y="%s" overflow="visible"><path%s/></svg>`+"\n", c.x(x), number(y),
			attributes(pairs...))
		return
	}
	c.element("path", append(pairs, "transform", fmt.Sprintf("translate(%s %s)", c.x(x), number(y)))...)
}

// A place is a point in the picture: a share of the width, and a height.
type place struct{ x, y float64 }

// polygon draws lines between places; name is polyline or polygon. In a fluid picture
// the lines are drawn in coordinates that are then stretched to the width.
func (c *canvas) polygon(name, class string, all []place, style ...string) {
	var points strings.Builder
	for i, at := range all {
		if i > 0 {
			points.WriteByte(' ')
		}
		x := c.left + at.x*c.width
		if c.fluid {
			x = 1000 * at.x
		}
		points.WriteString(number(x) + "," + number(at.y))
	}
	pairs := append([]string{"class", class, "points", points.String()}, style...)
	if !c.fluid {
		c.element(name, pairs...)
		return
	}
	const open = `<svg width="100%%" height="%s" viewBox="0 0 1000 %[1]s" preserveAspectRatio="none" overflow="visible">`
	fmt.Fprintf(&c.out, open, number(c.height))
	fmt.Fprintf(&c.out, "<%s%s/></svg>\n", name, attributes(append(pairs, "vector-effect", "non-scaling-stroke")...))
}

// document returns the complete picture. If it has links, screen readers do
// not treat it as a single image.
func (c *canvas) document(class, title, description string, links bool) []byte {
	var out bytes.Buffer
	role := "img"
	width := "100%"
	label := title
	view := ""
	overflow := "visible"
	if links {
		role = "group"
	}
	if !c.fluid {
		overflow = ""
		width = number(fileWidth)
		label = ""
		view = fmt.Sprintf("0 0 %d %s", fileWidth, number(c.height))
	}
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg"%s>`+"\n", attributes(
		"class", classes("chart", class), "width", width, "height", number(c.height), "viewBox", view, "role", role,
		"aria-label",
		label, "overflow", overflow,
		"font-family", "system-ui,sans-serif", "font-size", "12", "fill", inkColor))
	if !c.fluid {
		fmt.Fprintf(&out, "<title>%s</title>\n", escaped(title))
	}
	if description != "" {
		fmt.Fprintf(&out, "<desc>%s</desc>\n", escaped(description))
	}
	if !c.fluid {
		fmt.Fprintf(&out, `<rect class="page" width="%d" height="%s" fill="#fff"/>`+"\n", fileWidth, number(c.height))
		fmt.Fprintf(&out, `<text class="title" x="%d" y="24" font-size="15" font-weight="600">%s</text>`+"\n", edge,
			escaped(title))
	}
	out.Write(c.out.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}
