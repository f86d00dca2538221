package storm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// columns are those of the table of Header and Row.Line.
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
	{"own s", 7, func(r Row) string { return orDash(r.GeneratorCPU, "%.2f") }},
	{"ms/move", 8, func(r Row) string { return orDash(r.CPUPerMove, "%.3f") }},
	{"MB", 6, func(r Row) string { return orDash(r.MemoryMB, "%.0f") }},
	{"bytes", 7, func(r Row) string { return orDash(r.BytesPerMove, "%.0f") }},
	{"reads", 7, func(r Row) string { return orDash(r.ReadsPerMove, "%.2f") }},
	{"open s", 7, func(r Row) string { return fmt.Sprintf("%.1f", r.OpenSeconds) }},
}

// orDash writes a number, or a dash for 0.
func orDash(v float64, format string) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

// Header returns the head of the table whose lines Row.Line returns: processor
// seconds of server and generator, processor milliseconds of the server for a move,
// resident megabytes of the server, bytes that a spectator receives for a move, reads
// of the event log for a move.
func Header() string {
	var line strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&line, "%*s", c.width, c.title)
	}
	return line.String()
}

// Line returns a line of the table, and below it what went wrong.
func (r Row) Line() string {
	var line strings.Builder
	for _, c := range columns {
		fmt.Fprintf(&line, "%*s", c.width, c.value(r))
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Failures)) {
		fmt.Fprintf(&line, "\n    %d times: %s", r.Failures[reason], reason)
	}
	return line.String()
}
