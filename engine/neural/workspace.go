package neural

import "rosette/game/board"

// A Workspace holds inference buffers for one goroutine: the activations in every layer, and the
// board's tables. It is not safe for concurrent use; the network is.
//
// Matrices over the points have one row for each point, then rows of zeros up to whole tiles; only
// rows for points are ever written. C is the number of channels.
type Workspace struct {
	net        *Network
	int8       bool // convolve in 8-bit integers
	tables     *BoardTables
	sqrtPoints float32

	input        []float32 // [points][32]
	trunk        []float32 // [points][C]
	activations  []float32 // [points][C]: input to a convolution
	inner        []float32 // [points][C]: between a block's convolutions
	input8       []uint8   // input, quantized
	activations8 []uint8   // activations, quantized

	globalBias   []float32 // [C]: added to every point by the globals
	poolBias     []float32 // [C]: added to every point by board pooling
	shift        []float32 // [C]: the second activation's shift, including poolBias
	pool         []float32 // [72]: mean, scaled mean and maximum by pooled channel
	hexagonPools []float32 // [hexagons][32]: mean and maximum
	hexagonBias  []float32 // [hexagons][C]: added to each corner by hexagon pooling

	headInput   []float32 // [points][80]: hidden channels in the heads, see heads
	pointOutput []float32 // [points][16]: policy logit, ownership before tanh, padding
	valueHidden []float32 // [48]
	headBias    []float32 // [24]
	logits      []float32 // [points+1]: policy, pass last
	scoreLogits []float32 // [2·points+1]: for margins −points … points
}

// NewWorkspace returns a workspace for a network. The first evaluation allocates its buffers, and
// again whenever the board changes.
func NewWorkspace(n *Network) *Workspace { return &Workspace{net: n} }

// resize prepares tables and buffers for a graph.
func (m *Workspace) resize(g *board.Graph) {
	if m.tables != nil && m.tables.graph == g {
		return
	}
	d, ok := NewBoardTables(g)
	if !ok {
		panic("neural: " + g.Name() + " is neither a honeycomb nor a grid")
	}
	if g.Lattice() != m.net.Lattice {
		panic("neural: the network is for " + LatticeName(m.net.Lattice) + " boards, and " + g.Name() + " is none")
	}
	n := len(d.points)
	c := m.net.Channels
	rows := d.paddedRows()
	hexagons := len(d.hexagons) / 6
	m.tables, m.sqrtPoints = d, float32(sqrtPoints(n))
	for _, buffer := range []struct {
		to   *[]float32
		size int
	}{
		{&m.input, rows * numPlanes},
		{&m.trunk, rows * c},
		{&m.activations, rows * c},
		{&m.inner, rows * c},
		{&m.globalBias, c},
		{&m.poolBias, c},
		{&m.shift, c},
		{&m.pool, headPool},
		{&m.hexagonPools, roundUp(hexagons+1, tileRows) * hexagonPool},
		{&m.hexagonBias, roundUp(hexagons+1, tileRows) * c},
		{&m.headInput, rows * headWidth},
		{&m.pointOutput, rows * tileWide},
		{&m.valueHidden, valueChannels},
		{&m.headBias, headChannels},
		{&m.logits, n + 1},
		{&m.scoreLogits, 2*n + 1},
	} {
		*buffer.to = make([]float32, buffer.size)
	}
	m.input8, m.activations8 = make([]uint8, rows*numPlanes), make([]uint8, rows*c)
}

// Evaluate runs the network on features and writes its output, from the point of view of the player
// to move. The board is transformed by a symmetry (symmetry[p] is the image of p) on the way in,
// and back on the way out. Evaluate panics if the board is not on the network's lattice.
func (m *Workspace) Evaluate(f *Features, symmetry []board.Point, into *Output) {
	m.resize(f.graph)
	m.loadInput(f, symmetry)
	m.runTrunk(f)
	m.runHeads()
	m.decode(f, symmetry, into)
}

