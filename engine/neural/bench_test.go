package neural

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// halfway plays sensible moves at random until half of the board is taken.
func halfway(g *game.Game, r *rand.Rand) (next board.Color) {
	next = board.Black
	for g.Board().Vacant() > g.Graph().Points()/2 {
		empties := g.Board().Empties()
		p := empties[r.IntN(len(empties))]
		if !g.Board().IsPlayoutMove(p, next) || g.Play(p, next) != nil {
			_ = g.Play(board.Pass, next) // always legal
		}
		next = next.Opponent()
	}
	return next
}

// Evaluations a second, the best of many short runs: what other programs take
// from the processor they take from the rest. Beside it stands how much of the
// peak the matrices alone make of that.
func BenchmarkEvaluate(b *testing.B) {
	for _, size := range []struct{ blocks, channels int }{{4, 48}, {6, 64}} {
		for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
			for _, threads := range []int{1, 2} {
				b.Run(fmt.Sprintf("b%dc%d/%s/%d", size.blocks, size.channels, name, threads), func(b *testing.B) {
					graph := named(b, name)
					net := randomNetwork(b, graph.Lattice(), size.blocks, size.channels, 1)
					g := game.New(graph, game.DefaultRules(graph))
					next := halfway(g, rand.New(rand.NewPCG(1, 1)))
					most, peak := 0.0, 0.0
					for b.Loop() {
						most = max(most, evaluateTogether(net, g, next, threads))
						peak = max(peak, rate(peakWork*1000, 8, func() { peakRounds(1000) }))
					}
					b.ReportMetric(most, "evaluations/s")
					if fast {
						b.ReportMetric(100*most*net.work(graph.Points())/1e9/peak/float64(threads), "%ofpeak")
					}
				})
			}
		}
	}
}

// work is how many operations the convolutions of a network are.
func (n *Network) work(points int) float64 {
	all := len(n.in.panels)
	for _, b := range n.blocks {
		all += len(b.conv1.panels) + len(b.conv2.panels)
	}
	return 2 * float64(points*all)
}

// evaluateTogether measures an evaluation on each of several goroutines.
func evaluateTogether(net *Network, g *game.Game, next board.Color, threads int) float64 {
	minds := make([]*Evaluator, threads)
	games := make([]*game.Game, threads)
	into := make([]engine.Evaluation, threads)
	for i := range minds {
		minds[i], games[i] = New(net, uint64(i)), g.Clone()
		minds[i].Evaluate(games[i], next, &into[i])
	}
	return 1e9 * rate(float64(threads), 1, func() {
		var all sync.WaitGroup
		for i := range minds {
			all.Go(func() { minds[i].Evaluate(games[i], next, &into[i]) })
		}
		all.Wait()
	})
}

func BenchmarkFeatures(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
		b.Run(name, func(b *testing.B) {
			graph := named(b, name)
			g := game.New(graph, game.DefaultRules(graph))
			next := halfway(g, rand.New(rand.NewPCG(1, 1)))
			var f Features
			b.ReportAllocs()
			for b.Loop() {
				f.Read(g, next)
			}
		})
	}
}
