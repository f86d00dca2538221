package retrograde

import "math/bits"

const (
	wordBits   = 4                  // low bits in a cell number, within a word
	blackPairs = 0x3333333333333333 // the labels with Black to move
	whitePairs = 0xcccccccccccccccc // the labels with White to move
)

// bitCells are the cells in a word whose number has the bit set.
var bitCells = [wordBits]uint64{0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// merge combines the cells that differ only in a bit, which is removed. Where the bit is set Black
// has played, and elsewhere White; each label of the opponent, now to move, goes to the place of
// the player's label.
func merge(to, from []uint64, bit int) {
	if bit >= wordBits {
		step := 1 << (bit - wordBits)
		for at := 0; at < len(to); at += step {
			unset := from[2*at : 2*at+step]
			set := from[2*at+step : 2*at+2*step]
			part := to[at : at+step]
			for i := range part {
				part[i] = set[i]>>2&blackPairs | unset[i]<<2&whitePairs
			}
		}
		return
	}
	for i := range to {
		to[i] = mergeWord(from[2*i], bit) | mergeWord(from[2*i+1], bit)<<32
	}
}

// mergeWord is merge for one word, and returns half a word.
func mergeWord(word uint64, bit int) uint64 {
	word = (word>>(cellBits<<bit+2)&blackPairs | word<<2&whitePairs) &^ bitCells[bit]
	for ; bit < wordBits-1; bit++ { // close the gaps, which double in width
		gap := cellBits << bit
		word = (word | word>>gap) &^ bitCells[bit+1]
	}
	return word
}

// quiet adds what plays at an empty point prove where they capture nothing. They lead from each
// cell to a cell in one class above. Once the bits there have the order used here, the words are
// the labels after the plays, so whole words are moved and compared. An illegal cell there means a
// capture or a suicide.
func (d *dense) quiet(k *block, e *emptyPoint) {
	merge(d.after, k.above[e.start:int(e.start)+2*len(d.after)], bits.TrailingZeros32(e.bit))
	stones := k.stones
	var place [MostPoints]int // by bit in a cell here: its bit in d.after
	for i := range stones {
		image := e.moved[i/8][1<<(i%8)]
		place[i] = bits.TrailingZeros32(image)
		if image > e.bit {
			place[i]--
		}
	}
	for i := range wordBits {
		if j := place[i]; j != i {
			exchange(d.after, i, j)
			for other := range place[:stones] {
				if place[other] == i {
					place[other] = j
				}
			}
			place[i] = i
		}
	}
	var images [MostPoints]uint32
	for i := wordBits; i < stones; i++ {
		images[i-wordBits] = 1 << (place[i] - wordBits)
	}
	var from [3][256]uint32
	tabulate(&from, images[:stones-wordBits])
	d.gather(&from)
}

// gather adds the words in d.after at the places in from.
func (d *dense) gather(from *[3][256]uint32) {
	for high := 0; high < len(d.after); high += 256 {
		base := from[1][high>>8&255] | from[2][high>>16&255]
		end := min(high+256, len(d.after))
		won, open := d.won[high:end], d.open[high:end]
		for i := range won {
			word := d.after[base|from[0][i&255]]
			low, other := word&lowBits, word>>1&lowBits
			won[i] |= low&^other&blackPairs | other&^low&whitePairs
			open[i] |= lowBits &^ (low | other)
		}
	}
}

// exchange exchanges two bits in all cell numbers. Either i or j has to be below wordBits.
func exchange(words []uint64, i, j int) {
	if i > j {
		i, j = j, i
	}
	if j < wordBits {
		shift := cellBits<<j - cellBits<<i
		moved := bitCells[i] &^ bitCells[j]
		for at, word := range words {
			t := (word>>shift ^ word) & moved
			words[at] = word ^ t ^ t<<shift
		}
		return
	}
	step := 1 << (j - wordBits)
	shift := cellBits << i
	kept := ^bitCells[i]
	for at := 0; at < len(words); at += 2 * step {
		unset, set := words[at:at+step], words[at+step:at+2*step]
		for n, low := range unset {
			t := (low>>shift ^ set[n]) & kept
			set[n] ^= t
			unset[n] = low ^ t<<shift
		}
	}
}
