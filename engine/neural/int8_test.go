package neural

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// An int8Layer is a random convolution in 8 bits.
type int8Layer struct {
	gather  gather
	matrix  int8Matrix
	weights []float32
	in      []uint8
	out     []float32
	points  int
}

func randomInt8Layer(r *rand.Rand, points, taps, depth, columns int) int8Layer {
	rows := points + 1
	l := int8Layer{points: points, weights: numbers(r, taps*depth*columns), in: make([]uint8, rows*depth)}
	for i := range points * depth {
		l.in[i] = uint8(r.IntN(256))
	}
	l.matrix = packInt8(l.weights, taps, depth, columns)
	l.gather = newGather(points, taps, int8Rows, int32(points), func(int, int) int32 { return int32(r.IntN(rows)) })
	l.out = numbers(r, roundUp(points, int8Rows)*l.matrix.width)
	return l
}

// withInt8 runs do with the given 8-bit kernel, or in Go if it is nil.
func withInt8(kernel *int8Kernel, do func()) {
	before := fastInt8
	fastInt8 = kernel
	defer func() { fastInt8 = before }()
	do()
}

// multiplyTwice computes the layer with a kernel and in Go and fails where they differ.
func (l int8Layer) multiplyTwice(t *testing.T, kernel *int8Kernel, unit float32, add bool) {
	t.Helper()
	got, want := slices.Clone(l.out), slices.Clone(l.out)
	withInt8(kernel, func() { l.gather.multiplyInt8(got, l.in, &l.matrix, unit, add) })
	withInt8(nil, func() { l.gather.multiplyInt8(want, l.in, &l.matrix, unit, add) })
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: %d points, %d taps, %d×%d, add %v: number %d is %v, in Go %v",
				kernel.name, l.points, l.matrix.taps, l.matrix.depth, l.matrix.width, add, i, got[i], want[i])
		}
	}
}

func TestInt8AssemblyAndGoAgreeToTheLastBit(t *testing.T) {
	r := seeded(t)
	for _, kernel := range int8Kernels() {
		for range 60 {
			taps := 1 + r.IntN(13)
			depth := 8 * (1 + r.IntN(10))
			columns := 1 + r.IntN(112)
			withInt8(kernel, func() {
				randomInt8Layer(r, 1+r.IntN(60), taps, depth, columns).multiplyTwice(t, kernel, r.Float32(), r.IntN(2) == 1)
			})
		}
	}
}

// TestTheLargestSumsAreExact multiplies the largest activations with weights that make group sums
// as large as packing allows.
func TestTheLargestSumsAreExact(t *testing.T) {
	const taps, depth, columns = 3, 16, 20
	patterns := []func(k, c int) float32{
		func(_, c int) float32 { return float32(1 - c%2*2) },
		func(k, _ int) float32 { return float32(1 - k%2*2) },
		func(k, _ int) float32 { return float32(1 - k/2%2*2) },
		func(k, _ int) float32 { return float32(1 - k/4%2*2) },
		func(k, c int) float32 { return []float32{1, 0.51 / 124, 0, 0, 0.51 / 124, 0.51 / 124, 0, 0}[(k+c)%8] },
	}
	for _, kernel := range int8Kernels() {
		withInt8(kernel, func() {
			for _, pattern := range patterns {
				l := randomInt8Layer(seeded(t), 9, taps, depth, columns)
				for i := range l.weights {
					l.weights[i] = pattern(i/columns, i%columns)
				}
				for i := range l.in {
					l.in[i] = maxUint8
				}
				l.matrix = packInt8(l.weights, taps, depth, columns)
				l.multiplyTwice(t, kernel, 1, false)
			}
		})
	}
}

