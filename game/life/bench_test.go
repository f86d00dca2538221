package life

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rosette/game/board"
)

// finished plays at random without filling eyes, until neither side has a play.
func finished(tb testing.TB, name string, r *rand.Rand) *board.Board {
	tb.Helper()
	g, err := board.Named(name)
	if err != nil {
		tb.Fatal(err)
	}
	b := board.New(g)
	b.DisableUndo()
	c, passes := board.Black, 0
	for turn := 0; passes < 2 && turn < 10*g.Points(); turn++ {
		passes++
		empties := b.Empties()
		start := r.IntN(max(1, len(empties)))
		for i := range empties {
			p := empties[(start+i)%len(empties)]
			if p != b.Ko() && b.IsPlayoutMove(p, c) {
				b.Play(p, c)
				passes = 0
				break
			}
		}
		c = c.Opponent()
	}
	return b
}

func BenchmarkUnconditional(b *testing.B) {
	for _, name := range []string{"rosette-5", "rosette-7", "square-9", "square-19"} {
		for _, r := range allCaptureRules {
			b.Run(name+"/"+captureRuleNames[r], func(b *testing.B) {
				var ends []*board.Board
				rng := rand.New(rand.NewPCG(7, 8))
				for range 16 {
					ends = append(ends, finished(b, name, rng))
				}
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					Unconditional(&ends[i%len(ends)].View, board.Color(1+i/len(ends)%2), r)
					i++
				}
			})
		}
	}
	b.Run("rosette-7/empty", func(b *testing.B) {
		on := board.New(board.Rosette(7))
		for b.Loop() {
			Unconditional(&on.View, board.Black, AllowLibertyless)
		}
	})
}

func TestUnconditionalAllocatesNoMoreThanItsResult(t *testing.T) {
	b := finished(t, "rosette-7", rand.New(rand.NewPCG(7, 8)))
	for _, r := range allCaptureRules {
		// The result, the list of regions and the list of chains that they are vital for.
		if n := testing.AllocsPerRun(20, func() { Unconditional(&b.View, board.White, r) }); n > 3 {
			t.Errorf("%s: %v allocations, want 3 at most", captureRuleNames[r], n)
		}
	}
}

func BenchmarkPropose(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	on := randomPosition(board.Rosette(7), rng)
	n := on.Graph().Points()
	opinions := [][]float32{randomOwnership(n, rng), randomOwnership(n, rng)}
	for b.Loop() {
		Propose(&on.View, AllowLibertyless, opinions...)
	}
}

func TestAReusedWorkspaceGivesTheSameResultWithoutAllocating(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var workspace Workspace
	for _, name := range []string{"square-9", "rosette-3", "rosette-5", "square-3"} {
		b := finished(t, name, rng)
		for _, r := range allCaptureRules {
			for _, c := range board.Colors {
				got, want := workspace.Unconditional(&b.View, c, r), Unconditional(&b.View, c, r)
				if !slices.Equal(got.Alive, want.Alive) || !slices.Equal(got.Territory, want.Territory) {
					t.Fatalf("%s, %v, %s: the workspace has %v, want %v", name, c, captureRuleNames[r], got, want)
				}
			}
		}
		if n := testing.AllocsPerRun(20, func() { workspace.Unconditional(&b.View, board.Black, AllowLibertyless) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
