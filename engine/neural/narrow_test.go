package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rosette/game"
	"rosette/game/board"
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

// What the network that comes with the program says in narrow numbers is what it
// says in whole ones, nearly, all through games that it plays by its first look.
func TestANetworkSaysNearlyTheSameInNarrowNumbers(t *testing.T) {
	r := dice(t)
	var wins, kl, alike, looks float64
	for _, name := range []string{"rosette-3", "rosette-4", "rosette-5"} {
		graph := named(t, name)
		net := Shipped(graph, game.DefaultRules(graph))
		whole, narrow := NewMind(net), NewMind(net)
		narrow.narrow = true
		g := game.New(graph, game.DefaultRules(graph))
		for next := board.Black; g.Passes() < 2 && g.Ply() < graph.Points(); next = next.Opponent() {
			var f Features
			var a, b Output
			f.Read(g, next)
			whole.Judge(&f, graph.Symmetries()[0], &a)
			narrow.Judge(&f, graph.Symmetries()[0], &b)
			looks++
			wins += math.Abs(float64(a.Win - b.Win))
			for i, chance := range a.Policy {
				if chance > 0 {
					kl += float64(chance) * math.Log(float64(chance)/float64(b.Policy[i]))
				}
			}
			if likeliest(a.Policy) == likeliest(b.Policy) {
				alike++
			}
			g.Make(drawn(r, a.Policy), next)
		}
	}
	t.Logf("%.0f positions: the chance to win differs by %.4f, policies by %.4f nats, the likeliest move is the same in %.1f %%", looks, wins/looks, kl/looks, 100*alike/looks)
	if wins/looks > 0.02 || kl/looks > 0.02 || alike < 0.9*looks {
		t.Error("narrow numbers say something else")
	}
}

func likeliest(policy []float32) (best int) {
	for i, chance := range policy {
		if chance > policy[best] {
			best = i
		}
	}
	return best
}

// drawn draws a move by its chance.
func drawn(r *rand.Rand, policy []float32) board.Point {
	at := r.Float32()
	for i, chance := range policy[:len(policy)-1] {
		if at -= chance; at < 0 {
			return board.Point(i)
		}
	}
	return board.Pass
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
