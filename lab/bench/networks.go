package bench

import (
	"context"
	"fmt"
	"sync/atomic"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A Network holds the speed of a network and of a search with it.
type Network struct {
	Network string `json:"network"` // size, such as "b4c48"
	Board   string `json:"board"`
	Threads int    `json:"threads"`
	Kernel  string `json:"kernel"` // convolution kernel, such as "AVX2"
	Bits    int    `json:"bits"`   // 8 or 32
	NetworkRates
	CPU *NetworkRates `json:"cpu,omitempty"` // by processor time; nil if it is unknown
}

// NetworkRates are counts for each second.
type NetworkRates struct {
	Evaluations float64 `json:"evaluationsPerSecond"`
	Visits      float64 `json:"visitsPerSecond"`
}

// NetworksHeader names the columns for [Network.String].
var NetworksHeader = fmt.Sprintf("%-12s %7s %-9s %-9s %-18s %4s %14s %10s",
	"board", "threads", "time", "network", "kernel", "bits", "evaluations/s", "visits/s")

// String returns a table row by elapsed time, and one by processor time if it is known.
func (n Network) String() string {
	row := func(time string, r NetworkRates) string {
		return fmt.Sprintf("%-12s %7d %-9s %-9s %-18s %4d %14.0f %10.0f", n.Board, n.Threads, time, n.Network,
			n.Kernel, n.Bits, r.Evaluations, r.Visits)
	}
	return rows(row, n.NetworkRates, n.CPU)
}

// MeasureNetwork evaluates g and then searches from it, with Black to move. It computes in 32 bits,
// or as fast as the processor can. The network must apply to the game.
func (m Meter) MeasureNetwork(ctx context.Context, g *game.Game, n *neural.Network, inFloat32 bool) Network {
	var evaluators []engine.Evaluator
	for i := range m.Threads {
		e := neural.New(n, m.Seed+uint64(i))
		e.Float32 = inFloat32
		evaluators = append(evaluators, e)
	}
	evaluations, evaluationTime := m.evaluations(ctx, g, evaluators)
	visits, visitTime := m.visits(ctx, g, evaluators)
	rates := func(by func(duration) float64) NetworkRates {
		return NetworkRates{Evaluations: evaluations / by(evaluationTime), Visits: visits / by(visitTime)}
	}
	name, bits := neural.Kernel(inFloat32)
	return Network{
		Network: n.Size(), Board: g.Graph().Name(), Threads: m.Threads, Kernel: name, Bits: bits,
		NetworkRates: rates(duration.elapsedSeconds), CPU: byCPU(rates, evaluationTime, visitTime),
	}
}

// evaluations counts evaluations with all evaluators running concurrently.
func (m Meter) evaluations(
	ctx context.Context, g *game.Game, evaluators []engine.Evaluator,
) (count float64, took duration) {
	var n atomic.Int64
	took, _ = m.run(ctx, func(i int) func() error {
		from, into := g.Clone(), engine.Evaluation{}
		return func() error {
			evaluators[i].Evaluate(from, board.Black, &into)
			n.Add(1)
			return nil
		}
	})
	return float64(n.Load()), took
}
