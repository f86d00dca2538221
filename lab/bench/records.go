package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A Records holds the speed at which game records are read.
type Records struct {
	Work    string `json:"records"` // "read" or "replayed"
	Board   string `json:"board"`
	Threads int    `json:"threads"`
	RecordRates
	CPU *RecordRates `json:"cpu,omitempty"` // by processor time; nil if it is unknown
}

// RecordRates are counts for each second.
type RecordRates struct {
	Bytes float64 `json:"bytesPerSecond,omitempty"` // of parsed records
	Nodes float64 `json:"nodesPerSecond"`
}

// RecordsHeader names the columns for [Records.String].
var RecordsHeader = fmt.Sprintf("%-12s %7s %-9s %12s %14s", "records", "threads", "time", "MB/s", "nodes/s")

// String returns a table row by elapsed time, and one by processor time if it is known.
func (r Records) String() string {
	row := func(time string, rates RecordRates) string {
		bytes := ""
		if rates.Bytes > 0 {
			bytes = fmt.Sprintf("%.0f", rates.Bytes/1e6)
		}
		return fmt.Sprintf("%-12s %7d %-9s %12s %14.0f", r.Work, r.Threads, time, bytes, rates.Nodes)
	}
	return rows(row, r.RecordRates, r.CPU)
}

// The measured records: random games, moves per game.
const (
	recordGames = 200
	recordMoves = 250
)

// records returns random games in SGF with the extras that servers write: the time left at each
// move, and a comment at each tenth.
func records(graph *board.Graph, seed uint64) (string, error) {
	rng := rand.New(rand.NewPCG(seed, recordMoves))
	var text strings.Builder
	for range recordGames {
		g := game.New(graph, game.DefaultRules(graph))
		for c := board.Black; g.Ply() < recordMoves; {
			if g.Play(board.Point(rng.IntN(graph.Points()+1)-1), c) == nil {
				c = c.Opponent()
			}
		}
		root, err := sgf.FromGame(g)
		if err != nil {
			return "", err
		}
		for ply, n := 1, root; len(n.Children) > 0; ply++ {
			n = n.Children[0]
			n.Set([]string{"WL", "BL"}[ply%2], fmt.Sprintf("%d.%d", 1800-5*ply, ply%10))
			if ply%10 == 0 {
				n.Set("C", sgf.Escape(fmt.Sprintf("move %d of a game that nobody played [so they say]", ply)))
			}
		}
		text.WriteString(root.String())
	}
	return text.String(), nil
}

// MeasureRecords parses 200 random games on 19×19, and then replays them by the rules.
func (m Meter) MeasureRecords(ctx context.Context) (parsed, replayed Records, err error) {
	graph := board.Square(19, 19)
	text, err := records(graph, m.Seed)
	if err != nil {
		return parsed, replayed, err
	}
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		return parsed, replayed, err
	}
	parsed = Records{Work: "read", Board: graph.Name(), Threads: m.Threads}
	parsed.RecordRates, parsed.CPU, err = m.rates(ctx, len(text), func() error {
		_, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
		return err
	})
	if err != nil {
		return parsed, replayed, err
	}
	replayed = Records{Work: "replayed", Board: graph.Name(), Threads: m.Threads}
	replayed.RecordRates, replayed.CPU, err = m.rates(ctx, 0, func() error {
		for _, root := range c.Trees {
			err := sgf.Walk(root, func(_ *sgf.Node, _ *game.Game, err error) error { return err })
			if err != nil {
				return err
			}
		}
		return nil
	})
	return parsed, replayed, err
}

// rates repeats work, which reads all records, of the given length.
func (m Meter) rates(
	ctx context.Context, bytes int, work func() error,
) (elapsed RecordRates, cpu *RecordRates, err error) {
	var times atomic.Int64
	took, err := m.run(ctx, func(int) func() error {
		return func() error { times.Add(1); return work() }
	})
	rates := func(by func(duration) float64) RecordRates {
		n := float64(times.Load()) / by(took)
		return RecordRates{Bytes: n * float64(bytes), Nodes: n * recordGames * (recordMoves + 1)}
	}
	return rates(duration.elapsedSeconds), byCPU(rates, took), err
}
