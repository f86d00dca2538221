package retrograde

import "math/bits"

// A dense evaluates all cells of a class together, which takes less time than each by
// itself where many are open. Each word of won, open and koWon stands beside a word
// of the block. In it the low bit of a label speaks of the plays of that label's mover.
type dense struct {
	won   []uint64 // one wins, even if the opponent may retake a ko at once
	open  []uint64 // one is neither that nor a win of the opponent
	koWon []uint64 // one of the open ones wins by a ko that the opponent may not retake
	after []uint64 // the cells after the quiet plays at a point
	taking
	ko koTaking
}

// fewStones is the number of stones from which on classes fill the words that are
// looked at together.
const fewStones = 7

// load looks at all plays of a class.
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
	word |= wins((won | d.koWon[i]) & left)
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
		case winner != winOf(player) && lost>>shift&1 == 0:
		case winner == winOf(player) && opponents(settled)>>shift&1 != 0:
		default:
			word |= uint64(winner) << shift
		}
	}
	return word
}

// opponents moves what is said of each label of a word to the other one of its cell.
func opponents(pairs uint64) uint64 { return pairs>>2&blackPairs | pairs<<2&whitePairs }

// wins returns a win of the mover for each label that is given by its low bit.
func wins(pairs uint64) uint64 { return pairs&blackPairs | pairs<<1&whitePairs }

// losses returns a win of the opponent for each label that is given by its low bit.
func losses(pairs uint64) uint64 { return pairs<<1&blackPairs | pairs&whitePairs }
