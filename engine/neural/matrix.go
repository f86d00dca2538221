package neural

// A matrix is weights in the order in which the kernel reads them: panels of 16
// columns, in each of them a row of 16 for every tap and every input.
type matrix struct {
	panels []float32
	taps   int
	depth  int // inputs of one tap, a multiple of 4
	width  int // columns, a multiple of 16
}

// pack lays weights [taps][depth][columns] out as a matrix. Columns that are
// missing to a whole panel are zeros.
func pack(weights []float32, taps, depth, columns int) matrix {
	width := whole(columns, tileWide)
	m := matrix{make([]float32, taps*depth*width), taps, depth, width}
	for row := range taps * depth {
		for c := range columns {
			m.panels[(c/tileWide*taps*depth+row)*tileWide+c%tileWide] = weights[row*columns+c]
		}
	}
	return m
}

// whole rounds n up to a multiple of unit.
func whole(n, unit int) int { return (n + unit - 1) / unit * unit }

// A gather says which rows of its input a matrix reads for each row of its
// output: for every tile of a few rows, tap by tap, as many numbers of rows. No
// input is copied (the indirect convolution of Dukhan 2019).
type gather struct {
	rows  []int32
	taps  int
	tiles int
	last  int32 // the last row that is read
}

// newGather asks for the row that each tap of n outputs reads; to fill the last
// tile, which are so tall, it reads the row of zeros.
func newGather(n, taps, tall int, zeros int32, at func(row, tap int) int32) gather {
	g := gather{taps: taps, tiles: whole(n, tall) / tall}
	for tile := range g.tiles {
		for tap := range taps {
			for row := tile * tall; row < (tile+1)*tall; row++ {
				from := zeros
				if row < n {
					from = at(row, tap)
				}
				g.rows, g.last = append(g.rows, from), max(g.last, from)
			}
		}
	}
	return g
}

// cached is how many rows of a panel of weights the kernel goes through at
// once, for all points, before it takes the next: so many stay in the nearest
// cache.
const cached = 256

// multiply computes out = gathered in × m, or with more out += that. Rows of in
// are as wide as the matrix is deep, those of out as it is wide.
func (g gather) multiply(out, in []float32, m *matrix, more bool) {
	in = in[:(int(g.last)+1)*m.depth] // the kernel checks nothing
	block := max(1, cached/m.depth)
	for panel := range m.width / tileWide {
		weights := m.panels[panel*m.taps*m.depth*tileWide:]
		for tap := 0; tap < m.taps; tap += block {
			taps := min(block, m.taps-tap)
			for tile := range g.tiles {
				rows := g.rows[(tile*g.taps+tap)*tileRows : (tile*g.taps+tap+taps)*tileRows]
				to := out[tile*tileRows*m.width+panel*tileWide : (tile*tileRows+tileRows-1)*m.width+(panel+1)*tileWide]
				if fast {
					tileFMA(&to[0], m.width, &in[0], m.depth, &rows[0], taps, &weights[tap*m.depth*tileWide], more || tap > 0)
				} else {
					tilePlain(to, m.width, in, m.depth, rows, taps, weights[tap*m.depth*tileWide:], more || tap > 0)
				}
			}
		}
	}
}
