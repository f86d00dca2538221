package neural

import (
	"encoding/binary"
	"math"
)

// AppendShard appends the features in the encoding for self-play shards, which the trainer reads: a
// byte for each plane at each point (0 or 1; for planes with a range, 255 times the value,
// rounded), then each global as a little-endian binary16.
func (f *Features) AppendShard(to []byte) []byte {
	for at := 0; at < len(f.Points); at += numPlanes {
		point, row := f.Points[at:at+numPlanes], len(to)
		for _, x := range point {
			to = append(to, byte(x))
		}
		for _, plane := range [...]int{planeOwnHexagon, planeOppHexagon, planeEdge} {
			to[row+plane] = byte(math.Round(float64(255 * point[plane])))
		}
	}
	for _, x := range f.Globals {
		to = binary.LittleEndian.AppendUint16(to, toFloat16(x))
	}
	return to
}
