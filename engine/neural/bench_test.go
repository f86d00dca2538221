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
		if !g.Board().Sensible(p, next) || g.Play(p, next) != nil {
			_ = g.Play(board.Pass, next) // always legal
		}
		next = next.Opponent()
	}
	return next
}

func BenchmarkEvaluate(b *testing.B) {
	for _, size := range []struct{ blocks, channels int }{{4, 48}, {6, 64}} {
		for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
			for _, threads := range []int{1, 2} {
				b.Run(fmt.Sprintf("b%dc%d/%s/%d", size.blocks, size.channels, name, threads), func(b *testing.B) {
					graph, err := board.Named(name)
					if err != nil {
						b.Fatal(err)
					}
					net, err := Random(graph.Lattice(), size.blocks, size.channels, 1)
					if err != nil {
						b.Fatal(err)
					}
					g := game.New(graph, game.DefaultRules(graph))
					next := halfway(g, rand.New(rand.NewPCG(1, 1)))
					evaluateInTurn(b, net, g, next, threads)
				})
			}
		}
	}
}

func evaluateInTurn(b *testing.B, net *Network, g *game.Game, next board.Color, threads int) {
	b.ReportAllocs()
	var all sync.WaitGroup
	for i := range threads {
		on, e := g.Clone(), New(net, uint64(i))
		all.Go(func() {
			var into engine.Evaluation
			for range (b.N + threads - 1 - i) / threads {
				e.Evaluate(on, next, &into)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
}

func BenchmarkFeatures(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9"} {
		b.Run(name, func(b *testing.B) {
			graph, err := board.Named(name)
			if err != nil {
				b.Fatal(err)
			}
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
