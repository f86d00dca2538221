package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rosette/chart"
	"rosette/engine"
)

// counts returns how many games and positions the run has played.
func (s *schooling) counts() (games, rows int, err error) {
	all, err := readLines[batchReport](filepath.Join(s.run, selfplayFile))
	for _, b := range all {
		games, rows = games+b.Games, rows+b.Rows
	}
	return games, rows, err
}

// readLines reads a file of JSON lines, none if there is no file. Half a line at
// the end was cut by a crash.
func readLines[T any](name string) (all []T, err error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err == nil {
			all = append(all, one)
		}
	}
	return all, lines.Err()
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

// A trainPage is what the report shows.
type trainPage struct {
	Title   string
	Summary []string
	Elo     template.HTML
	Losses  template.HTML
	Trials  []trialReport
}

// report writes the page of the run and says in a line what was learned.
func (s *schooling) report() error {
	trials, err := readLines[trialReport](filepath.Join(s.run, trialsFile))
	if err != nil || len(trials) == 0 {
		return err
	}
	trials = latest(trials)
	lines, err := readLines[learnLine](filepath.Join(s.run, "learn.jsonl"))
	if err != nil {
		return err
	}
	ratings, err := rated(trials)
	if err != nil {
		return err
	}
	page := trainPage{Title: "Training in " + filepath.Base(s.run), Trials: trials}
	page.Summary = s.summary(trials, lines, ratings)
	if page.Elo, err = drawn("Strength at equal visits; playouts are 0", "minutes", "Elo, 95 % intervals", eloSeries(trials, ratings)); err != nil {
		return err
	}
	if page.Losses, err = drawn("What the trainer's losses were", "steps", "loss", lossSeries(lines)...); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := trainTemplate.Execute(&out, page); err != nil {
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

// eloSeries is the rating of every network that was measured, by time.
func eloSeries(trials []trialReport, ratings map[string]engine.Interval) chart.Series {
	best := chart.Series{Name: "best network", Points: []chart.Point{{}}} // playouts, at the beginning
	for _, t := range trials {
		if e, ok := ratings[t.Network]; ok {
			best.Points = append(best.Points, chart.Point{X: t.Seconds / 60, Low: e.Low, Y: e.At, High: e.High})
		}
	}
	return best
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

// drawn is a chart for a page, nothing without series.
func drawn(title, x, y string, series ...chart.Series) (template.HTML, error) {
	if len(series) == 0 {
		return "", nil
	}
	c := chart.Chart{Title: title, X: chart.Axis{Label: x}, Panels: []chart.Panel{{Y: chart.Axis{Label: y}, Series: series}}}
	var out bytes.Buffer
	err := c.SVG(&out)
	return template.HTML(out.String()), err // our own drawing
}

var trainTemplate = template.Must(template.New("train").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
svg { max-width: 100%; height: auto; background: white }
table { border-collapse: collapse; width: 100%; font-size: .8125rem } th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #8884 }
</style>
<h1>{{.Title}}</h1>
{{range .Summary}}<p>{{.}}</p>
{{end}}{{.Elo}}
{{.Losses}}
<h2>Networks</h2>
<table><tr><th>cycle<th>minutes<th>games<th>positions<th>network<th>won, drawn, lost<th>best now<th>measured: won, drawn, lost<th>Elo
{{range .Trials}}<tr><td>{{.Cycle}}<td>{{printf "%.1f" .Minutes}}<td>{{.Games}}<td>{{.Rows}}<td>{{.Network}}` +
	`{{with .Standing}}<td>{{.Wins}}, {{.Draws}}, {{.Losses}}{{end}} against {{.Against}}<td>{{if .Promoted}}yes{{else}}no{{end}}` +
	`{{with .Gauge}}<td>{{.Standing.Wins}}, {{.Standing.Draws}}, {{.Standing.Losses}} against {{.Against}}<td>{{.Rating}}{{else}}<td><td>{{end}}
{{end}}</table>
</html>
`))

// took is how long the run had taken.
func (r trialReport) took() time.Duration { return time.Duration(r.Seconds * float64(time.Second)) }

// Minutes is that in minutes.
func (r trialReport) Minutes() float64 { return r.took().Minutes() }
