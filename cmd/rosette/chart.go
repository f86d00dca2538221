package main

import (
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A curve is what a chart shows of one thing: points with intervals, which are
// empty where Low and High are At. Curves of one name have one ink.
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
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Millimeter
	var names []string
	for _, c := range curves {
		at := slices.Index(names, c.Name)
		fresh := at < 0
		if fresh {
			at, names = len(names), append(names, c.Name)
		}
		line, err := c.add(p, inks[at%len(inks)])
		if err != nil {
			return fmt.Errorf("chart %q: %w", title, err)
		}
		if fresh {
			legend.Add(c.Name, line)
		}
	}
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	picture := vgsvg.New(18*vg.Centimeter, 9*vg.Centimeter)
	edge := vg.Centimeter / 2
	page := draw.Crop(draw.New(picture), edge, -edge, edge, -edge)
	if len(names) > 1 { // the names stand beside the curves
		beside := legend.Rectangle(page).Size().X + edge
		legend.Draw(draw.Crop(page, page.Max.X-page.Min.X-beside+edge, 0, 0, -2*edge))
		page = draw.Crop(page, 0, -beside, 0, 0)
	}
	p.Draw(page)
	_, err := picture.WriteTo(w)
	return err
}

// add draws the curve in its ink, and returns its line.
func (c curve) add(p *plot.Plot, ink color.RGBA) (*plotter.Line, error) {
	line, err := plotter.NewLine(c)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = ink, vg.Points(1.5)
	bars, err := plotter.NewYErrorBars(c)
	if err != nil {
		return nil, err
	}
	bars.Color, bars.Width, bars.CapWidth = ink, vg.Points(0.5), vg.Points(3)
	p.Add(line, bars)
	return line, nil
}

// checkPicture refuses a name for the picture of a flag that does not say what it
// will hold.
func checkPicture(flag, name string) error {
	if strings.EqualFold(filepath.Ext(name), ".svg") {
		return nil
	}
	return usageError{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}
