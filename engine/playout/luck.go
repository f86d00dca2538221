package playout

import "math/bits"

// luck is xoshiro256++ (Blackman, Vigna 2019), inlined into playouts.
type luck [4]uint64

// newLuck fills the state from a seed by splitmix64.
func newLuck(seed uint64) luck {
	var s luck
	for i := range s {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		s[i] = z ^ z>>31
	}
	return s
}

func (s *luck) next() uint64 {
	r := bits.RotateLeft64(s[0]+s[3], 23) + s[0]
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return r
}

// below returns a number from 0 to n−1, each as likely as the next to within
// 2⁻³².
func (s *luck) below(n int) int {
	return int(s.next() >> 32 * uint64(n) >> 32)
}
