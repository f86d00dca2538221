package board

import "rosette/internal/rng"

// A Hash is a 128-bit key for a position (Zobrist 1970): the exclusive or of one random key per
// stone. The empty board has the zero Hash. Where 64 bits suffice, use only Lo.
type Hash struct{ Hi, Lo uint64 }

// Xor returns the exclusive or of two keys.
func (h Hash) Xor(k Hash) Hash { return Hash{h.Hi ^ k.Hi, h.Lo ^ k.Lo} }

// Key returns the key for a stone with colour c on p.
func Key(p Point, c Color) Hash { return keys[c][p] }

// keys depends only on point and colour, so hashes can be stored. Another seed or order of numbers
// would invalidate every stored hash.
var keys = func() (k ByColor[[MaxPoints]Hash]) {
	random := rng.SplitMix(1975)
	for p := range MaxPoints {
		for c := Black; c <= White; c++ {
			k[c][p] = Hash{random.Uint64(), random.Uint64()}
		}
	}
	return k
}()

// HashFromScratch computes [View.Hash] from the stones, as a check.
func (b *View) HashFromScratch() Hash {
	var h Hash
	for p := range b.graph.near {
		if c := b.cell[p].color; c != Empty {
			h = h.Xor(keys[c][p])
		}
	}
	return h
}
