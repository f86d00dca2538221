package neural

import "fmt"

// layers holds the weights in the layout that the kernels use.
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

// A block is a residual block: twice affine, ReLU and convolution. Pooling applies to the first
// convolution's output.
type block struct {
	first, second affine
	conv1, conv2  convolution

	pool      linear    // board pooling
	poolShift []float32 // [16]; nil in blocks without board pooling
	hex       matrix    // hexagon pooling
	hexShift  []float32 // [16]; nil in blocks without hexagon pooling
}

// heads holds the policy and value heads. Their first layers are one matrix with three groups of 24
// columns: p and g for the policy head (as in KataGo, g is pooled and gives a bias to p) and v for
// the value head.
type heads struct {
	first   matrix
	out     matrix // columns p to the policy logit, columns v to ownership
	gShift  []float32
	vShift  []float32
	pool    linear // pooled g to the bias for p
	pass    linear // pooled g to the policy logit for a pass
	passOut linear
	value   linear // pooled v to the value head's hidden layer
	outcome linear // from the value head's hidden layer to the logits for win, draw and loss
	score   linear // from the value head's hidden layer to the score's; computeScoreLogits explains the rest
	margin  []float32
	parity  []float32
	weight  []float32
}

// The first column in each group, and the width for all three in whole panels.
const (
	columnG   = 0
	columnV   = headChannels
	columnP   = 2 * headChannels
	headWidth = (3*headChannels + tileWide - 1) / tileWide * tileWide
)

// build converts the file's tensors.
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

// forAllPlanes returns the first convolution's weights [taps][numPlanes][c], with weights 0 for
// planes that the network does not read.
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
