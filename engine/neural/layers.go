package neural

import "fmt"

// layers are the weights as they are computed with.
type layers struct {
	in      convolution
	globals linear
	blocks  []block
	end     affine
	heads   heads
}

// An affine scales and shifts each channel, before what is negative is cut off.
type affine struct{ scale, shift []float32 }

// A convolution is one matrix in whole numbers and in narrow ones.
type convolution struct {
	matrix
	narrow narrow
}

func convolutionOf(weights []float32, taps, depth, columns int) convolution {
	return convolution{pack(weights, taps, depth, columns), packNarrow(weights, taps, depth, columns)}
}

// A linear is a matrix for one row, with a bias.
type linear struct {
	weights []float32 // by input, then by output
	bias    []float32
}

// into computes out = bias + in × weights.
func (l linear) into(out, in []float32) {
	copy(out, l.bias)
	out = out[:len(l.bias)]
	for i, x := range in {
		row := l.weights[i*len(out) : (i+1)*len(out)]
		for j, w := range row {
			out[j] += x * w
		}
	}
}

// A block adds to the trunk what two convolutions make of it.
type block struct {
	first, second affine
	conv1, conv2  convolution

	pool      linear    // of the whole board, where the block has it
	poolShift []float32 //
	hex       matrix    // of hexagons, where it has that
	hexShift  []float32
}

// heads are what is read off the trunk. Their first matrices are one: columns g
// and p of the policy's, v of the value's.
type heads struct {
	wide    matrix
	ends    matrix // from those columns to a point's logit and owner
	gShift  []float32
	vShift  []float32
	pool    linear
	pass    linear
	passOut linear
	value   linear
	outcome linear
	score   linear
	margin  []float32
	parity  []float32
	weight  []float32
}

// Where the columns of the heads begin.
const (
	atG   = 0
	atV   = hidden
	atP   = 2 * hidden
	wides = (3*hidden + tileWide - 1) / tileWide * tileWide
)

// build lays the tensors out for the kernels.
func (n *Network) build() layers {
	t, c, taps := n.tensors, n.Channels, len(lattices[n.Lattice].taps)
	l := layers{
		in:      convolutionOf(t["in.conv"], taps, planes, c),
		globals: linear{t["in.globals.w"], t["in.globals.b"]},
		end:     affine{t["end.scale"], t["end.shift"]},
		heads:   n.buildHeads(),
	}
	for i := range n.Blocks {
		of := func(what string) []float32 { return t[fmt.Sprintf("block.%d.%s", i, what)] }
		b := block{
			first: affine{of("aff1.scale"), of("aff1.shift")}, second: affine{of("aff2.scale"), of("aff2.shift")},
			conv1: convolutionOf(of("conv1"), taps, c, c), conv2: convolutionOf(of("conv2"), taps, c, c),
		}
		if poolsAll(i) {
			b.pool, b.poolShift = linear{of("pool.w"), of("pool.b")}, of("pool.shift")
		}
		if poolsHexagons(n.Lattice, i) {
			b.hex, b.hexShift = pack(of("hex.w"), 1, corners, c), of("hex.shift")
		}
		l.blocks = append(l.blocks, b)
	}
	return l
}

func (n *Network) buildHeads() heads {
	t := n.tensors
	wide := make([]float32, n.Channels*wides)
	for row := range n.Channels {
		for at, name := range map[int]string{atG: "policy.g", atV: "value.v", atP: "policy.p"} {
			copy(wide[row*wides+at:row*wides+at+hidden], t[name][row*hidden:])
		}
	}
	ends := make([]float32, wides*tileWide)
	for i := range hidden {
		ends[(atP+i)*tileWide] = t["policy.out"][i]
		ends[(atV+i)*tileWide+1] = t["owner"][i]
	}
	return heads{
		wide: pack(wide, 1, n.Channels, wides), ends: pack(ends, 1, wides, tileWide),
		gShift: t["policy.g.b"], vShift: t["value.v.b"],
		pool:    linear{t["policy.pool.w"], t["policy.pool.b"]},
		pass:    linear{t["policy.pass1.w"], t["policy.pass1.b"]},
		passOut: linear{t["policy.pass2.w"], t["policy.pass2.b"]},
		value:   linear{t["value.u.w"], t["value.u.b"]},
		outcome: linear{t["value.outcome.w"], t["value.outcome.b"]},
		score:   linear{t["score.u"], t["score.b"]},
		margin:  t["score.margin"], parity: t["score.parity"], weight: t["score.out.w"],
	}
}
