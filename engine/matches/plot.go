package matches

import (
	"fmt"
	"io"
	"math"

	"rosette/chart"
)

// Plot draws ratings with their intervals as SVG, in the order given.
func Plot(w io.Writer, title string, ratings []Rating) error {
	c := chart.Rows{Title: title, X: chart.Axis{Label: "Elo, 95 % intervals"}}
	for _, r := range ratings {
		if math.IsInf(r.Elo.Low, 0) || math.IsInf(r.Elo.High, 0) || math.IsNaN(r.Elo.At) {
			return fmt.Errorf("the rating of %s is not finite; play more games", r.Player)
		}
		value := chart.Decimal(r.Elo.At, 0)
		if r.Elo.Low < r.Elo.High {
			value += fmt.Sprintf(" (%s to %s)", chart.Decimal(r.Elo.Low, 0), chart.Decimal(r.Elo.High, 0))
		}
		c.Rows = append(c.Rows, chart.Row{Name: r.Player, Value: value, Low: r.Elo.Low, At: r.Elo.At, High: r.Elo.High})
	}
	return c.SVG(w)
}
