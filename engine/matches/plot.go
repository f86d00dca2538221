package matches

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// ink is the colour of points and intervals.
var ink = color.RGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0xff}

// edge is left free around a plot.
const edge = vg.Centimeter / 2

// bars are ratings with their intervals, the last at the top as plots count.
type bars []Rating

func (b bars) rating(i int) Rating     { return b[len(b)-1-i] }
func (b bars) Len() int                { return len(b) }
func (b bars) XY(i int) (x, y float64) { return b.rating(i).Elo.At, float64(i) }
func (b bars) XError(i int) (low, high float64) {
	r := b.rating(i)
	return r.Elo.Low - r.Elo.At, r.Elo.High - r.Elo.At
}

// Plot draws ratings with their intervals as SVG, the first at the top.
func Plot(w io.Writer, title string, ratings []Rating) error {
	for _, r := range ratings {
		if math.IsInf(r.Elo.Low, 0) || math.IsInf(r.Elo.High, 0) || math.IsNaN(r.Elo.At) {
			return fmt.Errorf("arena: the rating of %s is not finite; play more games", r.Player)
		}
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text = title, "Elo, 95 % intervals"
	p.Add(plotter.NewGrid())
	intervals, err := plotter.NewXErrorBars(bars(ratings))
	if err != nil {
		return fmt.Errorf("arena: plot: %w", err)
	}
	if err := mark(p, bars(ratings), intervals, &intervals.LineStyle); err != nil {
		return err
	}
	names := make([]string, len(ratings))
	for i := range names {
		names[i] = bars(ratings).rating(i).Player
	}
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(len(ratings))-0.5
	room := max(10, (p.X.Max-p.X.Min)/20)
	p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	return save(p, vg.Length(3+len(ratings))*vg.Centimeter, w)
}

// mark draws points and their intervals in ink; the style of their lines is told.
func mark(p *plot.Plot, at plotter.XYer, intervals plot.Plotter, lines *draw.LineStyle) error {
	points, err := plotter.NewScatter(at)
	if err != nil {
		return fmt.Errorf("arena: plot: %w", err)
	}
	points.GlyphStyle = draw.GlyphStyle{Color: ink, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	lines.Color, lines.Width = ink, vg.Points(1.5)
	p.Add(points, intervals)
	return nil
}

// save writes a plot as SVG, so high and as wide as all.
func save(p *plot.Plot, high vg.Length, w io.Writer) error {
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant = "Sans"
	}
	picture := vgsvg.New(16*vg.Centimeter, high)
	p.Draw(draw.Crop(draw.New(picture), edge, -edge, edge, -edge))
	if _, err := picture.WriteTo(w); err != nil {
		return fmt.Errorf("arena: plot: %w", err)
	}
	return nil
}
