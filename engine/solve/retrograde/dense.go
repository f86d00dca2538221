package retrograde

import "math/bits"

// A dense evaluates all cells of a class together, which takes less time than each by
// itself where many are open. Each word of won, open and ko stands beside a word of
// the block. In it the low bit of a label speaks of the plays of that label's mover.
type dense struct {
	won   []uint64 // one wins, even if the opponent may retake a ko at once
	open  []uint64 // one is neither that nor a win of the opponent
	ko    []uint64 // one takes a ko, and does not win if the opponent may retake
	after []uint64 // the cells after the quiet plays at a point
	taking
}

// fewStones is the number of stones from which on classes fill the words that are
// looked at together.
const fewStones = 7

// load looks at all plays of a class.
func (d *dense) load(k *block) {
	size := len(k.words)
	d.won, d.open, d.ko, d.after = zeroed(d.won, size), zeroed(d.open, size), zeroed(d.ko, size), zeroed(d.after, size)
	for i := range k.empties {
		d.quiet(k, &k.empties[i])
		d.captures(k, k.empties[i].point)
	}
}

// zeroed returns size words of zeros, in the memory of words if they fit.
func zeroed(words []uint64, size int) []uint64 {
	if cap(words) < size {
		return make([]uint64, size)
	}
	words = words[:size]
	clear(words)
	return words
}

// label returns a word of the block with the labels that all plays, a pass and the end of
// the game prove of those that are left. It says what evaluation.label does.
func (d *dense) label(k *block, i int, word, left uint64) uint64 {
	won := d.won[i]
	if kos := d.ko[i] &^ won; kos != 0 {
		word |= wins(d.takeKos(k, i, kos&(left|opponents(left)))) // and settled, as an open play
	}
	word |= wins(won & left)
	left &^= won
	settled := won | d.open[i] // a play is no win of the opponent
	lost := left &^ settled
	word |= losses(lost & opponents(won)) // a pass does not help either
	lost &^= opponents(won)
	left &= openPairs(word)
	for ended := lost | left&^opponents(settled); ended != 0; ended &= ended - 1 {
		shift := bits.TrailingZeros64(ended)
		player := uint8(shift >> 1 & 1)
		switch winner := k.ends(uint32(i*wordCells + shift/cellBits)); {
		case winner != player && lost>>shift&1 == 0:
		case winner == player && opponents(settled)>>shift&1 != 0:
		default:
			word |= uint64(winOf(winner)) << shift
		}
	}
	return word
}

// takeKos looks at the kos that the movers of some labels of a word take. It returns the
// labels for which one wins, and adds the others that are no win of the opponent.
func (d *dense) takeKos(k *block, i int, kos uint64) (won uint64) {
	for ; kos != 0; kos &= kos - 1 {
		shift := bits.TrailingZeros64(kos)
		wins, lost := k.takeKos(uint32(i*wordCells+shift/cellBits), uint8(shift>>1&1))
		if wins {
			won |= 1 << shift
		}
		if !lost {
			d.open[i] |= 1 << shift
		}
	}
	return won
}

// takeKos reports whether a player wins in a cell by taking a ko, and whether all kos he
// can take are wins of the opponent.
func (k *block) takeKos(cell uint32, player uint8) (wins, lost bool) {
	s := stones{black: k.black(cell)}
	s[white] = k.occupied &^ s[black]
	own, foe := s[player], s[player^1]
	lost = true
	for i := range k.empties {
		p := k.empties[i].point
		if k.adjacent[p]&^foe != 0 {
			continue
		}
		after, left, taken, _ := k.play(own, foe, p)
		n := node{situation: situation{mover: player ^ 1}, ban: k.ko(after, left, taken, p)}
		if n.ban == 0 {
			continue
		}
		n.stones[player], n.stones[player^1] = after, left
		v := k.table.value(n)
		wins = wins || v == winOf(player)
		lost = lost && v == winOf(player^1)
	}
	return wins, lost
}

// opponents moves what is said of each label of a word to the other one of its cell.
func opponents(pairs uint64) uint64 { return pairs>>2&blackPairs | pairs<<2&whitePairs }

// wins returns a win of the mover for each label that is given by its low bit.
func wins(pairs uint64) uint64 { return pairs&blackPairs | pairs<<1&whitePairs }

// losses returns a win of the opponent for each label that is given by its low bit.
func losses(pairs uint64) uint64 { return pairs<<1&blackPairs | pairs&whitePairs }
