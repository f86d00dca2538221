package retrograde

import (
	"math/bits"

	"rosette/game/board"
)

// An element of [classes].of is the number of a class, and in the bits below it the index of the
// symmetry that takes the set to the representative.
const (
	symmetryBits = 6
	symmetryMask = 1<<symmetryBits - 1
)

// wordCells is the number of cells in each word.
const wordCells = 16

// classes are the sets of occupied points up to symmetry. A class has a cell for each way to colour
// its stones, numbered by Black's stones: bit i of the number is the i-th stone. All classes with
// the same number of stones are a layer.
type classes struct {
	of         []uint32         // by set
	members    []set            // by class number: the representative
	start      []uint32         // by class number: its first word in the layer
	layers     [][]uint32       // class numbers, by stone count
	sizes      []int            // words in each layer
	symmetries [][3][256]set    // by byte of a set: the image of its points
	extract    *[256][256]uint8 // by mask: each byte's bits under the mask, moved together
}

func newClasses(g *board.Graph, w *words) *classes {
	c := &classes{
		of: make([]uint32, w.all+1), layers: make([][]uint32, w.points+1), sizes: make([]int, w.points+1),
		extract: newExtract(),
	}
	maps := automorphisms(g, w)
	inverses := make([]uint32, len(maps))
	for i, m := range maps {
		c.symmetries = append(c.symmetries, byteTables(m))
		inverses[i] = inverse(maps, m)
	}
	const unknown = ^uint32(0)
	for s := range c.of {
		c.of[s] = unknown
	}
	for s := range w.all + 1 {
		if c.of[s] != unknown {
			continue
		}
		number, stones := uint32(len(c.members)), bits.OnesCount32(s)
		for i := range c.symmetries {
			c.of[c.transform(uint32(i), s)] = number<<symmetryBits | inverses[i]
		}
		c.members = append(c.members, s)
		c.start = append(c.start, uint32(c.sizes[stones]))
		c.layers[stones] = append(c.layers[stones], number)
		c.sizes[stones] += blockWords(stones)
	}
	return c
}

// blockWords returns the number of words for a class.
func blockWords(stones int) int { return max(1, 1<<stones/wordCells) }

// newExtract tabulates bit extraction (PEXT) for bytes.
func newExtract() *[256][256]uint8 {
	t := new([256][256]uint8)
	for mask := range 256 {
		for value := range 256 {
			n := 0
			for m := mask; m != 0; m &= m - 1 {
				t[mask][value] |= uint8(value >> bits.TrailingZeros8(uint8(m)) & 1 << n)
				n++
			}
		}
	}
	return t
}

// byteTables tabulates the points' images for each byte in a set.
func byteTables(m []board.Point) (t [3][256]set) {
	for p, to := range m {
		for value := range 256 {
			if value>>(p&7)&1 != 0 {
				t[p>>3][value] |= 1 << to
			}
		}
	}
	return t
}

// inverse returns the index of the map that undoes m.
func inverse(maps [][]board.Point, m []board.Point) uint32 {
	for i, other := range maps {
		undone := true
		for p, to := range m {
			undone = undone && int(other[to]) == p
		}
		if undone {
			return uint32(i)
		}
	}
	panic("retrograde: the symmetries are not a group")
}

// transform returns the image of a set under a symmetry.
func (c *classes) transform(by uint32, s set) set {
	t := &c.symmetries[by]
	return t[0][s&255] | t[1][s>>8&255] | t[2][s>>16&255]
}

// cell returns a position's class and cell number.
func (c *classes) cell(s stones) (class, cell uint32) {
	of := c.of[s[black]|s[white]]
	class = of >> symmetryBits
	return class, c.pack(c.transform(of&symmetryMask, s[black]), c.members[class])
}

// pack moves the bits in s under mask together (PEXT). The tables take 3 ns; calling an assembly
// function for PEXT would cost about as much.
func (c *classes) pack(s, mask set) uint32 {
	low, middle := mask&255, mask>>8&255
	at := bits.OnesCount8(uint8(low))
	packed := uint32(c.extract[low][s&255]) | uint32(c.extract[middle][s>>8&255])<<at
	at += bits.OnesCount8(uint8(middle))
	return packed | uint32(c.extract[mask>>16&255][s>>16&255])<<at
}

// bytes returns the memory that the classes take.
func (c *classes) bytes() int64 { return 4*int64(len(c.of)) + 12*int64(len(c.members)) }
