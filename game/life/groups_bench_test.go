package life

import (
	"math/rand/v2"
	"testing"

	"rosette/game/board"
)

func BenchmarkGroups(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9", "square-19"} {
		for _, kind := range []string{"finished", "random"} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				var ends []*board.Board
				rng := rand.New(rand.NewPCG(7, 8))
				g, _ := board.Named(name)
				for range 16 {
					if kind == "finished" {
						ends = append(ends, finished(b, name, rng))
					} else {
						ends = append(ends, randomPosition(g, rng))
					}
				}
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					Groups(&ends[i%len(ends)].View, AllowLibertyless)
					i++
				}
			})
		}
	}
}
