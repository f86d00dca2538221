package storm

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// subBits is the number of bits that a Histogram keeps below a duration's highest bit, in
// microseconds. The relative error is at most 1/32.
const subBits = 5

// A Histogram counts durations. Add does not allocate and is safe for concurrent use. The zero
// Histogram is empty.
type Histogram struct {
	counts [(43 - subBits) << subBits]atomic.Uint64 // up to 2⁴² µs, 50 days
	max    atomic.Int64
}

// Add counts a duration. Durations below a microsecond count as 0.
func (h *Histogram) Add(d time.Duration) {
	v := uint64(max(d.Microseconds(), 0))
	h.counts[min(bucket(v), len(h.counts)-1)].Add(1)
	for {
		old := h.max.Load()
		if int64(d) <= old || h.max.CompareAndSwap(old, int64(d)) {
			return
		}
	}
}

// bucket returns the counter's index for v microseconds.
func bucket(v uint64) int {
	shift := bits.Len64(v) - subBits - 1
	if shift <= 0 {
		return int(v)
	}
	return shift<<subBits + int(v>>shift)
}

// least returns the smallest number of microseconds in a bucket.
func least(bucket int) uint64 {
	if bucket < 2<<subBits {
		return uint64(bucket)
	}
	shift := bucket>>subBits - 1
	return uint64(bucket-shift<<subBits) << shift
}

// Count returns the number of durations.
func (h *Histogram) Count() (n uint64) {
	for i := range h.counts {
		n += h.counts[i].Load()
	}
	return n
}

// Max returns the longest duration.
func (h *Histogram) Max() time.Duration { return time.Duration(h.max.Load()) }

// Quantile returns a duration that the share q of all durations does not exceed, or 0 if there are
// no durations. It is the upper end of a bucket, at most 3 % too long.
func (h *Histogram) Quantile(q float64) time.Duration {
	rest := uint64(q * float64(h.Count()))
	for i := range h.counts {
		n := h.counts[i].Load()
		if n > rest {
			return min(time.Duration(least(i+1))*time.Microsecond, h.Max())
		}
		rest -= n
	}
	return h.Max()
}
