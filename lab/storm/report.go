package storm

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rosette/internal/runlog"
)

// columns are the columns of Header and Row.Line.
var columns = []struct {
	title string
	width int
	value func(r Row) string
}{
	{"games", 6, func(r Row) string { return fmt.Sprint(r.Games) }},
	{"watch", 6, func(r Row) string { return fmt.Sprint(r.Spectators) }},
	{"asked/s", 8, func(r Row) string { return orDash(r.Asked, "%.0f") }},
	{"moves/s", 8, func(r Row) string { return fmt.Sprintf("%.0f", r.PerSecond) }},
	{"p50 ms", 8, func(r Row) string { return fmt.Sprintf("%.2f", r.P50) }},
	{"p90 ms", 8, func(r Row) string { return fmt.Sprintf("%.2f", r.P90) }},
	{"p99 ms", 8, func(r Row) string { return fmt.Sprintf("%.2f", r.P99) }},
	{"max ms", 8, func(r Row) string { return fmt.Sprintf("%.1f", r.Max) }},
	{"server s", 9, func(r Row) string { return orDash(r.ServerCPU, "%.2f") }},
	{"all s", 7, func(r Row) string { return orDash(r.MachineCPU, "%.2f") }},
	{"own s", 7, func(r Row) string { return orDash(r.GeneratorCPU, "%.2f") }},
	{"ms/move", 8, func(r Row) string { return orDash(r.CPUPerMove, "%.3f") }},
	{"MB", 6, func(r Row) string { return orDash(r.MemoryMB, "%.0f") }},
	{"bytes", 7, func(r Row) string { return orDash(r.BytesPerMove, "%.0f") }},
	{"reads", 7, func(r Row) string { return orDash(r.ReadsPerMove, "%.2f") }},
	{"open s", 7, func(r Row) string { return fmt.Sprintf("%.1f", r.OpenSeconds) }},
}

// orDash formats a number, or a dash for 0.
func orDash(v float64, format string) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

// Header returns the header for the lines from Row.Line: processor seconds for the servers, the
// whole machine and the generator, server processor milliseconds per move, server memory in
// resident megabytes, bytes per move for a spectator, and event log reads per move.
func Header() string {
	var line strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&line, "%*s", c.width, c.title)
	}
	return line.String()
}

// Line returns a table line, followed by the failures.
func (r Row) Line() string {
	var line strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&line, "%*s", c.width, c.value(r))
	}
	if r.Plies > 0 {
		line.WriteString("\n    " + r.Past.Line())
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Failures)) {
		fmt.Fprintf(&line, "\n    %d times: %s", r.Failures[reason], reason)
	}
	return line.String()
}

// RowsFile is the file in a run's folder with a Row per line.
const RowsFile = "rows.jsonl"

// ReadRows reads the rows in a file.
func ReadRows(name string) ([]Row, error) {
	contents, err := runlog.Read(name)
	if err != nil {
		return nil, err
	}
	return runlog.Decode[Row](contents)
}

// measureAll returns a function that measures each number of games with each number of spectators.
func measureAll(scenario string) func(*Plan, context.Context) error {
	return func(p *Plan, ctx context.Context) error {
		var all []Row
		for _, games := range p.Games {
			for _, spectators := range p.Spectators {
				all = append(all, Row{Games: games, Spectators: spectators})
			}
		}
		return p.rows(scenario, all, func(r Row) (Row, error) { return p.Measure(ctx, r.Games, r.Spectators) })
	}
}

// measureHistories measures each number of games with each number of plies.
func measureHistories(p *Plan, ctx context.Context) error {
	var all []Row
	for _, games := range p.Games {
		for _, plies := range p.Plies {
			all = append(all, Row{Games: games, Past: Past{Plies: plies}})
		}
	}
	return p.rows("history", all, func(r Row) (Row, error) { return p.History(ctx, r.Games, r.Plies) })
}

// rows measures the wanted rows. With p.Out it stores them in a file and does not repeat the rows
// already there.
func (p *Plan) rows(scenario string, wanted []Row, measure func(Row) (Row, error)) (err error) {
	var before []Row
	keep := func(Row) error { return nil }
	if p.Out != "" {
		if err := os.MkdirAll(p.Out, 0o755); err != nil {
			return err
		}
		log, contents, err := runlog.Open(filepath.Join(p.Out, RowsFile))
		if err != nil {
			return err
		}
		defer log.Close() // every line is on disk
		if before, err = runlog.Decode[Row](contents); err != nil {
			return err
		}
		keep = func(r Row) error { return log.Append(r) }
	}
	for _, r := range wanted {
		r.Scenario = scenario
		r.Asked = max(0, p.Rate) * float64(r.Games)
		r.Nodes = max(1, p.Servers)
		if p.URL == "" {
			r.Store = storeAt(p.Database != "")
		}
		row, done := sameRow(before, r)
		if !done {
			if row, err = measure(r); err != nil {
				return err
			}
			row.Scenario = scenario
			if err := keep(row); err != nil {
				return err
			}
		}
		if err := p.Result(row); err != nil {
			return err
		}
	}
	return nil
}

// storeAt returns the name of the store for a database or a folder.
func storeAt(database bool) string {
	if database {
		return "PostgreSQL"
	}
	return "SQLite"
}

// sameRow returns the row for the same measurement.
func sameRow(all []Row, r Row) (Row, bool) {
	type key struct {
		scenario, store                 string
		games, spectators, plies, nodes int
		asked                           float64
	}
	keyOf := func(r Row) key {
		return key{r.Scenario, r.Store, r.Games, r.Spectators, r.Plies, r.Nodes, r.Asked}
	}
	for _, done := range all {
		if keyOf(done) == keyOf(r) {
			return done, true
		}
	}
	return Row{}, false
}
