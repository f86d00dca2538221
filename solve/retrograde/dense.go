package retrograde

import "math/bits"

// A dense evaluates all cells in a class together, which is faster than one by one where many are
// open. Each word in won, open and koWon belongs to a word in the block. There the low bit of a
// label describes the plays by that label's mover.
type dense struct {
	won   []uint64 // some play wins, even if the opponent may retake a ko at once
	open  []uint64 // some play neither wins so nor loses
	koWon []uint64 // some open play wins by a ko that the opponent may not retake
	after []uint64 // the cells after the quiet plays at a point
	taking
	ko koTaking
}

// fewStones is the least number of stones with which a class fills the words that are processed
// together.
const fewStones = 7

// load evaluates all plays from a class.
func (d *dense) load(k *block) {
	size := len(k.words)
	d.won = zeroed(d.won, size)
	d.open = zeroed(d.open, size)
	d.koWon = zeroed(d.koWon, size)
	d.after = zeroed(d.after, size)
	for i := range k.empties {
		d.quiet(k, &k.empties[i])
		d.captures(k, k.empties[i].point)
	}
	for i := range k.empties {
		if p := k.empties[i].point; k.adjacent[p]&^k.occupied == 0 {
			d.kos(k, p)
		}
	}
}

// zeroed returns size zero words, reusing words if it is large enough.
func zeroed(words []uint64, size int) []uint64 {
	if cap(words) < size {
		return make([]uint64, size)
	}
	words = words[:size]
	clear(words)
	return words
}

// label returns a word of the block with the labels that all plays, a pass and the end of the game
// prove. left selects the labels to set. It follows the same rules as evaluation.label.
func (d *dense) label(k *block, i int, word, left uint64) uint64 {
	won := d.won[i]
	word |= wins((won | d.koWon[i]) & left)
	left &^= won
	settled := won | d.open[i] // some play does not lose
	lost := left &^ settled
	word |= losses(lost & opponents(won)) // a pass does not help either
	lost &^= opponents(won)
	left &= openPairs(word)
	for ended := lost | left&^opponents(settled); ended != 0; ended &= ended - 1 {
		shift := bits.TrailingZeros64(ended)
		player := uint8(shift >> 1 & 1)
		switch winner := k.ends(uint32(i*wordCells + shift/cellBits)); {
		case winner != winOf(player) && lost>>shift&1 == 0:
		case winner == winOf(player) && opponents(settled)>>shift&1 != 0:
		default:
			word |= uint64(winner) << shift
		}
	}
	return word
}

// opponents exchanges the two labels' bits within each cell.
func opponents(pairs uint64) uint64 { return pairs>>2&blackPairs | pairs<<2&whitePairs }

// wins returns a win for the mover for each label whose low bit is set.
func wins(pairs uint64) uint64 { return pairs&blackPairs | pairs<<1&whitePairs }

// losses returns a win for the opponent for each label whose low bit is set.
func losses(pairs uint64) uint64 { return pairs<<1&blackPairs | pairs&whitePairs }
