package neural

import "math"

// Conversion from and to IEEE 754 binary16 (a sign bit, 5 exponent bits, 10 fraction bits), the
// format for weights and globals.

// fromFloat16 converts h without loss.
func fromFloat16(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exponent := uint32(h >> 10 & 31)
	fraction := uint32(h & 1023)
	switch exponent {
	case 0: // subnormal: no implied leading one
		x := float32(fraction) / (1 << 24)
		return math.Float32frombits(sign | math.Float32bits(x))
	case 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

// toFloat16 rounds x to the nearest binary16, ties to even. Overflow becomes infinity.
func toFloat16(x float32) uint16 {
	bits := math.Float32bits(x)
	sign, size := uint16(bits>>31)<<15, math.Float32frombits(bits&^(1<<31))
	switch {
	case size != size:
		return sign | 31<<10 | 1
	case size >= 65520:
		return sign | 31<<10
	case size < 1.0/(1<<14):
		return sign | uint16(math.RoundToEven(float64(size)*(1<<24)))
	}
	bits = math.Float32bits(size) - (127-15)<<23
	return sign | uint16((bits+1<<12-1+bits>>13&1)>>13)
}
