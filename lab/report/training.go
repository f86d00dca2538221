package report

import (
	"html/template"
	"io"

	"rosette/chart"
)

// Training is the data for a training run's page.
type Training struct {
	Title    string
	Summary  []string       // paragraphs
	Ratings  []chart.Point  // of the best networks: minutes and Elo, with intervals
	Losses   []chart.Series // over steps
	Networks []NetworkRow
}

// A NetworkRow is a training run's network in the table: its gating match and, if measured, its
// rating match.
type NetworkRow struct {
	Cycle           int
	Minutes         float64 // since the run began
	Games, Rows     int     // played before it
	Network         string
	Gating          string // wins, draws, losses and opponent; "" without a gating match
	Promoted        bool
	Measured, Rated string // rating match and rating, empty without one
}

// WriteHTML writes the page.
func (t *Training) WriteHTML(w io.Writer) error {
	page := struct {
		*Training
		EloChart, LossChart template.HTML
	}{Training: t}
	var err error
	if len(t.Ratings) > 0 {
		page.EloChart, err = picture(&chart.Chart{
			Title: "Strength at equal visits; playouts are 0", X: chart.Axis{Label: "minutes"},
			Panels: []chart.Panel{
				{
					Y:      chart.Axis{Label: "Elo, 95 % intervals"},
					Series: []chart.Series{{Name: "best network", Points: t.Ratings}},
				},
			},
		})
		if err != nil {
			return err
		}
	}
	if len(t.Losses) > 0 {
		page.LossChart, err = picture(&chart.Chart{
			Title: "Losses of the trainer", X: chart.Axis{Label: "steps"},
			Panels: []chart.Panel{{Y: chart.Axis{Label: "loss"}, Series: t.Losses}},
		})
		if err != nil {
			return err
		}
	}
	return trainingTemplate.Execute(w, page)
}
