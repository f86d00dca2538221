package retrograde

import (
	"context"
	"math/bits"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// sweep evaluates the cells with an open label in a layer, for stale classes, with several
// goroutines. It returns the number of labels added and still open. The first sweep marks illegal
// cells; it needs the layers above. Labels stay right if ctx ends the sweep.
func (t *table) sweep(ctx context.Context, stones, threads int, done func(cells int)) (added, open int, err error) {
	list := t.classes.layers[stones]
	var next, sumAdded, sumOpen atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	t.clock++
	for range threads {
		group.Go(func() error {
			k := &block{table: t}
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if f := &t.fresh[list[i]]; t.stale(list[i]) {
					k.load(list[i])
					a, o := k.sweep(t.swept[stones] == 0)
					f.note(t.clock, a, o)
					sumAdded.Add(int64(a))
				}
				sumOpen.Add(int64(t.fresh[list[i]].open))
				done(1 << stones)
			}
			return nil
		})
	}
	if err = group.Wait(); err == nil {
		t.swept[stones]++
	}
	return int(sumAdded.Load()), int(sumOpen.Load()), err
}

// sweep evaluates the open cells in the block, all together if many are open.
func (k *block) sweep(first bool) (added, open int) {
	if first {
		k.markIllegal()
	}
	many := k.stones >= fewStones && k.openCells() > 1<<k.stones/denseShare
	if many {
		k.dense.load(k)
	}
	sought := ^uint32(0)
	for i, word := range k.words {
		left := openPairs(word)
		if left == 0 {
			continue
		}
		before := word
		if many {
			word = k.dense.label(k, i, word, left)
			left = 0
		}
		if base := uint32(i) * wordCells; left != 0 && base>>8 != sought {
			sought = base >> 8
			k.seek(base)
		}
		word = k.evaluateCells(i, word, left)
		atomic.StoreUint64(&k.words[i], word)
		added += k.record(i, before, word)
		open += bits.OnesCount64(openPairs(word))
	}
	return added, open
}

// denseShare bounds the share of open cells, 1/denseShare, up to which they are evaluated one by one.
const denseShare = 24

// openPairs returns the low bits for a word's open labels.
func openPairs(word uint64) uint64 { return lowBits &^ (word | word>>1) }

// openCells counts the cells with an open label.
func (k *block) openCells() (n int) {
	for _, word := range k.words {
		open := openPairs(word)
		n += bits.OnesCount64((open | open>>2) & firstBits)
	}
	return n
}

// evaluateCells evaluates the cells in a word that have labels in left.
func (k *block) evaluateCells(i int, word, left uint64) uint64 {
	for left != 0 {
		shift := bits.TrailingZeros64(left) &^ (cellBits - 1)
		left &^= cellMask << shift
		have := word >> shift & cellMask
		word |= k.evaluate(uint32(i)*wordCells+uint32(shift)/cellBits, have) << shift
	}
	return word
}

// markIllegal marks the illegal cells. A small class does not fill a word; the rest of the word
// counts as illegal.
func (k *block) markIllegal() {
	if k.stones < fewStones {
		for i, word := range k.words {
			for j := range uint32(wordCells) {
				if cell := uint32(i)*wordCells + j; cell >= 1<<k.stones || !k.legal(cell) {
					word |= illegalCell << (j * cellBits)
				}
			}
			atomic.StoreUint64(&k.words[i], word)
		}
		return
	}
	k.legality.load(k)
	for i := 0; i < len(k.words); i += 64 / wordCells {
		illegal := ^k.legality.legal(uint32(i * wordCells / 64))
		for j := range 64 / wordCells {
			atomic.StoreUint64(&k.words[i+j], k.words[i+j]|illegalCells(illegal>>(j*wordCells)))
		}
	}
}

// illegalCells returns a word where cell i is illegal if bit i of which is set.
func illegalCells(which uint64) uint64 {
	which &= 1<<wordCells - 1
	which = (which | which<<24) & 0x000000ff000000ff
	which = (which | which<<12) & 0x000f000f000f000f
	which = (which | which<<6) & 0x0303030303030303
	which = (which | which<<3) & firstBits
	return which * illegalCell
}

// record counts the labels added to a word, and stores the sweep number.
func (k *block) record(i int, before, now uint64) (added int) {
	set := openPairs(before) &^ openPairs(now)
	added = bits.OnesCount64(set)
	if k.order == nil {
		return added
	}
	start := 2 * wordCells * (k.start[k.of[k.occupied]>>symmetryBits] + uint32(i))
	for ; set != 0; set &= set - 1 {
		k.order[k.stones][start+uint32(bits.TrailingZeros64(set))/2] = uint8(k.sweeps + 1)
	}
	return added
}

// A freshness records when a class was evaluated and when it got labels, in number of swept layers,
// and how many of its labels are open.
type freshness struct{ evaluated, changed, open uint32 }

// stale reports whether the classes that plays lead to have got labels since this class was
// evaluated. Effects from labels behind a ko are left to a sweep over all classes.
func (t *table) stale(class uint32) bool {
	f := &t.fresh[class]
	if f.evaluated == 0 || t.thorough {
		return true
	}
	occupied, found := t.members[class], false
	look := func(after set) {
		found = found || t.fresh[t.of[after]>>symmetryBits].changedSince(f.evaluated)
	}
	for empty := t.all &^ occupied; empty != 0 && !found; empty &= empty - 1 {
		p := empty & -empty
		look(occupied | p)
		t.eachCapture(occupied, bits.TrailingZeros32(p), func(taken set) { look((occupied | p) &^ taken) })
	}
	return found
}

// changedSince reports whether the class has got labels at or after a time.
func (f *freshness) changedSince(time uint32) bool { return atomic.LoadUint32(&f.changed) >= time }

// note records an evaluation.
func (f *freshness) note(time uint32, added, open int) {
	f.evaluated, f.open = time, uint32(open)
	if added > 0 {
		atomic.StoreUint32(&f.changed, time)
	}
}
