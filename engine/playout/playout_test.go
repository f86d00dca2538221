package playout

import (
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"square-9", "square-19", "rosette-5", "rosette-7"} {
		b.Run(name, func(b *testing.B) {
			graph, err := board.Named(name)
			if err != nil {
				b.Fatal(err)
			}
			g := game.New(graph, game.DefaultRules(graph))
			e := New(1)
			var into engine.Evaluation
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				e.Evaluate(g, board.Black, &into)
				moves += e.Moves()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
