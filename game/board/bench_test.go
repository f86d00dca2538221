package board

import (
	"math/rand/v2"
	"testing"
)

// fill plays random moves until half the board is occupied or no move is left.
func fill(b *Board, r *rand.Rand) (plays int) {
	c := Black
	for len(b.Empties()) > b.Graph().Points()/2 {
		p := b.Empties()[r.IntN(len(b.Empties()))]
		if b.PlayResult(p, c) != Suicide {
			b.Play(p, c)
			plays++
		}
		c = c.Opponent()
	}
	return plays
}

func TestPlayAndUndoAllocateNothing(t *testing.T) {
	for _, g := range []*Graph{Rosette(5), Square(9, 9)} {
		b := New(g)
		r := rand.New(rand.NewPCG(1, 2))
		round := func() {
			fill(b, r)
			for b.Undo() {
			}
		}
		for range 20 {
			round()
		}
		if n := testing.AllocsPerRun(50, round); n != 0 {
			t.Errorf("%s: %v allocations a game, want none", g.Name(), n)
		}
		from := New(g)
		fill(from, r)
		if n := testing.AllocsPerRun(50, func() { b.Copy(&from.View) }); n != 0 {
			t.Errorf("%s: %v allocations a copy, want none", g.Name(), n)
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9", "square-19"} {
		b.Run(name, func(b *testing.B) {
			start, on := New(mustNamed(name)), New(mustNamed(name))
			on.DisableUndo()
			r := rand.New(rand.NewPCG(3, 4))
			plays := 0
			for b.Loop() {
				on.Copy(&start.View)
				plays += fill(on, r)
			}
			b.ReportMetric(float64(plays)/b.Elapsed().Seconds(), "plays/s")
		})
	}
}

func BenchmarkPlayAndUndo(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9", "square-19"} {
		b.Run(name, func(b *testing.B) {
			on := New(mustNamed(name))
			r := rand.New(rand.NewPCG(5, 6))
			plays := 0
			for b.Loop() {
				plays += fill(on, r)
				for on.Undo() {
				}
			}
			b.ReportMetric(float64(plays)/b.Elapsed().Seconds(), "plays/s")
		})
	}
}
