package main

import (
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A curve is what a chart shows of one thing: points with intervals, which are
// empty where Low and High are At.
type curve struct {
	Name   string
	Points []chartPoint
}

// A chartPoint is a value and where it surely lies.
type chartPoint struct{ X, Low, At, High float64 }

// inks are the colours of curves, in turn.
var inks = []color.RGBA{
	{0x1f, 0x4e, 0x79, 0xff},
	{0xb4, 0x53, 0x09, 0xff},
	{0x15, 0x80, 0x3d, 0xff},
	{0x7e, 0x22, 0xce, 0xff},
	{0xbe, 0x12, 0x3c, 0xff},
	{0x0e, 0x74, 0x90, 0xff},
}

func (c curve) Len() int                { return len(c.Points) }
func (c curve) XY(i int) (x, y float64) { return c.Points[i].X, c.Points[i].At }
func (c curve) YError(i int) (low, high float64) {
	p := c.Points[i]
	return p.Low - p.At, p.High - p.At
}

// chart draws curves as SVG.
func chart(w io.Writer, title, x, y string, curves []curve) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Add(plotter.NewGrid())
	p.Legend.Top = !rising(curves) // out of their way
	for i, c := range curves {
		if err := c.add(p, inks[i%len(inks)]); err != nil {
			return fmt.Errorf("chart %q: %w", title, err)
		}
	}
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	picture := vgsvg.New(18*vg.Centimeter, 9*vg.Centimeter)
	edge := vg.Centimeter / 2
	p.Draw(draw.Crop(draw.New(picture), edge, -edge, edge, -edge))
	_, err := picture.WriteTo(w)
	return err
}

// rising tells whether curves end higher than they begin, all in all.
func rising(curves []curve) bool {
	rise := 0.0
	for _, c := range curves {
		if n := len(c.Points); n > 0 {
			rise += c.Points[n-1].At - c.Points[0].At
		}
	}
	return rise > 0
}

// add draws the curve in its ink.
func (c curve) add(p *plot.Plot, ink color.RGBA) error {
	line, err := plotter.NewLine(c)
	if err != nil {
		return err
	}
	line.Color, line.Width = ink, vg.Points(1.5)
	bars, err := plotter.NewYErrorBars(c)
	if err != nil {
		return err
	}
	bars.Color = ink
	p.Add(line, bars)
	p.Legend.Add(c.Name, line)
	return nil
}

// checkPicture refuses a name for the picture of a flag that does not say what it
// will hold.
func checkPicture(flag, name string) error {
	if strings.EqualFold(filepath.Ext(name), ".svg") {
		return nil
	}
	return misused{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}
