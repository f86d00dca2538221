package neural

import (
	"encoding/binary"
	"math"
)

// Append adds the features to bytes as shards of self-play have them: a byte for
// each plane of each point, in 255ths where a plane is more than yes or no, and
// 16 bits for each number of the whole, little-endian.
func (f *Features) Append(to []byte) []byte {
	for i, x := range f.Points {
		switch i % planes {
		case planeOwnHexagon, planeTheirs, planeRim:
			x *= 255
		}
		to = append(to, byte(math.Round(float64(x))))
	}
	for _, x := range f.Globals {
		to = binary.LittleEndian.AppendUint16(to, toHalf(x))
	}
	return to
}
