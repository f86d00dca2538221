package matches

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// pale is the colour of the interval of fair komi.
var pale = color.RGBA{R: 0xd9, G: 0xe6, B: 0xf2, A: 0xff}

// shares are rows with their intervals.
type shares []Row

func (s shares) Len() int                { return len(s) }
func (s shares) XY(i int) (x, y float64) { return s[i].Komi, s[i].Share.At }
func (s shares) YError(i int) (low, high float64) {
	r := s[i].Share
	return r.Low - r.At, r.High - r.At
}

// PlotFair draws how often Black wins by komi as SVG: the games at each komi
// with intervals, and the curve with the interval of fair komi, if it is known.
func PlotFair(w io.Writer, title string, rows []Row, fair *Fair) error {
	if len(rows) == 0 {
		return fmt.Errorf("arena: no game to plot")
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, "komi", "share of Black, 95 % intervals"
	p.Y.Label.TextStyle.Font.Variant = "Sans"
	low, high := rows[0].Komi-1, rows[len(rows)-1].Komi+1
	if fair != nil {
		if err := addCurve(p, *fair, low, high); err != nil {
			return err
		}
	}
	p.Add(plotter.NewGrid())
	intervals, err := plotter.NewYErrorBars(shares(rows))
	if err != nil {
		return fmt.Errorf("arena: plot: %w", err)
	}
	if err := mark(p, shares(rows), intervals, &intervals.LineStyle); err != nil {
		return err
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 1
	return save(p, 10*vg.Centimeter, w)
}

// addCurve draws the curve, and behind it where fair komi may lie.
func addCurve(p *plot.Plot, f Fair, low, high float64) error {
	left, right := math.Max(low, f.Komi.Low), math.Min(high, f.Komi.High)
	if left < right {
		strip, err := plotter.NewPolygon(plotter.XYs{{X: left, Y: 0}, {X: right, Y: 0}, {X: right, Y: 1}, {X: left, Y: 1}})
		if err != nil {
			return fmt.Errorf("arena: plot: %w", err)
		}
		strip.Color, strip.LineStyle.Width = pale, 0
		p.Add(strip)
	}
	if low <= f.Curve.Even && f.Curve.Even <= high {
		middle, err := plotter.NewLine(plotter.XYs{{X: f.Curve.Even, Y: 0}, {X: f.Curve.Even, Y: 1}})
		if err != nil {
			return fmt.Errorf("arena: plot: %w", err)
		}
		middle.Color, middle.Dashes = ink, []vg.Length{vg.Points(4), vg.Points(3)}
		p.Add(middle)
	}
	curve := plotter.NewFunction(f.Curve.Share)
	curve.XMin, curve.XMax, curve.Samples = low, high, 200
	curve.Color, curve.Width = ink, vg.Points(1)
	p.Add(curve)
	return nil
}
