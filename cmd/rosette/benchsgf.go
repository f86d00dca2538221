package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A recordPace is how fast game records were read or replayed.
type recordPace struct {
	Records string  `json:"records"` // what was done with them
	Board   string  `json:"board"`
	Threads int     `json:"threads"`
	Bytes   float64 `json:"bytesPerSecond,omitempty"`
	Nodes   float64 `json:"nodesPerSecond"`
}

// A library is that many games, each of that many moves, with what servers
// write beside them: the time left at every move and a comment at every tenth.
const (
	libraryGames = 200
	libraryMoves = 250
)

// library returns the games as text.
func library(graph *board.Graph, seed uint64) (string, error) {
	luck := rand.New(rand.NewPCG(seed, libraryMoves))
	var text strings.Builder
	for range libraryGames {
		g := game.New(graph, game.DefaultRules(graph))
		for c := board.Black; g.Ply() < libraryMoves; {
			if g.Play(board.Point(luck.IntN(graph.Points()+1)-1), c) == nil {
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

// benchRecords measures how fast records of a board are read, and how fast they
// are replayed by the rules, on all threads together.
func benchRecords(ctx context.Context, f *flags, span time.Duration, out io.Writer, asJSON bool) ([]recordPace, error) {
	graph := board.Square(19, 19)
	text, err := library(graph, f.randomSeed())
	if err != nil {
		return nil, err
	}
	reading, err := during(ctx, span, f.config.Cores(), func() (nodes int, err error) {
		_, err = sgf.Parse(strings.NewReader(text), sgf.Options{})
		return libraryGames * (libraryMoves + 1), err
	})
	if err != nil {
		return nil, err
	}
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		return nil, err
	}
	replaying, err := during(ctx, span, f.config.Cores(), func() (nodes int, err error) {
		for _, root := range c.Trees {
			err := sgf.Walk(root, func(_ *sgf.Node, _ *game.Game, wrong error) error { nodes++; return wrong })
			if err != nil {
				return nodes, err
			}
		}
		return nodes, nil
	})
	if err != nil {
		return nil, err
	}
	bytesANode := float64(len(text)) / (libraryGames * (libraryMoves + 1))
	paces := []recordPace{
		{"read", graph.Name(), f.config.Cores(), reading * bytesANode, reading},
		{"replayed", graph.Name(), f.config.Cores(), 0, replaying},
	}
	if !asJSON {
		fmt.Fprintf(out, "\n%-12s %7s %12s %14s\n", "records", "threads", "MB/s", "nodes/s")
		fmt.Fprintf(out, "%-12s %7d %12.0f %14.0f\n", "read", f.config.Cores(), paces[0].Bytes/1e6, reading)
		fmt.Fprintf(out, "%-12s %7d %12s %14.0f\n", "replayed", f.config.Cores(), "", replaying)
	}
	return paces, nil
}

// during does the work again and again, once at least, on that many threads for
// the span, and returns nodes a second.
func during(ctx context.Context, span time.Duration, threads int, work func() (nodes int, err error)) (float64, error) {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	var nodes atomic.Int64
	var all sync.WaitGroup
	failed := make(chan error, threads)
	start := time.Now()
	for range threads {
		all.Go(func() {
			for first := true; first || ctx.Err() == nil; first = false {
				n, err := work()
				if err != nil {
					failed <- err
					return
				}
				nodes.Add(int64(n))
			}
		})
	}
	all.Wait()
	close(failed)
	return float64(nodes.Load()) / time.Since(start).Seconds(), <-failed
}
