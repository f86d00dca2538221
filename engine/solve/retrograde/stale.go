package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A freshness is when a class was evaluated and when it got labels, in layers that had
// been swept before, and how many of its labels are open.
type freshness struct{ evaluated, changed, open uint32 }

// stale reports whether labels that those of a class follow from have been set since it
// was evaluated: of the classes that its plays lead to. What follows from labels behind a
// ko is left to a sweep over all.
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

// changedSince reports whether the class has got labels since a time, or while it was evaluated.
func (f *freshness) changedSince(time uint32) bool { return atomic.LoadUint32(&f.changed) >= time }

// note notes the evaluation of a class.
func (f *freshness) note(time uint32, added, open int) {
	f.evaluated, f.open = time, uint32(open)
	if added > 0 {
		atomic.StoreUint32(&f.changed, time)
	}
}