// loadInput copies the planes to the transformed points.
func (m *Workspace) loadInput(f *Features, symmetry []board.Point) {
	for p, to := range symmetry {
		from := f.Points[p*numPlanes : (p+1)*numPlanes]
		if !m.int8 {
			copy(m.input[int(to)*numPlanes:], from)
			continue
		}
		input := m.input8[int(to)*numPlanes : (int(to)+1)*numPlanes]
		for i, x := range from {
			input[i] = uint8(x*maxUint8 + 0.5)
		}
	}
}

// runTrunk computes the residual blocks.
func (m *Workspace) runTrunk(f *Features) {
	net := m.net
	n := len(f.Legal)
	c := m.net.Channels
	net.globals.into(m.globalBias, f.Globals[:])
	for p := range n {
		copy(m.trunk[p*c:(p+1)*c], m.globalBias)
	}
	if m.int8 {
		m.tables.conv8.multiplyInt8(m.trunk, m.input8, &net.in.int8, 1.0/maxUint8, true)
	} else {
		m.tables.conv.multiply(m.trunk, m.input, &net.in.matrix, true)
	}
	for i := range net.blocks {
		b := &net.blocks[i]
		m.convolve(m.inner, m.trunk, b.first, &b.conv1, false)
		second := b.second
		if b.poolShift != nil {
			second.shift = m.poolBoard(b)
		}
		if b.hexShift != nil && len(m.tables.hexagons) > 0 {
			m.poolHexagons(b)
		}
		m.convolve(m.trunk, m.inner, second, &b.conv2, true)
	}
}

// convolve computes out = conv(relu(affine(in))), or adds it to out.
func (m *Workspace) convolve(out, in []float32, a affine, conv *convolution, add bool) {
	n, d := len(m.tables.points), m.tables
	if m.int8 {
		unit := quantize(m.activations8, in, a.scale, a.shift, n)
		d.conv8.multiplyInt8(out, m.activations8, &conv.int8, unit, add)
		return
	}
	rectify(m.activations, in, a.scale, a.shift, n, m.net.Channels)
	d.conv.multiply(out, m.activations, &conv.matrix, add)
}

// sizeScale is the factor for scaled means, from which a network sees the board size: (√points −
// 14) / 10, as in KataGo with the width of a square board.
func (m *Workspace) sizeScale() float32 { return (m.sqrtPoints - 14) / 10 }

// poolBoard pools the first channels over the whole board. It returns the second activation's
// shift, which carries the result to every point.
func (m *Workspace) poolBoard(b *block) []float32 {
	mean := m.pool[:poolChannels]
	scaled := m.pool[poolChannels : 2*poolChannels]
	maximum := m.pool[2*poolChannels : boardPool]
	pool(mean, maximum, m.inner, b.poolShift, m.tables.points, m.net.Channels)
	for i := range mean {
		mean[i] /= float32(len(m.tables.points))
		scaled[i] = mean[i] * m.sizeScale()
	}
	b.pool.into(m.poolBias, m.pool[:boardPool])
	for i, x := range m.poolBias {
		m.shift[i] = x*b.second.scale[i] + b.second.shift[i]
	}
	return m.shift
}

// poolHexagons pools the first channels over the corners of each hexagon and adds the result to
// each corner.
func (m *Workspace) poolHexagons(b *block) {
	c, corners := m.net.Channels, m.tables.hexagons
	for h := range len(corners) / 6 {
		row := m.hexagonPools[h*hexagonPool : (h+1)*hexagonPool]
		mean, maximum := row[:poolChannels], row[poolChannels:]
		pool(mean, maximum, m.inner, b.hexShift, corners[6*h:6*h+6], c)
		for i := range mean {
			mean[i] /= 6
		}
	}
	m.tables.perHexagon.multiply(m.hexagonBias, m.hexagonPools, &b.hex, false)
	for i, p := range corners {
		h := i / 6
		add(m.inner[int(p)*c:(int(p)+1)*c], m.hexagonBias[h*c:(h+1)*c])
	}
}
