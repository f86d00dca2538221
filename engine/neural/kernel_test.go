package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// seeded returns a generator with a random seed, which the test logs.
func seeded(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func numbers(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

// inGo runs do without assembly.
func inGo(do func()) {
	before := hasFMA
	setFMA(false)
	defer setFMA(before)
	do()
}

// A layer is a random convolution. Input rows after the points are zeros.
type layer struct {
	gather  gather
	matrix  matrix
	weights []float32
	in, out []float32
	points  int
}

func randomLayer(r *rand.Rand, points, taps, depth, columns int) layer {
	rows := points + 1
	l := layer{points: points, weights: numbers(r, taps*depth*columns), in: numbers(r, rows*depth)}
	clear(l.in[points*depth:])
	l.matrix = pack(l.weights, taps, depth, columns)
	l.gather = newGather(points, taps, tileRows, int32(points), func(int, int) int32 { return int32(r.IntN(rows)) })
	l.out = numbers(r, roundUp(points, tileRows)*l.matrix.width)
	return l
}

func TestAssemblyAndGoAgreeWithAPlainMatrixProduct(t *testing.T) {
	r := seeded(t)
	for range 60 {
		taps := 1 + r.IntN(13)
		depth := 4 * (1 + r.IntN(20))
		columns := 1 + r.IntN(64)
		l := randomLayer(r, 1+r.IntN(60), taps, depth, columns)
		add := r.IntN(2) == 1
		want, bound := l.reference(add)
		plain := append([]float32(nil), l.out...)
		inGo(func() { l.gather.multiply(plain, l.in, &l.matrix, add) })
		l.gather.multiply(l.out, l.in, &l.matrix, add)
		for i := range want {
			row, c := i/columns, i%columns
			at := row*l.matrix.width + c
			for kind, got := range map[string]float32{"assembly": l.out[at], "Go": plain[at]} {
				if d := math.Abs(float64(got) - want[i]); !(d <= 1e-5*bound[i]) {
					t.Fatalf("%d points, %d taps, %d×%d, add %v, %s: row %d column %d is %v, want %v",
						l.points, taps, depth, columns, add, kind, row, c, got, want[i])
				}
			}
		}
	}
}

// reference computes the layer number by number, and for each number the sum of magnitudes.
func (l layer) reference(add bool) (want, bound []float64) {
	m := l.matrix
	columns := len(l.weights) / m.taps / m.depth
	for row := range l.points {
		for c := range columns {
			sum, size := 0.0, 1.0
			if add {
				sum = float64(l.out[row*m.width+c])
				size += math.Abs(sum)
			}
			for tap := range m.taps {
				from := int(l.gather.rows[(row/tileRows*m.taps+tap)*tileRows+row%tileRows])
				for k := range m.depth {
					x := float64(l.in[from*m.depth+k]) * float64(l.weights[(tap*m.depth+k)*columns+c])
					sum += x
					size += math.Abs(x)
				}
			}
			want, bound = append(want, sum), append(bound, size)
		}
	}
	return want, bound
}

func TestSmallKernelsInAssemblyAgreeWithGo(t *testing.T) {
	r := seeded(t)
	for range 100 {
		rows, width := 1+r.IntN(30), vector*(1+r.IntN(8))
		stride := width + vector*r.IntN(3)
		in := numbers(r, rows*stride)
		scale := numbers(r, width)
		shift := numbers(r, width)
		got, want := numbers(r, len(in)), make([]float32, len(in))
		copy(want, got)
		rectify(got, in, scale, shift, rows, stride)
		inGo(func() { rectify(want, in, scale, shift, rows, stride) })
		checkClose(t, "rectify", got, want)

		some := make([]int32, 1+r.IntN(rows))
		for i := range some {
			some[i] = int32(r.IntN(rows))
		}
		sums := [4][]float32{make([]float32, width), make([]float32, width), make([]float32, width), make([]float32, width)}
		pool(sums[0], sums[1], in, shift, some, stride)
		inGo(func() { pool(sums[2], sums[3], in, shift, some, stride) })
		checkClose(t, "pool: sums", sums[0], sums[2])
		checkClose(t, "pool: maximum", sums[1], sums[3])

		a, b := numbers(r, width), numbers(r, width)
		c := append([]float32(nil), a...)
		add(a, b)
		inGo(func() { add(c, b) })
		checkClose(t, "add", a, c)
	}
}

func TestNaNStaysNaN(t *testing.T) {
	nan := float32(math.NaN())
	in := []float32{nan, 1, -1, 0, 0, 0, 0, 0}
	for kind, do := range map[string]func(func()){"assembly": func(do func()) { do() }, "Go": inGo} {
		do(func() {
			out := make([]float32, vector)
			sum := make([]float32, vector)
			maximum := make([]float32, vector)
			rectify(out, in, []float32{1, 1, 1, 1, 1, 1, 1, 1}, make([]float32, vector), 1, vector)
			pool(sum, maximum, in, make([]float32, vector), []int32{0}, vector)
			if out[0] == out[0] || sum[0] == sum[0] || out[1] != 1 || out[2] != 0 || maximum[1] != 1 {
				t.Errorf("%s: rectify returns %v, pool %v and %v for %v", kind, out, sum, maximum, in)
			}
		})
	}
}

func checkClose(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-5*(1+math.Abs(float64(want[i]))) {
			t.Fatalf("%s: %v at %d, want %v", what, got[i], i, want[i])
		}
	}
}

// BenchmarkKernel compares the kernel on whole layers with the kernel on one tile that stays in the
// cache. It alternates between both, so that other load slows both alike.
func BenchmarkKernel(b *testing.B) {
	for _, c := range []struct{ points, taps, depth, columns int }{
		{150, 13, 48, 48}, {294, 13, 48, 48}, {150, 13, 64, 64}, {294, 13, 64, 64}, {294, 13, 24, 48}, {294, 1, 48, 72}, {81, 9, 48, 48},
	} {
		b.Run(fmt.Sprintf("%dx%dx%dx%d", c.points, c.taps, c.depth, c.columns), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			l := randomLayer(r, c.points, c.taps, c.depth, c.columns)
			work := float64(2 * c.points * c.taps * c.depth * l.matrix.width)
			fastest, cached := 0.0, 0.0
			for b.Loop() {
				fastest = max(fastest, rate(work, 8, func() { l.gather.multiply(l.out, l.in, &l.matrix, false) }))
				if hasFMA {
					cached = max(cached, cachedTileRate())
				}
			}
			b.ReportMetric(fastest, "GFLOP/s")
			if hasFMA {
				b.ReportMetric(cached, "tile-GFLOP/s")
				b.ReportMetric(100*fastest/cached, "%oftile")
			}
		})
	}
}

// rate measures do, which performs the given number of operations, in 10⁹ operations a second.
func rate(work float64, times int, do func()) float64 {
	start := time.Now()
	for range times {
		do()
	}
	return work * float64(times) / float64(time.Since(start).Nanoseconds())
}

// cachedTileRate measures tileFMA on a tile whose operands stay in the L1 cache, in GFLOP/s: the
// upper limit for the float32 kernel.
func cachedTileRate() float64 {
	const taps, depth, calls = 4, 64, 100
	in := make([]float32, tileRows*depth)
	out := make([]float32, tileRows*tileWide)
	weights := make([]float32, taps*depth*tileWide)
	rows := make([]int32, taps*tileRows)
	for i := range rows {
		rows[i] = int32(i % tileRows)
	}
	return rate(2*tileRows*tileWide*taps*depth*calls, 8, func() {
		for range calls {
			tileFMA(&out[0], tileWide, &in[0], depth, &rows[0], taps, &weights[0], false)
		}
	})
}
