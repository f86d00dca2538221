package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rosette/game"
)

// A narrow layer of random shape.
type narrowLayer struct {
	gather  gather
	narrow  narrow
	weights []float32
	in      []uint8
	out     []float32
	points  int
}

func anyNarrow(r *rand.Rand, points, taps, depth, columns int) narrowLayer {
	rows := points + 1
	l := narrowLayer{points: points, weights: numbers(r, taps*depth*columns), in: make([]uint8, rows*depth)}
	for i := range points * depth {
		l.in[i] = uint8(r.IntN(256))
	}
	l.narrow = packNarrow(l.weights, taps, depth, columns)
	l.gather = newGather(points, taps, narrowRows, int32(points), func(int, int) int32 { return int32(r.IntN(rows)) })
	l.out = numbers(r, whole(points, narrowRows)*l.narrow.width)
	return l
}

// inPlainGoNarrow runs do without the narrow kernels in assembly.
func inPlainGoNarrow(do func()) {
	kept := quick
	setQuick(false)
	defer setQuick(kept)
	do()
}

func TestNarrowKernelsAndPlainGoAgreeToTheLastBit(t *testing.T) {
	r := dice(t)
	for range 60 {
		taps, depth, columns := 1+r.IntN(13), 8*(1+r.IntN(10)), 1+r.IntN(112)
		l := anyNarrow(r, 1+r.IntN(60), taps, depth, columns)
		more, factor := r.IntN(2) == 1, r.Float32()
		plain := append([]float32(nil), l.out...)
		inPlainGoNarrow(func() { l.gather.multiplyNarrow(plain, l.in, &l.narrow, factor, more) })
		l.gather.multiplyNarrow(l.out, l.in, &l.narrow, factor, more)
		for i := range plain {
			if l.out[i] != plain[i] {
				t.Fatalf("%d points, %d taps, %d×%d, more %v: the kernel says %v at %d, plain Go %v", l.points, taps, depth, columns, more, l.out[i], i, plain[i])
			}
		}
	}
}

func TestNarrowNumbersAreNearWholeOnes(t *testing.T) {
	r := dice(t)
	for range 40 {
		taps, depth, columns := 1+r.IntN(13), 8*(1+r.IntN(10)), 1+r.IntN(64)
		l := anyNarrow(r, 1+r.IntN(40), taps, depth, columns)
		l.gather.multiplyNarrow(l.out, l.in, &l.narrow, 1.0/most8, false)
		for row := range l.points {
			for c := range columns {
				want, bound := 0.0, 0.0
				for tap := range taps {
					from := int(l.gather.rows[(row/narrowRows*taps+tap)*narrowRows+row%narrowRows])
					for k := range depth {
						x := float64(l.in[from*depth+k]) / most8
						want += x * float64(l.weights[(tap*depth+k)*columns+c])
						bound += x
					}
				}
				// no weight is off by more than half of what 1 is worth
				if got := float64(l.out[row*l.narrow.width+c]); math.Abs(got-want) > 0.501*bound*float64(l.narrow.scale[c])+1e-4 {
					t.Fatalf("row %d column %d: %v, want %v within %v", row, c, got, want, 0.5*bound*float64(l.narrow.scale[c]))
				}
			}
		}
	}
}

func TestActivationsAreNarrowedAlike(t *testing.T) {
	r := dice(t)
	for range 100 {
		rows, width := 1+r.IntN(30), tileWide*(1+r.IntN(6))
		in, scale, shift := numbers(r, rows*width), numbers(r, width), numbers(r, width)
		got, want := make([]uint8, len(in)), make([]uint8, len(in))
		factor := narrowed(got, in, scale, shift, rows)
		inPlainGoNarrow(func() {
			if plain := narrowed(want, in, scale, shift, rows); plain != factor {
				t.Fatalf("1 is worth %v, by plain Go %v", factor, plain)
			}
		})
		for i := range want {
			x := max(0, in[i]*scale[i%width]+shift[i%width])
			if got[i] != want[i] || math.Abs(float64(float32(got[i])*factor-x)) > 0.501*float64(factor) {
				t.Fatalf("%v becomes %d, by plain Go %d, of %v", x, got[i], want[i], factor)
			}
		}
	}
}

func TestNothingAboveZeroIsNothing(t *testing.T) {
	in, one := make([]float32, 2*tileWide), make([]float32, tileWide)
	for i := range in {
		in[i] = -1
	}
	for i := range one {
		one[i] = 1
	}
	out := []uint8{31: 9}
	if narrowed(out, in, one, make([]float32, tileWide), 2); out[31] != 0 {
		t.Errorf("below zero becomes %d", out[31])
	}
}

// What a network says in narrow numbers is what it says in whole ones, nearly.
func TestANetworkSaysNearlyTheSameInNarrowNumbers(t *testing.T) {
	if !quick {
		t.Log("this processor has no narrow kernels; plain Go is compared")
	}
	r := dice(t)
	for _, name := range []string{"rosette-3", "rosette-5", "square-9"} {
		graph := named(t, name)
		net := randomNetwork(t, graph.Lattice(), 4, 48, r.Uint64())
		g := game.New(graph, game.DefaultRules(graph))
		next := halfway(g, r)
		var f Features
		f.Read(g, next)
		var whole, narrow Opinion
		NewMind(net).Judge(&f, graph.Symmetries()[0], &whole)
		mind := NewMind(net)
		mind.narrow = true
		mind.Judge(&f, graph.Symmetries()[0], &narrow)
		if d := math.Abs(float64(whole.Win - narrow.Win)); d > 0.05 {
			t.Errorf("%s: wins with %v, in narrow numbers %v", name, whole.Win, narrow.Win)
		}
		for p := range whole.Ownership {
			if d := math.Abs(float64(whole.Ownership[p] - narrow.Ownership[p])); d > 0.1 {
				t.Errorf("%s: point %d %v, in narrow numbers %v", name, p, whole.Ownership[p], narrow.Ownership[p])
			}
		}
	}
}

// The narrow kernels, in thousand million multiplications and additions a
// second, beside the peak of whole numbers.
func BenchmarkNarrow(b *testing.B) {
	for _, c := range []struct{ points, taps, depth, columns int }{
		{150, 13, 48, 48}, {294, 13, 48, 48}, {150, 13, 64, 64}, {294, 13, 24, 48}, {81, 9, 48, 48},
	} {
		b.Run(fmt.Sprintf("%dx%dx%dx%d", c.points, c.taps, c.depth, c.columns), func(b *testing.B) {
			l := anyNarrow(rand.New(rand.NewPCG(1, 2)), c.points, c.taps, c.depth, c.columns)
			work := float64(2 * c.points * c.taps * c.depth * l.narrow.width)
			ours, peak := 0.0, 0.0
			for b.Loop() {
				ours = max(ours, rate(work, 8, func() { l.gather.multiplyNarrow(l.out, l.in, &l.narrow, 0.01, false) }))
				peak = max(peak, rate(peakWork*1000, 8, func() { peakRounds(1000) }))
			}
			b.ReportMetric(ours, "Gop/s")
			b.ReportMetric(ours/peak, "xpeak")
		})
	}
}
