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

// halfFull plays random moves until half the points are occupied.
func halfFull(g *game.Game, r *rand.Rand) (next board.Color) {
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

// BenchmarkEvaluate reports evaluations a second, the best from many short runs because other load
// disturbs the best least. It also reports the convolution work alone, as a percentage of the
// float32 kernel in cache.
func BenchmarkEvaluate(b *testing.B) {
	for _, size := range []struct{ blocks, channels int }{{4, 48}, {6, 64}} {
		for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
			for _, threads := range []int{1, 2} {
				b.Run(fmt.Sprintf("b%dc%d/%s/%d", size.blocks, size.channels, name, threads), func(b *testing.B) {
					graph := named(b, name)
					net := randomNetwork(b, graph.Lattice(), size.blocks, size.channels, 1)
					g := game.New(graph, game.DefaultRules(graph))
					next := halfFull(g, rand.New(rand.NewPCG(1, 1)))
					fastest, cached := 0.0, 0.0
					for b.Loop() {
						fastest = max(fastest, evaluateTogether(net, g, next, threads))
						if hasFMA {
							cached = max(cached, cachedTileRate())
						}
					}
					b.ReportMetric(fastest, "evaluations/s")
					if hasFMA {
						b.ReportMetric(100*fastest*net.work(graph.Points())/1e9/cached/float64(threads), "%oftile")
					}
				})
			}
		}
	}
}

// work returns the number of operations in a network's convolutions.
func (n *Network) work(points int) float64 {
	all := len(n.in.panels)
	for _, b := range n.blocks {
		all += len(b.conv1.panels) + len(b.conv2.panels)
	}
	return 2 * float64(points*all)
}

// evaluateTogether measures evaluations a second, with one evaluator on each goroutine.
func evaluateTogether(net *Network, g *game.Game, next board.Color, threads int) float64 {
	evaluators := make([]*Evaluator, threads)
	games := make([]*game.Game, threads)
	into := make([]engine.Evaluation, threads)
	for i := range evaluators {
		evaluators[i], games[i] = New(net, uint64(i)), g.Clone()
		evaluators[i].Evaluate(games[i], next, &into[i])
	}
	return 1e9 * rate(float64(threads), 1, func() {
		var all sync.WaitGroup
		for i := range evaluators {
			all.Go(func() { evaluators[i].Evaluate(games[i], next, &into[i]) })
		}
		all.Wait()
	})
}

// BenchmarkBits runs only one convolution from b4c48 on rosette-5, or one evaluation, in 8 or 32
// bits. It is meant for comparing whole processes, by processor time or instruction count.
func BenchmarkBits(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	l8, l32 := randomInt8Layer(r, 150, 13, 48, 48), randomLayer(r, 150, 13, 48, 48)
	graph := named(b, "rosette-5")
	g := game.New(graph, game.DefaultRules(graph))
	next := halfFull(g, r)
	net := randomNetwork(b, graph.Lattice(), 4, 48, 1)
	e8, e32 := New(net, 1), New(net, 1)
	e32.Float32 = true
	var into engine.Evaluation
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"convolution/8", func() { l8.gather.multiplyInt8(l8.out, l8.in, &l8.matrix, 0.01, false) }},
		{"convolution/32", func() { l32.gather.multiply(l32.out, l32.in, &l32.matrix, false) }},
		{"evaluation/8", func() { e8.Evaluate(g, next, &into) }},
		{"evaluation/32", func() { e32.Evaluate(g, next, &into) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.do()
			}
		})
	}
}

func BenchmarkFeatures(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
		b.Run(name, func(b *testing.B) {
			graph := named(b, name)
			g := game.New(graph, game.DefaultRules(graph))
			next := halfFull(g, rand.New(rand.NewPCG(1, 1)))
			var f Features
			b.ReportAllocs()
			for b.Loop() {
				f.Compute(g, next)
			}
		})
	}
}