func TestInt8ProductsAreWithinTheRoundingOfWeights(t *testing.T) {
	r := seeded(t)
	for range 40 {
		taps := 1 + r.IntN(13)
		depth := 8 * (1 + r.IntN(10))
		columns := 1 + r.IntN(64)
		l := randomInt8Layer(r, 1+r.IntN(40), taps, depth, columns)
		l.gather.multiplyInt8(l.out, l.in, &l.matrix, 1.0/maxUint8, false)
		for row := range l.points {
			for c := range columns {
				want, bound := 0.0, 0.0
				for tap := range taps {
					from := int(l.gather.rows[(row/int8Rows*taps+tap)*int8Rows+row%int8Rows])
					for k := range depth {
						x := float64(l.in[from*depth+k]) / maxUint8
						want += x * float64(l.weights[(tap*depth+k)*columns+c])
						bound += x
					}
				}
				// the error of a weight is at most half a unit
				if got := float64(l.out[row*l.matrix.width+c]); math.Abs(got-want) > 0.501*bound*float64(l.matrix.scale[c])+1e-4 {
					t.Fatalf("row %d column %d: %v, want %v within %v", row, c, got, want, 0.5*bound*float64(l.matrix.scale[c]))
				}
			}
		}
	}
}

func TestQuantizedActivationsAreWithinHalfAUnit(t *testing.T) {
	r := seeded(t)
	for range 100 {
		rows, width := 1+r.IntN(30), tileWide*(1+r.IntN(6))
		in := numbers(r, rows*width)
		scale := numbers(r, width)
		shift := numbers(r, width)
		want := make([]uint8, len(in))
		var unit float32
		withInt8(nil, func() { unit = quantize(want, in, scale, shift, rows) })
		for i := range want {
			x := max(0, in[i]*scale[i%width]+shift[i%width])
			if math.Abs(float64(float32(want[i])*unit-x)) > 0.501*float64(unit) {
				t.Fatalf("%v becomes %d in units of %v", x, want[i], unit)
			}
		}
		for _, kernel := range int8Kernels() {
			withInt8(kernel, func() {
				got := make([]uint8, len(in))
				if same := quantize(got, in, scale, shift, rows); same != unit || !bytes.Equal(got, want) {
					t.Fatalf("%s: the unit is %v, in Go %v; %v becomes\n%v, in Go\n%v", kernel.name, same, unit, in, got, want)
				}
			})
		}
	}
}

func TestActivationsBelowZeroBecomeZero(t *testing.T) {
	in, one := make([]float32, 2*tileWide), make([]float32, tileWide)
	for i := range in {
		in[i] = -1
	}
	for i := range one {
		one[i] = 1
	}
	for _, kernel := range append(int8Kernels(), nil) {
		out := []uint8{31: 9}
		withInt8(kernel, func() { quantize(out, in, one, make([]float32, tileWide), 2) })
		if out[31] != 0 {
			t.Errorf("−1 becomes %d", out[31])
		}
	}
}

func TestEveryKernelEvaluatesTheSame(t *testing.T) {
	graph := named(t, "rosette-2")
	evaluate := func(kernel *int8Kernel) (o Output) {
		withInt8(kernel, func() {
			m := NewWorkspace(randomNetwork(t, graph.Lattice(), 2, 32, 1)) // packed for this kernel
			m.int8 = true
			var f Features
			f.Compute(game.New(graph, game.DefaultRules(graph)), board.Black)
			m.Evaluate(&f, graph.Symmetries()[1], &o)
		})
		return o
	}
	want := evaluate(nil)
	for _, kernel := range int8Kernels() {
		if got := evaluate(kernel); !reflect.DeepEqual(got, want) {
			t.Errorf("%s evaluates\n%v, Go\n%v", kernel.name, got, want)
		}
	}
}

