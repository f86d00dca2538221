package budget

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// largeHeap is a live heap size in bytes beyond which the budget's garbage is insignificant. A
// collection would then cost more than it gains.
const largeHeap = 256 << 20

// largeJob is the memory in bytes from which on a job makes the collector run more often, because
// the job's allocations during a slow collection count as alive. The heap then grows by half of its
// live size instead of doubling.
const (
	largeJob     = 8 << 20
	largePercent = 50
)

// setLarge updates whether a lease counts as a large job, and sets the heap growth between
// collections. The budget is locked.
func (b *Budget) setLarge(l *Lease) {
	large := l.memory >= largeJob && (l.state == runs || l.state == shrunk)
	if large == l.large {
		return
	}
	l.large = large
	if !large {
		if b.large--; b.large == 0 {
			debug.SetGCPercent(b.percent)
		}
		return
	}
	if b.large++; b.large == 1 {
		if b.percent = debug.SetGCPercent(largePercent); b.percent < largePercent { // even if the collector is off
			debug.SetGCPercent(b.percent)
		}
	}
}

// drop counts memory that was released and is not yet collected. The budget is locked.
func (b *Budget) drop(bytes int64) {
	b.garbage += bytes
	b.cycle, _ = collector()
}

// uncollected returns the released memory that may not be collected yet. The budget is locked.
func (b *Budget) uncollected() int64 {
	if b.garbage == 0 {
		return 0
	}
	// The cycle running at the last release may have found the memory alive.
	if cycle, alive := collector(); cycle >= b.cycle+2 || alive > largeHeap {
		b.garbage = 0
	}
	return b.garbage
}

// collect starts a collection and then the jobs that wait for it, unless one is already running. It
// does not block. The budget is locked.
func (b *Budget) collect() {
	if b.collects {
		return
	}
	b.collects = true
	go func() {
		b.mu.Lock()
		bytes := b.garbage
		b.mu.Unlock()
		runtime.GC()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.garbage = max(0, b.garbage-bytes)
		b.collects = false
		b.dispatch(time.Now())
	}()
}

// collector returns the number of completed garbage collector cycles, and the live heap in bytes
// after the last one.
func collector() (cycles uint64, alive uint64) {
	samples := [...]metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples[:])
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
