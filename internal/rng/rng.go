// Package rng implements the engines' random number generators: the small value types [SplitMix]
// and [Xoshiro], and seeds derived from a seed.
//
// The numbers depend only on the seed, on every machine and in every version: position hashes on
// disk and the moves of a seeded engine depend on them. Do not use them for secrets; use
// crypto/rand.
package rng

import "math/bits"

// Golden is 2⁶⁴ divided by the golden ratio, the increment of [SplitMix]. As an odd factor without
// structure it also serves to combine hashes.
const Golden = 0x9e3779b97f4a7c15

// A SplitMix is the generator splitmix64 (Steele, Lea, Flood 2014): 64 bits of
// state, period 2⁶⁴. Its value is the state, so SplitMix(seed) is a seeded
// generator. It does not allocate and is not safe for concurrent use.
type SplitMix uint64

// Uint64 returns the next number, uniform over all 64 bits.
func (s *SplitMix) Uint64() uint64 {
	*s += Golden
	return Mix(uint64(*s))
}

// IntN returns the next number from 0 to n−1, uniform to within n·2⁻³². It requires 0 < n < 2³¹ and
// does not check it.
func (s *SplitMix) IntN(n int) int { return int(s.Uint64() >> 32 * uint64(n) >> 32) }

// A Xoshiro is the generator xoshiro256++ (Blackman, Vigna 2019): 256 bits of state, period 2²⁵⁶−1,
// faster than [SplitMix] in a loop. The zero value yields only zeros; use [NewXoshiro]. It does not
// allocate and is not safe for concurrent use.
type Xoshiro [4]uint64

// NewXoshiro returns a generator with its state filled from the seed by [SplitMix], as its authors
// recommend.
func NewXoshiro(seed uint64) Xoshiro {
	s := SplitMix(seed)
	return Xoshiro{s.Uint64(), s.Uint64(), s.Uint64(), s.Uint64()}
}

// Uint64 returns the next number, uniform over all 64 bits.
func (x *Xoshiro) Uint64() uint64 {
	a := x[0]
	b := x[1]
	c := x[2] ^ x[0]
	d := x[3]
	*x = Xoshiro{a ^ b ^ d, b ^ c, c ^ b<<17, bits.RotateLeft64(b^d, 45)}
	return bits.RotateLeft64(a+d, 23) + a
}

// IntN returns the next number from 0 to n−1, uniform to within n·2⁻³². It requires 0 < n < 2³¹ and
// does not check it.
func (x *Xoshiro) IntN(n int) int { return int(x.Uint64() >> 32 * uint64(n) >> 32) }

// Float32 returns the next number in [0, 1), a multiple of 2⁻²⁴.
func (x *Xoshiro) Float32() float32 { return float32(x.Uint64()>>40) * 0x1p-24 }

// Mix spreads the bits of z over all 64, the finalizer of splitmix64. It is a
// bijection, and Mix(0) is 0.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Seed derives a seed from a seed and non-negative numbers that identify its use, such as game and
// player numbers. Different numbers give unrelated seeds.
func Seed(base uint64, numbers ...int) uint64 {
	for _, n := range numbers {
		base = Mix(base + Golden*uint64(n+1))
	}
	return base
}

// Stream returns the seed for the i-th of several parallel generators, such as one per thread. For
// number 0 it is seed itself, so that a single-threaded run does not depend on the number of
// generators.
func Stream(seed uint64, i int) uint64 {
	if i == 0 {
		return seed
	}
	return Seed(seed, i)
}
