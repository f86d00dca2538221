package neural

// A matrix holds float32 weights in the kernel's reading order: 16-column panels, each
// [taps][depth][16].
type matrix struct {
	panels []float32
	taps   int
	depth  int // inputs for one tap, a multiple of 4
	width  int // columns, a multiple of 16
}

// pack converts weights [taps][depth][columns] to a matrix. It fills the last panel with zeros.
func pack(weights []float32, taps, depth, columns int) matrix {
	width := roundUp(columns, tileWide)
	m := matrix{make([]float32, taps*depth*width), taps, depth, width}
	for row := range taps * depth {
		for c := range columns {
			m.panels[(c/tileWide*taps*depth+row)*tileWide+c%tileWide] = weights[row*columns+c]
		}
	}
	return m
}

// roundUp rounds n up to a multiple of unit.
func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// A gather lists the input rows from which each output row is computed, so that a convolution is a
// matrix product without copying its input (Dukhan, The Indirect Convolution Algorithm, 2019).
type gather struct {
	rows    []int32 // [tiles][taps][rows in a tile]
	taps    int
	tiles   int
	lastRow int32 // the maximum in rows
}

// newGather builds a gather for n output rows. At tap, row reads input row at(row, tap). Rows that
// fill up the last tile read input row zeros.
func newGather(n, taps, tileHeight int, zeros int32, at func(row, tap int) int32) gather {
	g := gather{taps: taps, tiles: roundUp(n, tileHeight) / tileHeight}
	for tile := range g.tiles {
		for tap := range taps {
			for row := tile * tileHeight; row < (tile+1)*tileHeight; row++ {
				from := zeros
				if row < n {
					from = at(row, tap)
				}
				g.rows, g.lastRow = append(g.rows, from), max(g.lastRow, from)
			}
		}
	}
	return g
}

// cacheRows is the number of panel rows that the kernel uses for all points before it goes on, so
// that they stay in the L1 cache (16 kB).
const cacheRows = 256

// multiply computes out = gathered(in) × m, or adds it to out. Input rows are m.depth wide, output
// rows m.width.
func (g gather) multiply(out, in []float32, m *matrix, add bool) {
	in = in[:(int(g.lastRow)+1)*m.depth] // the kernel does not check bounds
	block := max(1, cacheRows/m.depth)
	for panel := range m.width / tileWide {
		weights := m.panels[panel*m.taps*m.depth*tileWide:]
		for tap := 0; tap < m.taps; tap += block {
			taps := min(block, m.taps-tap)
			for tile := range g.tiles {
				rows := g.rows[(tile*g.taps+tap)*tileRows : (tile*g.taps+tap+taps)*tileRows]
				to := out[tile*tileRows*m.width+panel*tileWide : (tile*tileRows+tileRows-1)*m.width+(panel+1)*tileWide]
				if hasFMA {
					tileFMA(&to[0], m.width, &in[0], m.depth, &rows[0], taps, &weights[tap*m.depth*tileWide],
						add || tap > 0)
				} else {
					tilePlain(to, m.width, in, m.depth, rows, taps, weights[tap*m.depth*tileWide:], add || tap > 0)
				}
			}
		}
	}
}
