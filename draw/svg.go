package draw

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"rosette/game/board"
)

// unit is the length of a line in an SVG.
const unit = 40

// An element is an element of an SVG: its name, its place, its style and its
// text. Consecutive elements of one style share it.
type element struct {
	name, where, style, text string
	gradient                 shade // that the style refers to
}

// svg writes the scene as a document. The view box begins at the corner of the
// scene, so that places in it are those of the board.
func (s *scene) svg(ctx context.Context, w io.Writer) error {
	var out bytes.Buffer
	width, height := number(s.high.X-s.low.X), number(s.high.Y-s.low.Y)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s %s %[1]s %[2]s" role="img"`,
		width, height, number(s.low.X), number(s.low.Y))
	out.WriteString(` font-family="Go,Helvetica,Arial,sans-serif" text-anchor="middle"` +
		` stroke-linecap="round" stroke-linejoin="round" fill="none">` + "\n")
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n", escaped(s.title), escaped(s.description))
	fmt.Fprintf(&out, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n",
		number(s.low.X), number(s.low.Y), width, height, coloured("fill", s.page))
	elements := make([]element, len(s.shapes))
	for i, shape := range s.shapes {
		if err := ctx.Err(); err != nil {
			return err
		}
		elements[i] = shape.element()
	}
	gradients(&out, elements)
	for len(elements) > 0 {
		n := 1
		for n < len(elements) && elements[n].style == elements[0].style {
			n++
		}
		group(&out, elements[:n])
		elements = elements[n:]
	}
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// group writes elements of one style.
func group(out *bytes.Buffer, all []element) {
	style := all[0].style
	if len(all) > 1 {
		fmt.Fprintf(out, "<g%s>\n", style)
		style = ""
	}
	for _, e := range all {
		if e.text == "" {
			fmt.Fprintf(out, "<%s%s%s/>\n", e.name, e.where, style)
		} else {
			fmt.Fprintf(out, "<%s%s%s>%s</%[1]s>\n", e.name, e.where, style, escaped(e.text))
		}
	}
	if len(all) > 1 {
		out.WriteString("</g>\n")
	}
}

// gradients defines each gradient once. Its name is made of its colours, so
// that pictures in one page may share it.
func gradients(out *bytes.Buffer, all []element) {
	known := map[shade]bool{}
	for _, e := range all {
		if e.gradient == (shade{}) || known[e.gradient] {
			continue
		}
		known[e.gradient] = true
		fmt.Fprintf(out, `<radialGradient id="%s" cx="%v" cy="%v" r="%v"><stop%s%s/><stop offset="1"%s%s/></radialGradient>`+"\n",
			e.gradient.name(), gradientX, gradientY, gradientR,
			coloured("stop-color", opaque(e.gradient.light)), opacity("stop-opacity", e.gradient.light),
			coloured("stop-color", opaque(e.gradient.dark)), opacity("stop-opacity", e.gradient.dark))
	}
}

// Centre and radius of the highlight on a stone, in diameters from its upper
// left corner.
const (
	gradientX, gradientY = 0.36, 0.3
	gradientR            = 0.8
)

func (s shade) name() string { return "stone-" + hex(s.light) + "-" + hex(s.dark) }

func (d disc) element() element {
	e := element{name: "circle", where: fmt.Sprintf(` cx="%s" cy="%s" r="%s"`, number(d.at.X), number(d.at.Y), number(d.r))}
	if d.fill.light == d.fill.dark {
		e.style = coloured("fill", d.fill.light)
	} else {
		e.gradient = d.fill
		e.style = fmt.Sprintf(` fill="url(#%s)"`, d.fill.name())
	}
	e.style += outlined(d.line, d.width)
	return e
}

func (a area) element() element {
	return element{name: "path", where: path(a.rings, "Z"), style: coloured("fill", a.fill) + outlined(a.line, a.width)}
}

func (s stroke) element() element {
	return element{name: "path", where: path(s.runs, ""), style: outlined(s.line, s.width)}
}

func (w word) element() element {
	at := w.baseline()
	e := element{
		name: "text", text: w.text, where: fmt.Sprintf(` x="%s" y="%s"`, number(at.X), number(at.Y)),
		style: fmt.Sprintf(` font-size="%s"`, number(w.size)) + coloured("fill", w.colour),
	}
	if w.bold {
		e.style += ` font-weight="bold"`
	}
	return e
}

// path returns the attribute with polygons or lines as one path.
func path(runs [][]board.XY, end string) string { return ` d="` + pathData(runs, end, number) + `"` }

// pathData returns the data of a path; end closes each run, or is empty.
func pathData(runs [][]board.XY, end string, length func(float64) string) string {
	var d strings.Builder
	for _, run := range runs {
		command := byte('M')
		for _, at := range run {
			d.WriteByte(command)
			d.WriteString(length(at.X) + " " + length(at.Y))
			command = 'L'
		}
		d.WriteString(end)
	}
	return d.String()
}

// number writes a length to a hundredth of a pixel.
func number(x float64) string {
	return trimmed(strconv.FormatFloat(x*unit, 'f', 2, 64))
}

// trimmed drops zeros at the end of a decimal.
func trimmed(text string) string {
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func hex(c color.NRGBA) string { return fmt.Sprintf("%02x%02x%02x%02x", c.R, c.G, c.B, c.A) }

func opaque(c color.NRGBA) color.NRGBA { c.A = 255; return c }

// coloured returns an attribute with a colour, and one with its opacity;
// nothing for an invisible colour.
func coloured(attribute string, c color.NRGBA) string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf(` %s="#%s"`, attribute, hex(c)[:6]) + opacity(attribute+"-opacity", c)
}

func opacity(attribute string, c color.NRGBA) string {
	if c.A == 255 {
		return ""
	}
	return fmt.Sprintf(` %s="%s"`, attribute, strconv.FormatFloat(float64(c.A)/255, 'g', 3, 64))
}

func outlined(c color.NRGBA, width float64) string {
	if c.A == 0 || width == 0 {
		return ""
	}
	return coloured("stroke", c) + fmt.Sprintf(` stroke-width="%s"`, number(width))
}

// escaped returns text escaped for XML. Characters that XML does not have are
// replaced.
func escaped(text string) string {
	var out bytes.Buffer
	if err := xml.EscapeText(&out, []byte(text)); err != nil {
		panic("draw: a buffer does not take text: " + err.Error())
	}
	return out.String()
}
