package neural

import "fmt"

// layers are the weights in the layout of the kernels.
type layers struct {
	in      convolution
	globals linear
	blocks  []block
	end     affine
	heads   heads
}

// An affine scales and shifts each channel before a ReLU.
type affine struct{ scale, shift []float32 }

// A convolution is one matrix in float32 and in 8-bit integers.
type convolution struct {
	matrix
	int8 int8Matrix
}

func newConvolution(weights []float32, taps, depth, columns int) convolution {
	return convolution{pack(weights, taps, depth, columns), packInt8(weights, taps, depth, columns)}
}

// A linear is a fully connected layer for one row.
type linear struct {
	weights []float32 // [inputs][outputs]
	bias    []float32 // [outputs]
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

// A block is a residual block: affine, ReLU, convolution, twice. Pooling acts on
// the output of the first convolution.
type block struct {
	first, second affine
	conv1, conv2  convolution

	pool      linear    // of board pooling
	poolShift []float32 // [16]; nil in blocks without board pooling
	hex       matrix    // of hexagon pooling
	hexShift  []float32 // [16]; nil in blocks without hexagon pooling
}

// heads are the policy and value heads. Their first layers are one matrix whose
// columns form three groups of 24: p and g of the policy head (g is pooled and
// gives a bias to p, as in KataGo) and v of the value head.
type heads struct {
	first   matrix
	out     matrix // columns p to the policy logit, columns v to ownership
	gShift  []float32
	vShift  []float32
	pool    linear // pooled g to the bias of p
	pass    linear // pooled g to the policy logit of a pass
	passOut linear
	value   linear // pooled v to the hidden layer of the value head
	outcome linear // from there to the logits of win, draw and loss
	score   linear // and to the hidden layer of the score; computeScoreLogits explains the rest
	margin  []float32
	parity  []float32
	weight  []float32
}

// The first column of each group, and the width of all three in whole panels.
const (
	columnG   = 0
	columnV   = headChannels
	columnP   = 2 * headChannels
	headWidth = (3*headChannels + tileWide - 1) / tileWide * tileWide
)

// build converts the tensors of the file.
func (n *Network) build() layers {
	t := n.tensors
	c := n.Channels
	taps := len(lattices[n.Lattice].taps)
	l := layers{
		in:      newConvolution(forAllPlanes(t["in.conv"], taps, n.inputs, c), taps, numPlanes, c),
		globals: linear{t["in.globals.w"], t["in.globals.b"]},
		end:     affine{t["end.scale"], t["end.shift"]},
		heads:   n.buildHeads(),
	}
	for i := range n.Blocks {
		of := func(name string) []float32 { return t[fmt.Sprintf("block.%d.%s", i, name)] }
		b := block{
			first: affine{of("aff1.scale"), of("aff1.shift")}, second: affine{of("aff2.scale"), of("aff2.shift")},
			conv1: newConvolution(of("conv1"), taps, c, c), conv2: newConvolution(of("conv2"), taps, c, c),
		}
		if poolsBoard(i) {
			b.pool, b.poolShift = linear{of("pool.w"), of("pool.b")}, of("pool.shift")
		}
		if poolsHexagons(n.Lattice, i) {
			b.hex, b.hexShift = pack(of("hex.w"), 1, hexagonPool, c), of("hex.shift")
		}
		l.blocks = append(l.blocks, b)
	}
	return l
}

// forAllPlanes returns the weights [taps][inputs][c] of the first convolution with
// weights of 0 for the planes that the network does not read.
func forAllPlanes(weights []float32, taps, inputs, c int) []float32 {
	all := make([]float32, taps*numPlanes*c)
	for tap := range taps {
		copy(all[tap*numPlanes*c:], weights[tap*inputs*c:(tap+1)*inputs*c])
	}
	return all
}

func (n *Network) buildHeads() heads {
	t := n.tensors
	first := make([]float32, n.Channels*headWidth)
	for row := range n.Channels {
		for column, name := range map[int]string{columnG: "policy.g", columnV: "value.v", columnP: "policy.p"} {
			copy(first[row*headWidth+column:row*headWidth+column+headChannels], t[name][row*headChannels:])
		}
	}
	out := make([]float32, headWidth*tileWide)
	for i := range headChannels {
		out[(columnP+i)*tileWide] = t["policy.out"][i]
		out[(columnV+i)*tileWide+1] = t["owner"][i]
	}
	return heads{
		first: pack(first, 1, n.Channels, headWidth), out: pack(out, 1, headWidth, tileWide),
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
