package train

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"rosette/chart"
	"rosette/engine"
	"rosette/internal/runlog"
	"rosette/lab/matches"
	"rosette/lab/report"
)

// A learnLine is a line in the trainer's log.
type learnLine struct {
	Step   int                `json:"step"`
	Loss   float64            `json:"loss"`
	Losses map[string]float64 `json:"losses"`
}

// chartedLosses are the losses on a run's page.
var chartedLosses = []string{"policy", "outcome", "score", "ownership"}

// Report writes the run's page into its directory and returns a summary of several lines. Before
// the first complete cycle it does nothing.
func (r *Run) Report() (summary []string, err error) {
	reports, err := readLog[CycleReport](filepath.Join(r.Dir, cycleLog), r.OnNote)
	if err != nil || len(reports) == 0 {
		return nil, err
	}
	reports = lastOfEachCycle(reports)
	lines, err := readLog[learnLine](filepath.Join(r.Dir, learnLog), r.OnNote)
	if err != nil {
		return nil, err
	}
	rated, err := ratings(reports)
	if err != nil {
		return nil, err
	}
	summary = r.summary(reports, lines, rated)
	page := report.Training{
		Title: "Training in " + filepath.Base(r.Dir), Summary: summary,
		Ratings: ratingPoints(reports, rated), Losses: lossSeries(lines), Networks: networkRows(reports),
	}
	var out bytes.Buffer
	if err := page.WriteHTML(&out); err != nil {
		return nil, err
	}
	return summary, runlog.WriteFile(filepath.Join(r.Dir, trainingPage), out.Bytes())
}

// summary describes the run's progress in several lines.
func (r *Run) summary(reports []CycleReport, lines []learnLine, rated map[string]engine.Interval) []string {
	last := reports[len(reports)-1]
	all := []string{fmt.Sprintf("cycles: %d, in %v: %d games, %s, %d positions",
		last.Cycle, last.elapsed().Round(time.Second), last.Games, gamesPerHour(last.Games, last.elapsed()),
		last.Samples)}
	if len(lines) > 1 {
		first, now := lines[0], lines[len(lines)-1]
		all = append(all,
			fmt.Sprintf("loss %.3f at step %d, %.3f at step %d; policy %.3f, then %.3f; outcome %.3f, then %.3f",
				first.Loss, first.Step, now.Loss, now.Step,
				first.Losses["policy"], now.Losses["policy"], first.Losses["outcome"], now.Losses["outcome"]))
	}
	if r.state.Best == "" {
		return append(all, fmt.Sprintf("no network has beaten playouts at %d visits per move yet", r.Visits))
	}
	stands := func(e engine.Interval) string {
		return fmt.Sprintf("is at %+.0f Elo (%+.0f to %+.0f, 95 %%) relative to playouts at %d visits per move", e.At,
			e.Low, e.High, r.Visits)
	}
	best := fmt.Sprintf("the best network, %s", r.state.Best)
	if elo, ok := rated[r.state.Best]; ok {
		best += ", " + stands(elo)
	} else if name := lastMeasured(reports); name != "" {
		all = append(all, fmt.Sprintf("network %s, the last one measured, %s", name, stands(rated[name])))
	}
	return append(all, best+": "+filepath.Join(r.Dir, bestFile))
}

// lastMeasured returns the name of the last rated network, or "".
func lastMeasured(reports []CycleReport) string {
	for _, r := range slices.Backward(reports) {
		if r.Rating != nil {
			return r.Network
		}
	}
	return ""
}

// ratingPoints returns the rated networks by minutes. The first point is the playouts at the run's
// start.
func ratingPoints(reports []CycleReport, rated map[string]engine.Interval) []chart.Point {
	points := []chart.Point{{}}
	for _, r := range reports {
		if e, ok := rated[r.Network]; ok {
			points = append(points, chart.Point{X: r.elapsed().Minutes(), Low: e.Low, Y: e.At, High: e.High})
		}
	}
	return points
}

// networkRows returns a row for each cycle.
func networkRows(reports []CycleReport) (rows []report.NetworkRow) {
	score := func(s matches.Standing, against string) string {
		return fmt.Sprintf("%d, %d, %d against %s", s.Wins, s.Draws, s.Losses, against)
	}
	for _, r := range reports {
		row := report.NetworkRow{
			Cycle: r.Cycle, Minutes: r.elapsed().Minutes(), Games: r.Games, Rows: r.Samples, Network: r.Network,
			Promoted: r.Promoted,
		}
		if r.Standing.Games > 0 {
			row.Gating = score(r.Standing, r.Against)
		}
		if r.Rating != nil {
			row.Measured, row.Rated = score(r.Rating.Standing, r.Rating.Against), r.Rating.Elo.EloText()
		}
		rows = append(rows, row)
	}
	return rows
}

// lossSeries returns the charted losses over steps.
func lossSeries(lines []learnLine) (all []chart.Series) {
	if len(lines) == 0 {
		return nil
	}
	for _, name := range chartedLosses {
		s := chart.Series{Name: name}
		for _, l := range lines {
			s.Points = append(s.Points, chart.Point{X: float64(l.Step), Y: l.Losses[name]})
		}
		all = append(all, s)
	}
	return all
}
