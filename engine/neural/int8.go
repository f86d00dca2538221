package neural

import "math"

// The 8-bit kernels compute convolutions in integers. Activations are never negative after a ReLU;
// they are quantized to 0 … 255 by their maximum over the board. Weights are quantized to −127 …
// 127, column by column. AVX2 adds the products for four inputs in 16 bits, so each column's scale
// is chosen to prevent overflow in those sums ([int8Matrix.fitGroups]). All processors use the same
// scale: sums are exact, and every assembly kernel agrees with Go to the last bit. The error
// relative to float32 is about half a percent, measured against the largest number.

// int8Rows is the number of output rows that one kernel call computes.
const int8Rows = 8

// maxPanels is the largest number of 16-column panels in a tile.
const maxPanels = 3

// An int8Tile is [tileInt8Plain] in assembly, for several panels.
type int8Tile func(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

// An int8Kernel is a processor's 8-bit kernel in assembly.
type int8Kernel struct {
	name   string
	panels int                     // largest number of panels in a set
	tiles  [maxPanels + 1]int8Tile // by number of panels
	layer  func(int8Set)           // if not nil, computes all tiles at once, instead of tiles

	// maxActivation and quantize are [maxActivationPlain] and [quantizePlain] for widths that are
	// multiples of 16.
	maxActivation func(in, scale, shift *float32, rows, width int) float32
	quantize      func(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
}

// fastInt8 is this processor's 8-bit kernel, or nil if it has none: in Go, 8 bits are slower than
// float32. Only tests assign to it, to compare kernels.
var fastInt8 = bestInt8()

// An int8Matrix is a matrix in 8 bits. Its 16-column panels are grouped in sets that the kernel
// computes at once, each [taps][depth/4][columns in the set][4].
type int8Matrix struct {
	weights []int8
	scale   []float32 // [width]: the value represented by weight 1, by column
	// [width]: the total weight in each column, for kernels that subtract a constant from all
	// inputs
	sums  []int32
	sets  []int // number of panels in each set
	taps  int
	depth int // inputs for one tap, a multiple of 8
	width int // columns, a multiple of 16
}

// packInt8 quantizes weights [taps][depth][columns]. It fills the last panel with zeros.
func packInt8(weights []float32, taps, depth, columns int) int8Matrix {
	n := int8Matrix{taps: taps, depth: depth, width: roundUp(columns, tileWide)}
	n.scale, n.sums = make([]float32, n.width), make([]int32, n.width)
	for i, w := range weights {
		n.scale[i%columns] = max(n.scale[i%columns], float32(math.Abs(float64(w)))/maxInt8)
	}
	n.fitGroups(weights, columns)
	for panels := n.width / tileWide; panels > 0; panels -= n.sets[len(n.sets)-1] {
		n.sets = append(n.sets, nextSet(panels))
	}
	first := 0
	for _, panels := range n.sets {
		for row := 0; row < taps*depth; row += 4 {
			for c := first; c < first+panels*tileWide; c++ {
				for k := range 4 {
					w := n.round(weights, row+k, c, columns)
					n.weights, n.sums[c] = append(n.weights, w), n.sums[c]+int32(w)
				}
			}
		}
		first += panels * tileWide
	}
	return n
}

// maxInt8 is the largest quantized weight.
const maxInt8 = 127

// groupRows is the number of inputs in a group. AVX2 multiplies neighbouring inputs, adds both
// products, and adds the sum for the neighbours four inputs further on.
const groupRows = 4

// maxGroup bounds the total of a group's positive weights, and of its negative ones, before
// rounding. Rounding adds at most a half to each weight, and 255·(126 + 4/2) = 32,640 fits in 16
// bits.
const maxGroup = 126

// fitGroups enlarges each column's scale so that no group exceeds maxGroup.
func (n *int8Matrix) fitGroups(weights []float32, columns int) {
	for row := 0; row < n.taps*n.depth; row += 8 {
		for _, group := range [][groupRows]int{{0, 1, 4, 5}, {2, 3, 6, 7}} {
			for c := range columns {
				var above, below float32
				for _, k := range group {
					w := weights[(row+k)*columns+c]
					above, below = above+max(0, w), below-min(0, w)
				}
				n.scale[c] = max(n.scale[c], above/maxGroup, below/maxGroup)
			}
		}
	}
}

// nextSet returns the size of the next set for the remaining panels: as many as the kernel computes
// at once, but two if four remain, since 2+2 is faster than 3+1.
func nextSet(remaining int) int {
	switch {
	case fastInt8 == nil:
		return 1
	case remaining == 4 && fastInt8.panels == 3:
		return 2
	}
	return min(remaining, fastInt8.panels)
}

// round returns a weight in 8 bits.
func (n *int8Matrix) round(weights []float32, row, c, columns int) int8 {
	if c >= columns || n.scale[c] == 0 {
		return 0
	}
	return int8(math.RoundToEven(float64(weights[row*columns+c] / n.scale[c])))
}

// multiplyInt8 computes out = unit · gathered(in) × m, or adds it to out. unit is the value that an
// input 1 represents. Input rows are m.depth wide, output rows m.width.
func (g gather) multiplyInt8(out []float32, in []uint8, m *int8Matrix, unit float32, add bool) {
	in = in[:(int(g.lastRow)+1)*m.depth] // the kernel does not check bounds
	first, weights := 0, m.weights
	for _, panels := range m.sets {
		int8Set{
			out: out[first*tileWide:], width: m.width, in: in, depth: m.depth, rows: g.rows, taps: m.taps,
			tiles: g.tiles, weights: weights,
			scale: m.scale[first*tileWide : (first+panels)*tileWide], sums: m.sums[first*tileWide:], unit: unit,
			add: add,
		}.multiply()
		first += panels
		weights = weights[panels*m.taps*m.depth*tileWide:]
	}
}

// An int8Set holds the operands for computing several panels at once.
type int8Set struct {
	out     []float32 // from the set's first column
	width   int       // output row width
	in      []uint8
	depth   int
	rows    []int32 // [tiles][taps][8]
	taps    int
	tiles   int
	weights []int8
	scale   []float32 // [columns in the set]
	sums    []int32
	unit    float32
	add     bool
}

// multiply computes the set.
func (s int8Set) multiply() {
	if fastInt8 != nil && fastInt8.layer != nil {
		fastInt8.layer(s)
		return
	}
	for tile := range s.tiles {
		rows := s.rows[tile*s.taps*int8Rows : (tile+1)*s.taps*int8Rows]
		to := s.out[tile*int8Rows*s.width : ((tile+1)*int8Rows-1)*s.width+len(s.scale)]
		if fastInt8 == nil {
			tileInt8Plain(to, s.width, s.in, s.depth, rows, s.taps, s.weights, s.scale, s.unit, s.add)
			continue
		}
		fastInt8.tiles[len(s.scale)/tileWide](
			&to[0], s.width, &s.in[0], s.depth, &rows[0], s.taps, &s.weights[0], &s.scale[0], s.unit, s.add, &s.sums[0])
	}
}

// tileInt8Plain computes a tile with 8 rows and len(scale) columns.
func tileInt8Plain(
	out []float32, width int, in []uint8, depth int, rows []int32, taps int, weights []int8, scale []float32,
	unit float32, add bool,
) {
	for i := range int8Rows {
		for j := range scale {
			sum := int32(0)
			for t := range taps {
				from := in[int(rows[t*int8Rows+i])*depth:]
				for k := range depth {
					sum += int32(from[k]) * int32(weights[((t*depth+k)/4*len(scale)+j)*4+k%4])
				}
			}
			result := float32(float32(sum) * (scale[j] * unit)) // rounded here: arm64 would fuse it with the addition
			if add {
				result += out[i*width+j]
			}
			out[i*width+j] = result
		}
	}
}

// maxUint8 is the largest quantized activation.
const maxUint8 = 255

// quantize computes max(0, in·scale + shift) in 8 bits and returns the value that a 1 represents.
// Rows are len(scale) wide, a multiple of 16.
func quantize(out []uint8, in, scale, shift []float32, rows int) (unit float32) {
	width := len(scale)
	in = in[:rows*width]
	out = out[:rows*width]
	shift = shift[:width]
	maximum := float32(0)
	if fastInt8 != nil {
		maximum = fastInt8.maxActivation(&in[0], &scale[0], &shift[0], rows, width)
	} else {
		maximum = maxActivationPlain(in, scale, shift)
	}
	if !(maximum > 0) || math.IsInf(float64(maximum), 1) {
		maximum = maxUint8 // all are 0, or some are not finite, which selfTest reports
	}
	if fastInt8 != nil {
		fastInt8.quantize(&out[0], &in[0], &scale[0], &shift[0], rows, width, maxUint8/maximum)
	} else {
		quantizePlain(out, in, scale, shift, maxUint8/maximum)
	}
	return maximum / maxUint8
}

func maxActivationPlain(in, scale, shift []float32) (maximum float32) {
	for i, x := range in {
		maximum = max(maximum, fma32(x, scale[i%len(scale)], shift[i%len(scale)]))
	}
	return maximum
}

func quantizePlain(out []uint8, in, scale, shift []float32, factor float32) {
	for i, x := range in {
		x = max(0, fma32(x, scale[i%len(scale)], shift[i%len(scale)])) * factor
		out[i] = uint8(min(maxUint8, math.RoundToEven(float64(x))))
	}
}

// fma32 computes x·scale + shift with one rounding, like the vector unit.
func fma32(x, scale, shift float32) float32 {
	return float32(math.FMA(float64(x), float64(scale), float64(shift)))
}
