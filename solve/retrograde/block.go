package retrograde

import "math/bits"

// A block evaluates all cells in a class by their numbers: bit i is the colour of the i-th stone.
type block struct {
	*table
	occupied  set
	stones    int
	words     []uint64    // the cells
	above     []uint64    // the layer with one more stone
	spread    [3][256]set // Black's stones as points, by byte of a cell
	liberties set         // the stones next to empty points
	rosettes  []set       // the occupied rosettes
	regions   []region
	empties   []emptyPoint
	dense     dense
	legality  legality
}

// A region is a connected set of empty points and the stones around it, as bits in a cell.
type region struct {
	size   int
	around uint32
}

// An emptyPoint locates the cells after a play at the point.
type emptyPoint struct {
	point int
	start uint32         // the class's first word in the layer above
	bit   uint32         // the new stone in a cell
	moved [3][256]uint32 // by byte of a cell: where its bits go
	high  uint32         // the same for all but the lowest byte of the current cell
}

// load prepares the block for a class.
func (k *block) load(class uint32) {
	k.occupied = k.members[class]
	k.stones = bits.OnesCount32(k.occupied)
	start := k.start[class]
	k.words = k.layers[k.stones][start : start+uint32(blockWords(k.stones))]
	empty := k.all &^ k.occupied
	k.liberties = k.neighbours(empty) & k.occupied
	k.rosettes = k.rosettes[:0]
	for _, r := range k.table.rosettes {
		if r&^k.occupied == 0 {
			k.rosettes = append(k.rosettes, r)
		}
	}
	var points [MostPoints]uint32
	stones := points[:0]
	for s := k.occupied; s != 0; s &= s - 1 {
		stones = append(stones, s&-s)
	}
	tabulate(&k.spread, stones)
	k.loadRegions(empty)
	k.loadEmpties(empty)
}

// tabulate fills t with the union of the images for the bits in each byte.
func tabulate(t *[3][256]uint32, images []uint32) {
	for i := range t {
		here := images[min(8*i, len(images)):min(8*i+8, len(images))]
		t[i][0] = 0
		for v := 1; v < 1<<len(here); v++ {
			t[i][v] = t[i][v&(v-1)] | here[bits.TrailingZeros(uint(v))]
		}
	}
}

func (k *block) loadRegions(empty set) {
	k.regions = k.regions[:0]
	for rest := empty; rest != 0; {
		r := k.fill(rest&-rest, empty)
		rest &^= r
		k.regions = append(k.regions, region{bits.OnesCount32(r), k.pack(k.neighbours(r)&k.occupied, k.occupied)})
	}
}

func (k *block) loadEmpties(empty set) {
	if k.empties == nil {
		k.empties = make([]emptyPoint, 0, MostPoints)
	}
	k.empties = k.empties[:0]
	if empty == 0 {
		return
	}
	k.above = k.layers[k.stones+1]
	var space [MostPoints]uint32
	for ; empty != 0; empty &= empty - 1 {
		k.empties = k.empties[:len(k.empties)+1]
		e := &k.empties[len(k.empties)-1]
		e.point = bits.TrailingZeros32(empty)
		of := k.of[k.occupied|1<<e.point]
		class, by := of>>symmetryBits, of&symmetryMask
		e.start = k.start[class]
		bit := func(point set) uint32 {
			return 1 << bits.OnesCount32(k.members[class]&(k.transform(by, point)-1))
		}
		e.bit = bit(1 << e.point)
		images := space[:0]
		for s := k.occupied; s != 0; s &= s - 1 {
			images = append(images, bit(s&-s))
		}
		tabulate(&e.moved, images)
	}
}

// seek prepares for the cells that share all bytes above the lowest with cell.
func (k *block) seek(cell uint32) {
	for i := range k.empties {
		e := &k.empties[i]
		e.high = e.moved[1][cell>>8&255] | e.moved[2][cell>>16&255]
	}
}

// black returns Black's stones in a cell.
func (k *block) black(cell uint32) set {
	return k.spread[0][cell&255] | k.spread[1][cell>>8&255] | k.spread[2][cell>>16&255]
}

// colors returns both colours' stones in a cell.
func (k *block) colors(cell uint32) stones {
	b := k.black(cell)
	return stones{b, k.occupied &^ b}
}

// legal reports whether each chain in a cell has a liberty or a rosette.
func (k *block) legal(cell uint32) bool {
	b := k.black(cell)
	return k.stands(b) && k.stands(k.occupied&^b)
}

func (k *block) stands(own set) bool {
	alive := own & k.liberties
	if alive == own {
		return true
	}
	for _, r := range k.rosettes {
		if r&^own == 0 {
			alive |= r
		}
	}
	return alive != 0 && k.fill(alive, own) == own
}

// ends returns the winner after two passes, like [table.end].
func (k *block) ends(cell uint32) label {
	var space [2]int // each colour's territory
	shared := false
	for i := range k.regions {
		switch r := &k.regions[i]; {
		case r.around == 0:
		case cell&r.around == r.around:
			space[black] += r.size
		case cell&r.around == 0:
			space[white] += r.size
		default:
			shared = true
		}
	}
	margin := 2*bits.OnesCount32(cell) - k.stones + space[black] - space[white]
	if !k.taxed || !shared {
		return k.winner(margin, margin)
	}
	if v := k.winner(margin-space[black], margin+space[white]); v != open {
		return v
	}
	return k.end(k.colors(cell))
}
