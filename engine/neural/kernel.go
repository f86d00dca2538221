package neural

// Kernel returns the name and the bits of this processor's convolution kernel. It has 8 bits, or 32
// if there is no 8-bit kernel or inFloat32 is true.
func Kernel(inFloat32 bool) (name string, bits int) {
	switch {
	case fastInt8 != nil && !inFloat32:
		return fastInt8.name, 8
	case hasFMA:
		return nameFMA, 32
	}
	return "Go", 32
}

// The float32 kernels. Matrix rows are a multiple of 4, 8 or 16 numbers wide, as each kernel
// requires. Assembly and Go add in the same order and differ only in rounding products, which fused
// multiply-add omits: results agree within 10⁻⁵ times the sum of magnitudes.

const (
	tileRows = 6  // output rows that one kernel call computes
	tileWide = 16 // output columns that one kernel call computes
	vector   = 8  // float32 numbers in a register
)

// tilePlain computes a tile with 6 rows and 16 columns in out, whose rows are width apart: the sum
// over taps of in[rows[tap][i]] × weights[tap], or adds it to out. Input rows are depth numbers
// wide, a multiple of 4; rows is [taps][6] and weights [taps][depth][16].
func tilePlain(out []float32, width int, in []float32, depth int, rows []int32, taps int, weights []float32, add bool) {
	for i := 0; i < tileRows; i += 2 {
		for j := 0; j < tileWide; j += 4 {
			var sum [8]float32
			a, b := out[i*width+j:i*width+j+4:i*width+j+4], out[(i+1)*width+j:(i+1)*width+j+4:(i+1)*width+j+4]
			if add {
				copy(sum[:4], a)
				copy(sum[4:], b)
			}
			for t := range taps {
				first, second := int(rows[t*tileRows+i])*depth, int(rows[t*tileRows+i+1])*depth
				dot(&sum, in[first:first+depth], in[second:second+depth], weights[t*depth*tileWide+j:])
			}
			copy(a, sum[:4])
			copy(b, sum[4:])
		}
	}
}

// dot adds to sum the products: two rows times four weight columns.
func dot(sum *[8]float32, a, b, weights []float32) {
	s0 := sum[0]
	s1 := sum[1]
	s2 := sum[2]
	s3 := sum[3]
	s4 := sum[4]
	s5 := sum[5]
	s6 := sum[6]
	s7 := sum[7]
	b = b[:len(a)]
	for k, x := range a {
		w := weights[k*tileWide : k*tileWide+4 : k*tileWide+4]
		y := b[k]
		s0 += x * w[0]
		s1 += x * w[1]
		s2 += x * w[2]
		s3 += x * w[3]
		s4 += y * w[0]
		s5 += y * w[1]
		s6 += y * w[2]
		s7 += y * w[3]
	}
	*sum = [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}

// rectify computes out = max(0, in·scale + shift) for the first len(scale) columns, a multiple of
// 8. Rows are stride apart.
func rectify(out, in, scale, shift []float32, rows, stride int) {
	width := len(scale)
	end := (rows-1)*stride + width
	out = out[:end]
	in = in[:end]
	shift = shift[:width]
	if hasFMA {
		rectifyFMA(&out[0], &in[0], &scale[0], &shift[0], rows, width, stride)
		return
	}
	rectifyPlain(out, in, scale, shift, rows, stride)
}

func rectifyPlain(out, in, scale, shift []float32, rows, stride int) {
	for r := range rows {
		from, to := in[r*stride:r*stride+len(scale)], out[r*stride:r*stride+len(scale)]
		for i, x := range from {
			to[i] = max(0, x*scale[i]+shift[i])
		}
	}
}

// pool computes the sum and the maximum of max(0, in + shift) over the given input rows, for the
// first len(shift) columns, a multiple of 8. Rows are stride apart.
func pool(sum, maximum, in, shift []float32, rows []int32, stride int) {
	for i := 0; i < len(shift); i += vector {
		if hasFMA {
			poolFMA(&sum[i : i+vector][0], &maximum[i : i+vector][0], &in[i], &shift[i : i+vector][0], &rows[0],
				len(rows), stride)
		} else {
			poolPlain(sum[i:i+vector], maximum[i:i+vector], in[i:], shift[i:i+vector], rows, stride)
		}
	}
}

func poolPlain(sum, maximum, in, shift []float32, rows []int32, stride int) {
	clear(sum)
	clear(maximum)
	for _, r := range rows {
		for i, x := range in[int(r)*stride : int(r)*stride+len(shift)] {
			x = max(0, x+shift[i])
			sum[i] += x
			maximum[i] = max(maximum[i], x)
		}
	}
}

// add computes out += in. The width must be a multiple of 8.
func add(out, in []float32) {
	in = in[:len(out)]
	if hasFMA {
		addFMA(&out[0], &in[0], len(out))
		return
	}
	addPlain(out, in)
}

func addPlain(out, in []float32) {
	for i, x := range in {
		out[i] += x
	}
}