// TestInt8OutputIsCloseToFloat32 compares the embedded network's outputs over games whose moves are
// drawn from its policy. The bounds are twice the values seen with a network whose 8 bits cost no
// Elo measurable in a match (docs/results.md).
func TestInt8OutputIsCloseToFloat32(t *testing.T) {
	r := seeded(t)
	var wins, kl, same, positions float64
	for _, name := range []string{"rosette-3", "rosette-4", "rosette-5"} {
		graph := named(t, name)
		net := Shipped(graph, game.DefaultRules(graph))
		in32, in8 := NewWorkspace(net), NewWorkspace(net)
		in8.int8 = true
		g := game.New(graph, game.DefaultRules(graph))
		for next := board.Black; g.Passes() < 2 && g.Ply() < graph.Points(); next = next.Opponent() {
			var f Features
			var a, b Output
			f.Compute(g, next)
			in32.Evaluate(&f, graph.Symmetries()[0], &a)
			in8.Evaluate(&f, graph.Symmetries()[0], &b)
			positions++
			wins += math.Abs(float64(a.Win - b.Win))
			for i, chance := range a.Policy {
				if chance > 0 {
					kl += float64(chance) * math.Log(float64(chance)/float64(b.Policy[i]))
				}
			}
			if argmax(a.Policy) == argmax(b.Policy) {
				same++
			}
			g.Make(sampleMove(r, a.Policy), next)
		}
	}
	t.Logf("%.0f positions: win differs by %.4f, policy by %.4f nats, the likeliest move is the same in %.1f %%",
		positions, wins/positions, kl/positions, 100*same/positions)
	if wins/positions > 0.05 || kl/positions > 0.02 || same < 0.9*positions {
		t.Error("the outputs differ too much")
	}
}

func argmax(policy []float32) (best int) {
	for i, chance := range policy {
		if chance > policy[best] {
			best = i
		}
	}
	return best
}

// sampleMove draws a move from a policy.
func sampleMove(r *rand.Rand, policy []float32) board.Point {
	at := r.Float32()
	for i, chance := range policy[:len(policy)-1] {
		if at -= chance; at < 0 {
			return board.Point(i)
		}
	}
	return board.Pass
}

func TestTheKernelIsNamedWithItsBits(t *testing.T) {
	for _, kernel := range int8Kernels() {
		withInt8(kernel, func() {
			if name, bits := Kernel(false); name != kernel.name || bits != 8 {
				t.Errorf("%s in %d bits instead of %s", name, bits, kernel.name)
			}
			if name, bits := Kernel(true); name != nameFMA || bits != 32 {
				t.Errorf("%s in %d bits instead of %s", name, bits, nameFMA)
			}
		})
	}
	withInt8(nil, func() {
		inGo(func() {
			if name, bits := Kernel(false); name != "Go" || bits != 32 {
				t.Errorf("%s in %d bits instead of Go", name, bits)
			}
		})
	})
}

// BenchmarkInt8 reports the 8-bit kernels' speed in 10⁹ operations a second, and as a multiple of
// the float32 kernel in cache.
func BenchmarkInt8(b *testing.B) {
	for _, c := range []struct{ points, taps, depth, columns int }{
		{150, 13, 48, 48}, {294, 13, 48, 48}, {150, 13, 64, 64}, {294, 13, 24, 48}, {81, 9, 48, 48},
	} {
		b.Run(fmt.Sprintf("%dx%dx%dx%d", c.points, c.taps, c.depth, c.columns), func(b *testing.B) {
			l := randomInt8Layer(rand.New(rand.NewPCG(1, 2)), c.points, c.taps, c.depth, c.columns)
			work := float64(2 * c.points * c.taps * c.depth * l.matrix.width)
			fastest, cached := 0.0, 0.0
			for b.Loop() {
				fastest = max(fastest, rate(work, 8, func() { l.gather.multiplyInt8(l.out, l.in, &l.matrix, 0.01, false) }))
				if hasFMA {
					cached = max(cached, cachedTileRate())
				}
			}
			b.ReportMetric(fastest, "Gop/s")
			if hasFMA {
				b.ReportMetric(fastest/cached, "xtile")
			}
		})
	}
}
