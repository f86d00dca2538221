package game

import (
	"fmt"
	"testing"

	"rosette/game/board"
)

func TestPerftCountsAreThoseOfTheGoldenFile(t *testing.T) {
	rosette := Rules{Repetition: KoSituational}
	suicide := Rules{Repetition: KoSituational, Suicide: true}
	square := Rules{Repetition: KoPositional}
	for _, golden := range []struct {
		board  string
		rules  Rules
		counts []uint64
	}{
		{"rosette-1", rosette, []uint64{7, 43, 222, 918, 3234, 9078, 23100, 53448}},
		{"rosette-1", suicide, []uint64{7, 43, 222, 978, 3726, 12618, 40560}},
		{"rosette-2", rosette, []uint64{25, 601, 13848}},
		{"rosette-5", rosette, []uint64{151, 22651}},
		{"square-3", square, []uint64{10, 91, 738, 5281, 33384}},
		{"square-2", square, []uint64{5, 21, 68, 156, 316}},
	} {
		g, err := board.Named(golden.board)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range golden.counts {
			t.Run(fmt.Sprintf("%s suicide %v depth %d", golden.board, golden.rules.Suicide, i+1), func(t *testing.T) {
				if got := New(g, golden.rules).Perft(board.Black, i+1); got != want {
					t.Errorf("%d sequences, want %d", got, want)
				}
			})
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for name, depth := range map[string]int{"rosette-2": 3, "rosette-5": 2, "square-3": 5} {
		b.Run(name, func(b *testing.B) {
			graph, err := board.Named(name)
			if err != nil {
				b.Fatal(err)
			}
			g := New(graph, Rules{Repetition: KoSituational})
			var nodes uint64
			for b.Loop() {
				nodes += g.Perft(board.Black, depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
