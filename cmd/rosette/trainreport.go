package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"time"

	"rosette/chart"
	"rosette/engine"
	"rosette/engine/matches"
	"rosette/report"
	"rosette/runlog"
)

// counts returns how many games and positions the run has played.
func (s *schooling) counts() (games, rows int, err error) {
	all, err := readLog[batchReport](filepath.Join(s.run, selfplayFile), s.note)
	for _, b := range all {
		games, rows = games+b.Games, rows+b.Rows
	}
	return games, rows, err
}

// readLog reads a log of the run, which is empty if there is no file. It passes a
// note on a line that an interruption left unfinished.
func readLog[T any](name string, note func(line string)) ([]T, error) {
	c, err := runlog.Read(name)
	if err != nil {
		return nil, err
	}
	if c.Torn > 0 {
		note(c.Note())
	}
	all, err := runlog.Decode[T](c)
	if err != nil {
		return nil, fmt.Errorf("%w; take the line out", err)
	}
	return all, nil
}

// note shows a note on a log.
func (s *schooling) note(line string) {
	if s.say != nil {
		s.say.Printf("%s", line)
	}
}

// latest leaves the last trial of each cycle: a command that is killed between a
// trial's line and its state tries again.
func latest(trials []trialReport) []trialReport {
	var kept []trialReport
	for _, one := range trials {
		if n := len(kept); n > 0 && kept[n-1].Cycle == one.Cycle {
			kept = kept[:n-1]
		}
		kept = append(kept, one)
	}
	return kept
}

// A learnLine is what the trainer tells of some steps.
type learnLine struct {
	Step   int                `json:"step"`
	Loss   float64            `json:"loss"`
	Losses map[string]float64 `json:"losses"`
	Rows   int                `json:"rows"`
}

// charted are the losses that the report shows.
var charted = []string{"policy", "outcome", "score", "ownership"}

// report writes the page of the run and says in a line what was learned.
func (s *schooling) report() error {
	trials, err := readLog[trialReport](filepath.Join(s.run, trialsFile), s.note)
	if err != nil || len(trials) == 0 {
		return err
	}
	trials = latest(trials)
	lines, err := readLog[learnLine](filepath.Join(s.run, "learn.jsonl"), s.note)
	if err != nil {
		return err
	}
	ratings, err := rated(trials)
	if err != nil {
		return err
	}
	page := report.Training{
		Title: "Training in " + filepath.Base(s.run), Summary: s.summary(trials, lines, ratings),
		Ratings: eloPoints(trials, ratings), Losses: lossSeries(lines), Networks: networkRows(trials),
	}
	var out bytes.Buffer
	if err := page.WriteHTML(&out); err != nil {
		return err
	}
	if err := writeFile(nil, filepath.Join(s.run, reportFile), true, out.Bytes()); err != nil {
		return err
	}
	if !s.asJSON {
		for _, line := range page.Summary {
			if _, err := fmt.Fprintln(s.out, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// playoutsName is the player without a network.
const playoutsName = "playouts"

// summary says what was learned.
func (s *schooling) summary(trials []trialReport, lines []learnLine, ratings map[string]engine.Interval) []string {
	last := trials[len(trials)-1]
	all := []string{fmt.Sprintf("%d cycles in %.0f minutes: %d games, %s, %d positions",
		last.Cycle, last.Minutes(), last.Games, hourly(last.Games, last.took()), last.Rows)}
	if len(lines) > 1 {
		first, now := lines[0], lines[len(lines)-1]
		all = append(all, fmt.Sprintf("loss %.3f at step %d, %.3f at step %d; policy %.3f, then %.3f; outcome %.3f, then %.3f",
			first.Loss, first.Step, now.Loss, now.Step, first.Losses["policy"], now.Losses["policy"], first.Losses["outcome"], now.Losses["outcome"]))
	}
	if s.state.Best == "" {
		return append(all, fmt.Sprintf("no network has beaten playouts at %d visits a move yet", s.visits))
	}
	best := fmt.Sprintf("the best network, %s", s.state.Best)
	if elo, ok := ratings[s.state.Best]; ok {
		best += fmt.Sprintf(", stands at %+.0f Elo (%+.0f to %+.0f, 95 %%) beside playouts at %d visits a move", elo.At, elo.Low, elo.High, s.visits)
	}
	return append(all, best+": "+filepath.Join(s.run, bestFile))
}

// eloPoints are the ratings of the networks that were measured, by minutes.
func eloPoints(trials []trialReport, ratings map[string]engine.Interval) []chart.Point {
	points := []chart.Point{{}} // playouts, at the beginning
	for _, t := range trials {
		if e, ok := ratings[t.Network]; ok {
			points = append(points, chart.Point{X: t.Minutes(), Low: e.Low, Y: e.At, High: e.High})
		}
	}
	return points
}

// networkRows are the trials as the report shows them.
func networkRows(trials []trialReport) (rows []report.NetworkRow) {
	standing := func(s matches.Standing, against string) string {
		return fmt.Sprintf("%d, %d, %d against %s", s.Wins, s.Draws, s.Losses, against)
	}
	for _, t := range trials {
		row := report.NetworkRow{
			Cycle: t.Cycle, Minutes: t.Minutes(), Games: t.Games, Rows: t.Rows, Network: t.Network,
			Gating: standing(t.Standing, t.Against), Promoted: t.Promoted,
		}
		if t.Gauge != nil {
			row.Measured, row.Rated = standing(t.Gauge.Standing, t.Gauge.Against), t.Gauge.Rating()
		}
		rows = append(rows, row)
	}
	return rows
}

// lossSeries are the losses by steps.
func lossSeries(lines []learnLine) (all []chart.Series) {
	for _, name := range charted {
		s := chart.Series{Name: name}
		for _, l := range lines {
			s.Points = append(s.Points, chart.Point{X: float64(l.Step), Y: l.Losses[name]})
		}
		if len(s.Points) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// took is how long the run had taken.
func (r trialReport) took() time.Duration { return time.Duration(r.Seconds * float64(time.Second)) }

// Minutes is that in minutes.
func (r trialReport) Minutes() float64 { return r.took().Minutes() }
