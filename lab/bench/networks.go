package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A Network holds the speed of a network and of a search with it.
type Network struct {
	Network     string  `json:"network"` // size, such as "b4c48"
	Board       string  `json:"board"`
	Threads     int     `json:"threads"`
	Kernel      string  `json:"kernel"` // convolution kernel, such as "AVX2"
	Bits        int     `json:"bits"`   // 8 or 32
	Evaluations float64 `json:"evaluationsPerSecond"`
	Visits      float64 `json:"visitsPerSecond"`
}

// NetworksHeader names the columns for [Network.String].
var NetworksHeader = fmt.Sprintf("%-12s %7s %-9s %-18s %4s %14s %10s",
	"board", "threads", "network", "kernel", "bits", "evaluations/s", "visits/s")

// String returns a table row.
func (n Network) String() string {
	return fmt.Sprintf("%-12s %7d %-9s %-18s %4d %14.0f %10.0f", n.Board, n.Threads, n.Network, n.Kernel, n.Bits,
		n.Evaluations, n.Visits)
}

// MeasureNetwork evaluates g and then searches from it, with Black to move, for span each, on that
// many threads. It computes in 32 bits, or as fast as the processor can. The network must apply to
// the game. Every thread evaluates at least once.
func MeasureNetwork(
	ctx context.Context, g *game.Game, n *neural.Network, inFloat32 bool, threads int, seed uint64, span time.Duration,
) Network {
	var evaluators []engine.Evaluator
	for i := range threads {
		e := neural.New(n, seed+uint64(i))
		e.Float32 = inFloat32
		evaluators = append(evaluators, e)
	}
	name, bits := neural.Kernel(inFloat32)
	return Network{
		Network: n.Size(), Board: g.Graph().Name(), Threads: threads, Kernel: name, Bits: bits,
		Evaluations: evaluations(ctx, g, evaluators, span), Visits: visits(ctx, g, evaluators, span),
	}
}

// evaluations returns the evaluations per second with all evaluators running concurrently.
func evaluations(ctx context.Context, g *game.Game, evaluators []engine.Evaluator, span time.Duration) float64 {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	var n atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for _, evaluator := range evaluators {
		from := g.Clone()
		all.Go(func() {
			var into engine.Evaluation
			for first := true; first || ctx.Err() == nil; first = false {
				evaluator.Evaluate(from, board.Black, &into)
				n.Add(1)
			}
		})
	}
	all.Wait()
	return float64(n.Load()) / time.Since(start).Seconds()
}
