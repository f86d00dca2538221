package neural

import "rosette/game/board"

// A Mind thinks with a network: it is the room for what is computed on the way.
// It is not safe for concurrent use; the network is.
type Mind struct {
	net    *Network
	narrow bool // convolve in narrow numbers
	ground *Ground
	root   float32 // of the number of points

	input  []float32 // rows of planes
	trunk  []float32 // rows of channels, as the two below
	active []float32
	inner  []float32
	seen   []uint8   // the input, and what is active, in narrow numbers
	lit    []uint8   //
	base   []float32 // one row of channels, as the two below
	bias   []float32
	shift  []float32
	pool   []float32 // sums, scaled sums and most of what is pooled
	hexes  []float32 // rows of a hexagon's pool
	spread []float32 // rows of channels, one a hexagon

	wide    []float32 // rows of the heads
	ends    []float32 // rows of a point's logit and owner
	summary []float32 // what the value head thinks
	small   []float32
	logits  []float32 // of each point and the pass
	margins []float32 // of each margin
}

// NewMind returns room to think with a network.
func NewMind(n *Network) *Mind { return &Mind{net: n} }

// settle makes room for a board.
func (m *Mind) settle(d *Ground) {
	if m.ground == d {
		return
	}
	n, c, rows, hexes := len(d.all), m.net.Channels, d.rows(), len(d.hexagons)/6
	m.ground, m.root = d, float32(rootOf(n))
	for _, room := range []struct {
		to   *[]float32
		size int
	}{
		{&m.input, rows * planes},
		{&m.trunk, rows * c},
		{&m.active, rows * c},
		{&m.inner, rows * c},
		{&m.base, c},
		{&m.bias, c},
		{&m.shift, c},
		{&m.pool, summed},
		{&m.hexes, whole(hexes+1, tileRows) * corners},
		{&m.spread, whole(hexes+1, tileRows) * c},
		{&m.wide, rows * wides},
		{&m.ends, rows * tileWide},
		{&m.summary, opinions},
		{&m.small, hidden},
		{&m.logits, n + 1},
		{&m.margins, 2*n + 1},
	} {
		*room.to = make([]float32, room.size)
	}
	m.seen, m.lit = make([]uint8, rows*planes), make([]uint8, rows*c)
}

// Judge fills in what the network thinks of features, seen by the player to
// move, with the board turned by a symmetry of its graph.
func (m *Mind) Judge(f *Features, turn []board.Point, into *Output) {
	m.settle(f.ground)
	m.see(f, turn)
	m.climb(f)
	m.look()
	m.conclude(f, turn, into)
}

// see lays out the input. Its numbers are 0 … 1.
func (m *Mind) see(f *Features, turn []board.Point) {
	for p, to := range turn {
		from := f.Points[p*planes : (p+1)*planes]
		if !m.narrow {
			copy(m.input[int(to)*planes:], from)
			continue
		}
		seen := m.seen[int(to)*planes : (int(to)+1)*planes]
		for i, x := range from {
			seen[i] = uint8(x*most8 + 0.5)
		}
	}
}

// climb computes the trunk.
func (m *Mind) climb(f *Features) {
	net, n, c := m.net, len(f.Legal), m.net.Channels
	net.globals.into(m.base, f.Globals[:])
	for p := range n {
		copy(m.trunk[p*c:(p+1)*c], m.base)
	}
	if m.narrow {
		m.ground.narrow.multiplyNarrow(m.trunk, m.seen, &net.in.narrow, 1.0/most8, true)
	} else {
		m.ground.conv.multiply(m.trunk, m.input, &net.in.matrix, true)
	}
	for i := range net.blocks {
		b := &net.blocks[i]
		m.convolve(m.inner, m.trunk, b.first, &b.conv1, false)
		second := b.second
		if b.poolShift != nil {
			second.shift = m.poolAll(b)
		}
		if b.hexShift != nil && len(m.ground.hexagons) > 0 {
			m.poolHexagons(b)
		}
		m.convolve(m.trunk, m.inner, second, &b.conv2, true)
	}
}

// convolve makes out of what is active in in, or with more adds it to out.
func (m *Mind) convolve(out, in []float32, a affine, conv *convolution, more bool) {
	n, d := len(m.ground.all), m.ground
	if m.narrow {
		factor := narrowed(m.lit, in, a.scale, a.shift, n)
		d.narrow.multiplyNarrow(out, m.lit, &conv.narrow, factor, more)
		return
	}
	rectify(m.active, in, a.scale, a.shift, n, m.net.Channels)
	d.conv.multiply(out, m.active, &conv.matrix, more)
}

// scaled is how a mean is scaled for the size of the board, so that a network
// can tell small boards from large ones.
func (m *Mind) scaled() float32 { return (m.root - 14) / 10 }

// poolAll pools the whole board and returns the shift of the second activation
// with what comes of it, which goes to every point alike.
func (m *Mind) poolAll(b *block) []float32 {
	mean, scaled, most := m.pool[:pooled], m.pool[pooled:2*pooled], m.pool[2*pooled:pooling]
	pool(mean, most, m.inner, b.poolShift, m.ground.all, m.net.Channels)
	for i := range mean {
		mean[i] /= float32(len(m.ground.all))
		scaled[i] = mean[i] * m.scaled()
	}
	b.pool.into(m.bias, m.pool[:pooling])
	for i, x := range m.bias {
		m.shift[i] = x*b.second.scale[i] + b.second.shift[i]
	}
	return m.shift
}

// poolHexagons pools the corners of each hexagon and adds what comes of it to
// them.
func (m *Mind) poolHexagons(b *block) {
	c, corner := m.net.Channels, m.ground.hexagons
	for h := range len(corner) / 6 {
		mean, most := m.hexes[h*corners:h*corners+pooled], m.hexes[h*corners+pooled:(h+1)*corners]
		pool(mean, most, m.inner, b.hexShift, corner[6*h:6*h+6], c)
		for i := range mean {
			mean[i] /= 6
		}
	}
	m.ground.each.multiply(m.spread, m.hexes, &b.hex, false)
	for i, p := range corner {
		h := i / 6
		add(m.inner[int(p)*c:(int(p)+1)*c], m.spread[h*c:(h+1)*c])
	}
}
