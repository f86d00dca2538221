package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A Records holds the speed at which game records are read.
type Records struct {
	Work    string  `json:"records"` // "read" or "replayed"
	Board   string  `json:"board"`
	Threads int     `json:"threads"`
	Bytes   float64 `json:"bytesPerSecond,omitempty"` // of parsed records
	Nodes   float64 `json:"nodesPerSecond"`
}

// RecordsHeader names the columns for [Records.String].
var RecordsHeader = fmt.Sprintf("%-12s %7s %12s %14s", "records", "threads", "MB/s", "nodes/s")

// String returns a table row.
func (r Records) String() string {
	bytes := ""
	if r.Bytes > 0 {
		bytes = fmt.Sprintf("%.0f", r.Bytes/1e6)
	}
	return fmt.Sprintf("%-12s %7d %12s %14.0f", r.Work, r.Threads, bytes, r.Nodes)
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

// MeasureRecords parses 200 random games on 19×19, and then replays them by the rules, for span
// each, on that many threads. Every thread works at least once.
func MeasureRecords(
	ctx context.Context, threads int, seed uint64, span time.Duration,
) (parsed, replayed Records, err error) {
	graph := board.Square(19, 19)
	text, err := records(graph, seed)
	if err != nil {
		return parsed, replayed, err
	}
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		return parsed, replayed, err
	}
	parsed = Records{Work: "read", Board: graph.Name(), Threads: threads}
	parsed.Nodes, err = rate(ctx, span, threads, func() (nodes int, err error) {
		_, err = sgf.Parse(strings.NewReader(text), sgf.Options{})
		return recordGames * (recordMoves + 1), err
	})
	if err != nil {
		return parsed, replayed, err
	}
	parsed.Bytes = parsed.Nodes * float64(len(text)) / (recordGames * (recordMoves + 1))
	replayed = Records{Work: "replayed", Board: graph.Name(), Threads: threads}
	replayed.Nodes, err = rate(ctx, span, threads, func() (nodes int, err error) {
		for _, root := range c.Trees {
			err := sgf.Walk(root, func(_ *sgf.Node, _ *game.Game, wrong error) error { nodes++; return wrong })
			if err != nil {
				return nodes, err
			}
		}
		return nodes, nil
	})
	return parsed, replayed, err
}

// rate calls work on that many threads until span has passed, at least once on each, and returns
// nodes per second.
func rate(ctx context.Context, span time.Duration, threads int, work func() (nodes int, err error)) (float64, error) {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	var nodes atomic.Int64
	var all errgroup.Group
	start := time.Now()
	for range threads {
		all.Go(func() error {
			for first := true; first || ctx.Err() == nil; first = false {
				n, err := work()
				if err != nil {
					return err
				}
				nodes.Add(int64(n))
			}
			return nil
		})
	}
	err := all.Wait()
	return float64(nodes.Load()) / time.Since(start).Seconds(), err
}
