package neural

import "math"

// The narrow kernels compute convolutions in whole numbers of eight bits, where
// the processor has an instruction that multiplies and adds four of them at once
// (VNNI). What comes out of an activation is never negative, so its numbers
// take 0 … 255, scaled by the largest of the board; weights take −127 … 127,
// scaled column by column. Sums are exact, so assembly and plain Go agree to the
// last bit; beside the 32 bits of [matrix] a result is off by half a percent or so
// of the largest.

// narrowRows is how many points one call of a narrow kernel computes.
const narrowRows = 8

// mostPanels is how many panels of 16 columns it computes for each of them.
const mostPanels = 3

// A narrow is a matrix in eight bits. Its panels come in sets of up to three; in
// each stands for every tap and every four inputs a panel after the other, in it
// four weights of each column.
type narrow struct {
	weights []int8
	scale   []float32 // what 1 is worth, column by column
	sets    []int     // how many panels each has
	taps    int
	depth   int // inputs of one tap, a multiple of 8
	width   int // columns, a multiple of 16
}

// packNarrow rounds weights [taps][depth][columns] to eight bits. Columns that
// are missing to a whole panel are zeros.
func packNarrow(weights []float32, taps, depth, columns int) narrow {
	n := narrow{taps: taps, depth: depth, width: whole(columns, tileWide)}
	n.scale = make([]float32, n.width)
	for i, w := range weights {
		n.scale[i%columns] = max(n.scale[i%columns], float32(math.Abs(float64(w)))/127)
	}
	for panels := n.width / tileWide; panels > 0; panels -= n.sets[len(n.sets)-1] {
		n.sets = append(n.sets, evenly(panels))
	}
	first := 0
	for _, panels := range n.sets {
		for row := 0; row < taps*depth; row += 4 {
			for c := first; c < first+panels*tileWide; c++ {
				for k := range 4 {
					n.weights = append(n.weights, n.round(weights, row+k, c, columns))
				}
			}
		}
		first += panels * tileWide
	}
	return n
}

// evenly returns how many of the panels that are left the next set takes: three,
// but two and two of four.
func evenly(left int) int {
	if left == 4 {
		return 2
	}
	return min(left, mostPanels)
}

// round returns a weight in eight bits.
func (n *narrow) round(weights []float32, row, c, columns int) int8 {
	if c >= columns || n.scale[c] == 0 {
		return 0
	}
	return int8(math.RoundToEven(float64(weights[row*columns+c] / n.scale[c])))
}

// multiplyNarrow computes out = gathered in × m, or with more out += that, where
// what 1 is worth in in is factor. Rows of in are as wide as the matrix is deep,
// those of out as it is wide.
func (g gather) multiplyNarrow(out []float32, in []uint8, m *narrow, factor float32, more bool) {
	in = in[:(int(g.last)+1)*m.depth] // the kernel checks nothing
	first, weights := 0, m.weights
	for _, panels := range m.sets {
		scale := m.scale[first*tileWide : (first+panels)*tileWide]
		for tile := range g.tiles {
			rows := g.rows[tile*m.taps*narrowRows : (tile+1)*m.taps*narrowRows]
			to := out[tile*narrowRows*m.width+first*tileWide : ((tile+1)*narrowRows-1)*m.width+(first+panels)*tileWide]
			if quick {
				tilesVNNI[panels](&to[0], m.width, &in[0], m.depth, &rows[0], m.taps, &weights[0], &scale[0], factor, more)
			} else {
				tileNarrowPlain(to, m.width, in, m.depth, rows, m.taps, weights, scale, factor, more)
			}
		}
		first += panels
		weights = weights[panels*m.taps*m.depth*tileWide:]
	}
}

// tileNarrowPlain computes a tile of 8 rows by as many numbers as scale has.
func tileNarrowPlain(out []float32, width int, in []uint8, depth int, rows []int32, taps int, weights []int8, scale []float32, factor float32, more bool) {
	for i := range narrowRows {
		for j := range scale {
			sum := int32(0)
			for t := range taps {
				from := in[int(rows[t*narrowRows+i])*depth:]
				for k := range depth {
					sum += int32(from[k]) * int32(weights[((t*depth+k)/4*len(scale)+j)*4+k%4])
				}
			}
			said := float32(sum) * (scale[j] * factor)
			if more {
				said += out[i*width+j]
			}
			out[i*width+j] = said
		}
	}
}

// most8 is the largest number of eight bits.
const most8 = 255

// narrowed writes max(0, in·scale + shift) of so many rows in eight bits, and
// returns what 1 is worth there. Rows are as wide as scale.
func narrowed(out []uint8, in, scale, shift []float32, rows int) float32 {
	width := len(scale)
	in, out, shift = in[:rows*width], out[:rows*width], shift[:width]
	peak := float32(0)
	if quick {
		peak = peakVNNI(&in[0], &scale[0], &shift[0], rows, width)
	} else {
		peak = peakPlain(in, scale, shift)
	}
	if !(peak > 0) || math.IsInf(float64(peak), 1) {
		peak = most8 // nothing is above zero, or nothing makes sense: then trial says so
	}
	if quick {
		narrowVNNI(&out[0], &in[0], &scale[0], &shift[0], rows, width, most8/peak)
	} else {
		narrowPlain(out, in, scale, shift, most8/peak)
	}
	return peak / most8
}

func peakPlain(in, scale, shift []float32) (peak float32) {
	for i, x := range in {
		peak = max(peak, fused(x, scale[i%len(scale)], shift[i%len(scale)]))
	}
	return peak
}

func narrowPlain(out []uint8, in, scale, shift []float32, factor float32) {
	for i, x := range in {
		x = max(0, fused(x, scale[i%len(scale)], shift[i%len(scale)])) * factor
		out[i] = uint8(min(most8, math.RoundToEven(float64(x))))
	}
}

// fused is x·scale + shift, rounded once as the vector unit does.
func fused(x, scale, shift float32) float32 {
	return float32(math.FMA(float64(x), float64(scale), float64(shift)))
}
