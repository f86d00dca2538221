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

// A Network says how fast a network evaluates a position, and how fast a search
// by it is.
type Network struct {
	Network     string  `json:"network"` // its size, such as "b4c48"
	Board       string  `json:"board"`
	Threads     int     `json:"threads"`
	Kernel      string  `json:"kernel"` // of convolutions, such as "AVX2"
	Bits        int     `json:"bits"`   // in which it computes them, 8 or 32
	Evaluations float64 `json:"evaluationsPerSecond"`
	Visits      float64 `json:"visitsPerSecond"`
}

// NetworksHeader names the columns of [Network.String].
var NetworksHeader = fmt.Sprintf("%-12s %7s %-9s %-18s %4s %14s %10s",
	"board", "threads", "network", "kernel", "bits", "evaluations/s", "visits/s")

// String returns a line of a table.
func (n Network) String() string {
	return fmt.Sprintf("%-12s %7d %-9s %-18s %4d %14.0f %10.0f", n.Board, n.Threads, n.Network, n.Kernel, n.Bits, n.Evaluations, n.Visits)
}

// MeasureNetwork evaluates g, and then searches from it, with Black to move, on
// that many threads, for span each, in 32 bits or as fast as the processor can.
// The network must apply to the game. All threads evaluate at least once.
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

// evaluations returns evaluations a second, by all evaluators at the same time.
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
