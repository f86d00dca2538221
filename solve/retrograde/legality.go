package retrograde

import "math/bits"

// A legality finds the legal cells in a class, 64 at a time: a word has a bit for each of 64
// consecutive cells. The lowest six bits of the cell number vary in the same way in each word; the
// bits above are constant.
type legality struct {
	stones   int
	free     [MostPoints]bool // stones next to empty points
	links    [][2]uint8       // neighbouring stones that are not both free
	rosettes [][]uint8        // stones in occupied rosettes
	colours  [MostPoints]uint64
	alive    [MostPoints]uint64
}

// lowColours are the first six stones' colours in 64 consecutive cells.
var lowColours = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000,
	0xffffffff00000000,
}

// load prepares for a block's class.
func (l *legality) load(k *block) {
	l.stones = 0
	l.links = l.links[:0]
	l.rosettes = l.rosettes[:0]
	var number [MostPoints]uint8 // the stone's number, by point
	for s := k.occupied; s != 0; s &= s - 1 {
		p := bits.TrailingZeros32(s)
		number[p] = uint8(l.stones)
		l.free[l.stones] = k.liberties>>p&1 != 0
		for near := k.adjacent[p] & k.occupied & (1<<p - 1); near != 0; near &= near - 1 {
			if other := number[bits.TrailingZeros32(near)]; !l.free[other] || !l.free[l.stones] {
				l.links = append(l.links, [2]uint8{other, uint8(l.stones)})
			}
		}
		l.stones++
	}
	for _, r := range k.rosettes {
		var stones []uint8
		for ; r != 0; r &= r - 1 {
			stones = append(stones, number[bits.TrailingZeros32(r)])
		}
		l.rosettes = append(l.rosettes, stones)
	}
}

// legal returns the legal cells among the 64 from 64×group on.
func (l *legality) legal(group uint32) uint64 {
	for i := range l.stones {
		if i < len(lowColours) {
			l.colours[i] = lowColours[i]
		} else {
			l.colours[i] = -uint64(group >> (i - len(lowColours)) & 1)
		}
		l.alive[i] = 0
		if l.free[i] {
			l.alive[i] = ^uint64(0)
		}
	}
	for _, r := range l.rosettes {
		full, none := ^uint64(0), ^uint64(0)
		for _, i := range r {
			full, none = full&l.colours[i], none&^l.colours[i]
		}
		for _, i := range r {
			l.alive[i] |= full | none
		}
	}
	l.spread()
	all := ^uint64(0)
	for _, alive := range l.alive[:l.stones] {
		all &= alive
	}
	return all
}

// spread marks a chain as alive if one of its stones is.
func (l *legality) spread() {
	for changed := uint64(1); changed != 0; {
		changed = 0
		for _, link := range l.links {
			a, b := link[0]%MostPoints, link[1]%MostPoints
			same := ^(l.colours[a] ^ l.colours[b])
			live := (l.alive[a] | l.alive[b]) & same
			changed |= live &^ (l.alive[a] & l.alive[b])
			l.alive[a] |= live
			l.alive[b] |= live
		}
	}
}
