package neural

import (
	"math"

	"rosette/game/board"
)

// A reference computes a network number by number in float64, from the tensors and the graph,
// without the layouts and kernels used in inference.
type reference struct {
	net      *Network
	taps     [][]int
	hexagons [][]board.Point
	points   int
}

// rows is a matrix with one row for each point.
type rows [][]float64

// A referenceOutput holds logits, except for ownership.
type referenceOutput struct {
	logits, outcome, margins, ownership []float64
}

func newReference(n *Network, g *board.Graph) reference {
	s := reference{net: n, hexagons: g.Rosettes(), points: g.Points()}
	d, _ := NewBoardTables(g) // tests use only supported boards
	count, table := d.Taps()
	for p := range s.points {
		var taps []int
		for _, q := range table[p*count : (p+1)*count] {
			taps = append(taps, int(q))
		}
		s.taps = append(s.taps, taps)
	}
	return s
}

// of returns the named tensor.
func (s reference) of(name string) []float64 {
	var x []float64
	for _, w := range s.net.tensors[name] {
		x = append(x, float64(w))
	}
	if x == nil {
		panic("no tensor " + name)
	}
	return x
}

func (s reference) conv(x rows, name string) rows {
	w := s.of(name)
	in := len(x[0])
	out := len(w) / len(s.taps[0]) / in
	y := make(rows, s.points)
	for p := range y {
		y[p] = make([]float64, out)
		for t, q := range s.taps[p] {
			if q == s.points {
				continue
			}
			for k := range in {
				for o := range out {
					y[p][o] += x[q][k] * w[(t*in+k)*out+o]
				}
			}
		}
	}
	return y
}

func times(x, w []float64) []float64 {
	y := make([]float64, len(w)/len(x))
	for i := range x {
		for o := range y {
			y[o] += x[i] * w[i*len(y)+o]
		}
	}
	return y
}

func plus(x, y []float64) []float64 {
	z := make([]float64, len(x))
	for i := range x {
		z[i] = x[i] + y[i]
	}
	return z
}

func rectified(x []float64) []float64 {
	z := make([]float64, len(x))
	for i := range x {
		z[i] = math.Max(0, x[i])
	}
	return z
}

func (s reference) affine(x rows, name string) rows {
	scale, shift := s.of(name+".scale"), s.of(name+".shift")
	y := make(rows, len(x))
	for p := range x {
		z := make([]float64, len(scale))
		for i := range z {
			z[i] = x[p][i]*scale[i] + shift[i]
		}
		y[p] = rectified(z)
	}
	return y
}

// meanAndMax pools rows of nonnegative numbers.
func meanAndMax(x rows) (mean, maximum []float64) {
	mean, maximum = make([]float64, len(x[0])), make([]float64, len(x[0]))
	for _, row := range x {
		for i, v := range row {
			mean[i] += v / float64(len(x))
			maximum[i] = math.Max(maximum[i], v)
		}
	}
	return mean, maximum
}

func scaled(x []float64, by float64) []float64 {
	z := make([]float64, len(x))
	for i := range x {
		z[i] = x[i] * by
	}
	return z
}

func (s reference) size() float64 { return math.Sqrt(float64(s.points)) - 14 }

func (s reference) pool(x rows) []float64 {
	mean, maximum := meanAndMax(x)
	return append(append(append([]float64(nil), mean...), scaled(mean, s.size()/10)...), maximum...)
}

func (s reference) trunk(features rows, global []float64) rows {
	h := s.conv(features, "in.conv")
	base := plus(times(global, s.of("in.globals.w")), s.of("in.globals.b"))
	for p := range h {
		h[p] = plus(h[p], base)
	}
	for i := range s.net.Blocks {
		name := "block." + string(rune('0'+i)) + "."
		y := s.conv(s.affine(h, name+"aff1"), name+"conv1")
		if i%2 == 1 {
			z := make(rows, s.points)
			for p := range z {
				z[p] = rectified(plus(y[p][:16], s.of(name+"pool.shift")))
			}
			bias := plus(times(s.pool(z), s.of(name+"pool.w")), s.of(name+"pool.b"))
			for p := range y {
				y[p] = plus(y[p], bias)
			}
		}
		if i%2 == 0 && i < 4 && len(s.hexagons) > 0 {
			s.hexagonPool(y, name)
		}
		z := s.conv(s.affine(y, name+"aff2"), name+"conv2")
		for p := range h {
			h[p] = plus(h[p], z[p])
		}
	}
	return s.affine(h, "end")
}

func (s reference) hexagonPool(y rows, name string) {
	var all rows
	for _, hexagon := range s.hexagons {
		var z rows
		for _, p := range hexagon {
			z = append(z, rectified(plus(y[p][:16], s.of(name+"hex.shift"))))
		}
		mean, maximum := meanAndMax(z)
		all = append(all, times(append(mean, maximum...), s.of(name+"hex.w")))
	}
	for i, hexagon := range s.hexagons {
		for _, p := range hexagon {
			y[p] = plus(y[p], all[i])
		}
	}
}

func (s reference) evaluate(features rows, global []float64) referenceOutput {
	f := s.trunk(features, global)
	var g, v rows
	for p := range f {
		g = append(g, rectified(plus(times(f[p], s.of("policy.g")), s.of("policy.g.b"))))
		v = append(v, rectified(plus(times(f[p], s.of("value.v")), s.of("value.v.b"))))
	}
	var out referenceOutput
	pooled := s.pool(g)
	bias := plus(times(pooled, s.of("policy.pool.w")), s.of("policy.pool.b"))
	for p := range f {
		hidden := rectified(plus(times(f[p], s.of("policy.p")), bias))
		out.logits = append(out.logits, times(hidden, s.of("policy.out"))[0])
		out.ownership = append(out.ownership, math.Tanh(times(v[p], s.of("owner"))[0]))
	}
	pass := rectified(plus(times(pooled, s.of("policy.pass1.w")), s.of("policy.pass1.b")))
	out.logits = append(out.logits, times(pass, s.of("policy.pass2.w"))[0]+s.of("policy.pass2.b")[0])

	mean, _ := meanAndMax(v)
	all := append(append(append([]float64(nil), mean...), scaled(mean, s.size()/10)...), scaled(mean, s.size()*s.size()/100-0.1)...)
	u := rectified(plus(times(all, s.of("value.u.w")), s.of("value.u.b")))
	out.outcome = plus(times(u, s.of("value.outcome.w")), s.of("value.outcome.b"))
	for m := -s.points; m <= s.points; m++ {
		x := plus(times(u, s.of("score.u")), s.of("score.b"))
		x = plus(x, scaled(s.of("score.margin"), float64(m)/(2*math.Sqrt(float64(s.points)))))
		x = plus(x, scaled(s.of("score.parity"), float64((m+s.points)%2)))
		out.margins = append(out.margins, times(rectified(x), s.of("score.out.w"))[0]+s.of("score.out.b")[0])
	}
	return out
}

// softmax turns logits into probabilities.
func softmax(x []float64) []float64 {
	z := make([]float64, len(x))
	largest := math.Inf(-1)
	sum := 0.0
	for _, v := range x {
		largest = math.Max(largest, v)
	}
	for i, v := range x {
		z[i] = math.Exp(v - largest)
		sum += z[i]
	}
	return scaled(z, 1/sum)
}
