package draw

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"

	"rosette/game/board"
)

// unit is the length of a board line in an SVG.
const unit = 40

// A look is an element's style. Consecutive elements with the same style share it.
type look struct {
	fill  shade
	line  color.NRGBA
	width float64 // line width
	size  float64 // text size, otherwise 0
	bold  bool
}

// svg writes the scene as a document. The view box begins at the scene's corner, so that it uses
// the board's coordinates.
func (s *scene) svg(ctx context.Context, w io.Writer) error {
	out := &svgFile{Writer: bufio.NewWriterSize(w, 1<<15), styles: map[look]string{}}
	width, height := number(s.high.X-s.low.X), number(s.high.Y-s.low.Y)
	fmt.Fprintf(out,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s %s %[1]s %[2]s" role="img"`,
		width, height, number(s.low.X), number(s.low.Y))
	out.WriteString(` font-family="Go,Helvetica,Arial,sans-serif" text-anchor="middle"` +
		` stroke-linecap="round" stroke-linejoin="round" fill="none">` + "\n")
	fmt.Fprintf(out, "<title>%s</title>\n<desc>%s</desc>\n", escaped(s.title), escaped(s.description))
	fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n",
		number(s.low.X), number(s.low.Y), width, height, coloured("fill", s.page))
	out.gradients(s.shapes)
	for rest := s.shapes; len(rest) > 0; {
		style, n := out.style(rest[0]), 1
		for n < len(rest) && out.style(rest[n]) == style {
			n++
		}
		if err := out.group(ctx, rest[:n], style); err != nil {
			return err
		}
		rest = rest[n:]
	}
	out.WriteString("</svg>\n")
	return out.Flush()
}

// An svgFile writes elements. Flush returns the writer's first error.
type svgFile struct {
	*bufio.Writer
	styles map[look]string
	place  []byte // an element's position, as attributes
}

// style returns a shape's style as attributes.
func (f *svgFile) style(s shape) string {
	l := s.look()
	style, known := f.styles[l]
	if !known {
		style = l.style()
		f.styles[l] = style
	}
	return style
}

// group writes elements with the same style.
func (f *svgFile) group(ctx context.Context, all []shape, style string) error {
	grouped := len(all) > 1
	if grouped {
		fmt.Fprintf(f, "<g%s>\n", style)
		style = ""
	}
	for _, s := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		name, text := s.element()
		f.place = s.appendPlace(f.place[:0])
		f.WriteString("<" + name)
		f.Write(f.place)
		f.WriteString(style)
		if text == "" {
			f.WriteString("/>\n")
		} else {
			f.WriteString(">" + escaped(text) + "</" + name + ">\n")
		}
	}
	if grouped {
		f.WriteString("</g>\n")
	}
	return nil
}

// gradients defines each gradient once. Its name consists of its colours, so that pictures in one
// page can share it.
func (f *svgFile) gradients(all []shape) {
	known := map[shade]bool{}
	for _, s := range all {
		fill := s.look().fill
		if fill.light == fill.dark || known[fill] {
			continue
		}
		known[fill] = true
		fmt.Fprintf(f,
			`<radialGradient id="%s" cx="%v" cy="%v" r="%v"><stop%s%s/><stop offset="1"%s%s/></radialGradient>`+"\n",
			fill.name(), gradientX, gradientY, gradientR,
			coloured("stop-color", opaque(fill.light)), opacity("stop-opacity", fill.light),
			coloured("stop-color", opaque(fill.dark)), opacity("stop-opacity", fill.dark))
	}
}

// Centre and radius of a stone's highlight, in diameters from the upper left corner.
const (
	gradientX, gradientY = 0.36, 0.3
	gradientR            = 0.8
)

func (s shade) name() string { return "stone-" + hex(s.light) + "-" + hex(s.dark) }

// style returns the look as attributes.
func (l look) style() string {
	var style string
	if l.size > 0 {
		style = fmt.Sprintf(` font-size="%s"`, number(l.size))
	}
	if l.fill.light == l.fill.dark {
		style += coloured("fill", l.fill.light)
	} else {
		style += fmt.Sprintf(` fill="url(#%s)"`, l.fill.name())
	}
	style += outlined(l.line, l.width)
	if l.bold {
		style += ` font-weight="bold"`
	}
	return style
}

func (d disc) element() (name, text string)   { return "circle", "" }
func (a area) element() (name, text string)   { return "path", "" }
func (s stroke) element() (name, text string) { return "path", "" }
func (w word) element() (name, text string)   { return "text", w.text }

func (d disc) look() look   { return look{fill: d.fill, line: d.line, width: d.width} }
func (a area) look() look   { return look{fill: flat(a.fill), line: a.line, width: a.width} }
func (s stroke) look() look { return look{line: s.line, width: s.width} }
func (w word) look() look   { return look{fill: flat(w.colour), size: w.size, bold: w.bold} }

func (d disc) appendPlace(to []byte) []byte {
	to = appendNumber(append(to, ` cx="`...), d.at.X)
	to = appendNumber(append(to, `" cy="`...), d.at.Y)
	return append(appendNumber(append(to, `" r="`...), d.r), '"')
}

func (a area) appendPlace(to []byte) []byte { return appendPath(to, a.rings, "Z") }

func (s stroke) appendPlace(to []byte) []byte { return appendPath(to, s.runs, "") }

func (w word) appendPlace(to []byte) []byte {
	at := w.baseline()
	to = appendNumber(append(to, ` x="`...), at.X)
	return append(appendNumber(append(to, `" y="`...), at.Y), '"')
}

// appendPath appends an attribute with polygons or lines as one path; end closes each run, or is
// empty.
func appendPath(to []byte, runs [][]board.XY, end string) []byte {
	return append(appendPathData(append(to, ` d="`...), runs, end, appendNumber), '"')
}

// appendPathData appends a path's data, with lengths formatted by length.
func appendPathData(to []byte, runs [][]board.XY, end string, length func(to []byte, x float64) []byte) []byte {
	for _, run := range runs {
		command := byte('M')
		for _, at := range run {
			to = length(append(to, command), at.X)
			to = length(append(to, ' '), at.Y)
			command = 'L'
		}
		to = append(to, end...)
	}
	return to
}

// number formats a length to a hundredth of a pixel.
func number(x float64) string { return string(appendNumber(nil, x)) }

func appendNumber(to []byte, x float64) []byte { return appendDecimal(to, x*unit, 2) }

// appendDecimal appends a decimal with at most that many digits after the point, without trailing
// zeros.
func appendDecimal(to []byte, x float64, digits int) []byte {
	start := len(to)
	to = strconv.AppendFloat(to, x, 'f', digits, 64)
	to = bytes.TrimSuffix(bytes.TrimRight(to, "0"), []byte("."))
	if string(to[start:]) == "-0" {
		to = append(to[:start], '0')
	}
	return to
}

func hex(c color.NRGBA) string { return fmt.Sprintf("%02x%02x%02x%02x", c.R, c.G, c.B, c.A) }

func opaque(c color.NRGBA) color.NRGBA { c.A = 255; return c }

// coloured returns an attribute for a colour and another for its opacity, or nothing for an
// invisible colour.
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

// escaped escapes text for XML and replaces invalid characters.
func escaped(text string) string {
	var out bytes.Buffer
	if err := xml.EscapeText(&out, []byte(text)); err != nil {
		panic("draw: a buffer does not take text: " + err.Error())
	}
	return out.String()
}
