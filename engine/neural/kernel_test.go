package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// dice returns luck from a seed that the test prints.
func dice(t testing.TB) *rand.Rand {
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

// inPlainGo runs do without assembly.
func inPlainGo(do func()) {
	kept := fast
	setFast(false)
	defer setFast(kept)
	do()
}

// A layer of random shape for the kernel, with rows that nobody may write.
type layer struct {
	gather  gather
	matrix  matrix
	weights []float32
	in, out []float32
	points  int
}

func anyLayer(r *rand.Rand, points, taps, depth, columns int) layer {
	rows := points + 1
	l := layer{points: points, weights: numbers(r, taps*depth*columns), in: numbers(r, rows*depth)}
	clear(l.in[points*depth:])
	l.matrix = pack(l.weights, taps, depth, columns)
	l.gather = newGather(points, taps, tileRows, int32(points), func(int, int) int32 { return int32(r.IntN(rows)) })
	l.out = numbers(r, whole(points, tileRows)*l.matrix.width)
	return l
}

func TestTheKernelAndPlainGoAndSchoolArithmeticAgree(t *testing.T) {
	r := dice(t)
	for range 60 {
		taps, depth, columns := 1+r.IntN(13), 4*(1+r.IntN(20)), 1+r.IntN(64)
		l := anyLayer(r, 1+r.IntN(60), taps, depth, columns)
		more := r.IntN(2) == 1
		want, bound := l.bySchool(more)
		plain := append([]float32(nil), l.out...)
		inPlainGo(func() { l.gather.multiply(plain, l.in, &l.matrix, more) })
		l.gather.multiply(l.out, l.in, &l.matrix, more)
		for i := range want {
			row, c := i/columns, i%columns
			at := row*l.matrix.width + c
			for kind, got := range map[string]float32{"the kernel": l.out[at], "plain Go": plain[at]} {
				if d := math.Abs(float64(got) - want[i]); !(d <= 1e-5*bound[i]) {
					t.Fatalf("%d points, %d taps, %d×%d, more %v: %s says %v of row %d column %d, want %v", l.points, taps, depth, columns, more, kind, got, row, c, want[i])
				}
			}
		}
	}
}

// bySchool computes the layer one number after the other, with the sum of all
// magnitudes beside it.
func (l layer) bySchool(more bool) (want, bound []float64) {
	m := l.matrix
	columns := len(l.weights) / m.taps / m.depth
	for row := range l.points {
		for c := range columns {
			sum, size := 0.0, 1.0
			if more {
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

func TestTheSmallKernelsAgreeWithPlainGo(t *testing.T) {
	r := dice(t)
	for range 100 {
		rows, width := 1+r.IntN(30), vector*(1+r.IntN(8))
		stride := width + vector*r.IntN(3)
		in, scale, shift := numbers(r, rows*stride), numbers(r, width), numbers(r, width)
		got, want := numbers(r, len(in)), make([]float32, len(in))
		copy(want, got)
		rectify(got, in, scale, shift, rows, stride)
		inPlainGo(func() { rectify(want, in, scale, shift, rows, stride) })
		alike(t, "rectify", got, want)

		some := make([]int32, 1+r.IntN(rows))
		for i := range some {
			some[i] = int32(r.IntN(rows))
		}
		sums := [4][]float32{make([]float32, width), make([]float32, width), make([]float32, width), make([]float32, width)}
		pool(sums[0], sums[1], in, shift, some, stride)
		inPlainGo(func() { pool(sums[2], sums[3], in, shift, some, stride) })
		alike(t, "pool: sums", sums[0], sums[2])
		alike(t, "pool: most", sums[1], sums[3])

		a, b := numbers(r, width), numbers(r, width)
		c := append([]float32(nil), a...)
		add(a, b)
		inPlainGo(func() { add(c, b) })
		alike(t, "add", a, c)
	}
}

func TestWhatIsNoNumberStaysNone(t *testing.T) {
	nan := float32(math.NaN())
	in := []float32{nan, 1, -1, 0, 0, 0, 0, 0}
	for kind, do := range map[string]func(func()){"the kernel": func(do func()) { do() }, "plain Go": inPlainGo} {
		do(func() {
			out, sum, most := make([]float32, vector), make([]float32, vector), make([]float32, vector)
			rectify(out, in, []float32{1, 1, 1, 1, 1, 1, 1, 1}, make([]float32, vector), 1, vector)
			pool(sum, most, in, make([]float32, vector), []int32{0}, vector)
			if out[0] == out[0] || sum[0] == sum[0] || out[1] != 1 || out[2] != 0 || most[1] != 1 {
				t.Errorf("%s makes %v, the sum %v and the most %v of %v", kind, out, sum, most, in)
			}
		})
	}
}

func alike(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-5*(1+math.Abs(float64(want[i]))) {
			t.Fatalf("%s: %v at %d, want %v", what, got[i], i, want[i])
		}
	}
}

// The kernel beside a loop of nothing but multiplying and adding, measured in
// turns: what other programs take from the processor they take from both.
func BenchmarkKernel(b *testing.B) {
	for _, c := range []struct{ points, taps, depth, columns int }{
		{150, 13, 48, 48}, {294, 13, 48, 48}, {150, 13, 64, 64}, {294, 13, 64, 64}, {294, 13, 24, 48}, {294, 1, 48, 72}, {81, 9, 48, 48},
	} {
		b.Run(fmt.Sprintf("%dx%dx%dx%d", c.points, c.taps, c.depth, c.columns), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			l := anyLayer(r, c.points, c.taps, c.depth, c.columns)
			work := float64(2 * c.points * c.taps * c.depth * l.matrix.width)
			var ours, peak []float64
			for b.Loop() {
				ours = append(ours, rate(work, 8, func() { l.gather.multiply(l.out, l.in, &l.matrix, false) }))
				if fast {
					peak = append(peak, rate(peakWork*1000, 8, func() { peakRounds(1000) }))
				}
			}
			b.ReportMetric(best(ours), "GFLOP/s")
			if fast {
				b.ReportMetric(best(peak), "peak-GFLOP/s")
				b.ReportMetric(100*best(ours)/best(peak), "%ofpeak")
			}
		})
	}
}

// rate is how many thousand million operations a second do does.
func rate(work float64, times int, do func()) float64 {
	start := time.Now()
	for range times {
		do()
	}
	return work * float64(times) / float64(time.Since(start).Nanoseconds())
}

func best(rates []float64) float64 {
	most := 0.0
	for _, r := range rates {
		most = max(most, r)
	}
	return most
}
