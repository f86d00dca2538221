package retrograde

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// sweep evaluates the cells of a layer that have an open label, by several
// goroutines, and returns how many labels it added and how many are open still. The
// first sweep finds what is illegal; it needs the layers above. A sweep that ctx ends
// leaves labels that are right.
func (t *table) sweep(ctx context.Context, stones, threads int, done func(cells int)) (added, open int, err error) {
	list := t.classes.layers[stones]
	var next, sumAdded, sumOpen atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range threads {
		group.Go(func() error {
			k := &block{table: t}
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				k.load(list[i])
				a, o := k.sweep(t.swept[stones] == 0)
				sumAdded.Add(int64(a))
				sumOpen.Add(int64(o))
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

// sweep evaluates the open cells of the block.
func (k *block) sweep(first bool) (added, open int) {
	size, sought := uint32(1)<<k.stones, ^uint32(0)
	for i, word := range k.words {
		if (word|word>>1)&lowBits == lowBits {
			continue
		}
		cell := uint32(i) * wordCells
		if cell>>8 != sought {
			sought = cell >> 8
			k.seek(cell)
		}
		for shift := 0; shift < 64; shift += cellBits {
			have := word >> shift & cellMask
			if have&labelMask == 0 || have>>2 == 0 {
				now := k.evaluateFirst(first, cell, size, have)
				word |= now << shift
				added += k.record(cell, have, now)
				open += openLabels(now)
			}
			cell++
		}
		atomic.StoreUint64(&k.words[i], word)
	}
	return added, open
}

// evaluateFirst evaluates a cell, or marks it illegal if it is. Small classes do not
// fill a word; the rest counts as illegal.
func (k *block) evaluateFirst(first bool, cell, size uint32, have uint64) uint64 {
	if first && (cell >= size || !k.legal(cell)) {
		return illegalCell
	}
	return k.evaluate(cell, have)
}

// openLabels returns how many of the labels of a cell are open.
func openLabels(cell uint64) (n int) {
	if cell&labelMask == 0 {
		n++
	}
	if cell>>2 == 0 {
		n++
	}
	return n
}

// record returns how many labels a cell has got, and keeps the number of the sweep.
func (k *block) record(cell uint32, before, now uint64) (added int) {
	if now == illegalCell {
		return 0
	}
	added = openLabels(before) - openLabels(now)
	if k.order == nil || added == 0 {
		return added
	}
	start := k.start[k.of[k.occupied]>>symmetryBits] * wordCells
	for player := range uint32(2) {
		if shift := 2 * player; before>>shift&labelMask == 0 && now>>shift&labelMask != 0 {
			k.order[k.stones][2*(start+cell)+player] = uint8(k.sweeps + 1)
		}
	}
	return added
}
