package budget

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// largeHeap is the size of a heap in bytes to whose garbage that of the budget adds little. There
// a collection would cost more than it gives back.
const largeHeap = 256 << 20

// largeJob is the memory of a job in bytes from which on the collector runs more often while the
// job lives, because what the job allocates during a slow collection counts as alive. Then the
// heap grows by half of what is alive instead of all of it.
const (
	largeJob     = 8 << 20
	largePercent = 50
)

// setLarge counts a lease among the large jobs, or no longer, and sets how far the heap grows
// between two collections. The budget is locked.
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
		if b.percent = debug.SetGCPercent(largePercent); b.percent < largePercent { // also without a collector
			debug.SetGCPercent(b.percent)
		}
	}
}

// drop counts memory that was given back and is not collected yet. The budget is locked.
func (b *Budget) drop(bytes int64) {
	b.garbage += bytes
	b.cycle, _ = collector()
}

// uncollected returns the memory that was given back and may not be collected yet. The budget is
// locked.
func (b *Budget) uncollected() int64 {
	if b.garbage == 0 {
		return 0
	}
	// The cycle that ran when the last memory was given back may have found it alive.
	if cycle, alive := collector(); cycle >= b.cycle+2 || alive > largeHeap {
		b.garbage = 0
	}
	return b.garbage
}

// collect collects the garbage and starts the jobs that wait for it, unless it does so already.
// It does not wait. The budget is locked.
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

// collector returns the number of cycles that the garbage collector has completed, and the bytes
// that the last one found alive.
func collector() (cycles uint64, alive uint64) {
	samples := [...]metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples[:])
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
