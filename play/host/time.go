package host

import (
	"context"
	"sync"
	"time"

	"rosette/play"
)

// While clocks run, the host records every aliveInterval that it is alive. A gap of
// more than maxGap is an outage.
const (
	aliveInterval = time.Second
	maxGap        = 3 * time.Second
)

// serverTime is the time of the host, and the outages of the log. It is safe for
// concurrent use.
type serverTime struct {
	recording sync.Mutex // held while the log records that the host is alive

	mu       sync.Mutex
	base     time.Time // the wall clock at start, without monotonic reading
	began    time.Time // the start, with monotonic reading
	known    bool      // the host has recorded that it is alive and knows the outages
	alive    time.Time // when it did so last
	clocks   bool      // clocks ran then
	outages  []play.Outage
	extended chan struct{} // gets an element after an outage
}

func (t *serverTime) start(wall time.Time) {
	t.base, t.began, t.extended = wall.Round(0), time.Now(), make(chan struct{}, 1)
}

// now returns the time of the host.
func (t *serverTime) now() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.base.Add(time.Since(t.began))
}

// fresh reports whether the host has recorded lately that it is alive.
func (t *serverTime) fresh(limit time.Duration) bool {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known && now.Sub(t.alive) <= limit
}

// gap returns the gap in the records above which there was an outage, 0 if there was
// nothing to record.
func (t *serverTime) gap() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known && !t.clocks {
		return 0
	}
	return maxGap
}

// notBefore moves the host's time forward to a time that was recorded before, if the
// wall clock was behind it at the start.
func (t *serverTime) notBefore(last time.Time) {
	ahead := last.Sub(t.now())
	t.mu.Lock()
	defer t.mu.Unlock()
	if ahead > 0 {
		t.base = t.base.Add(ahead)
	}
}

// recordAlive records that the host is alive if the last record is too old to decide
// anything about a clock. Then there may have been an outage, which it reads.
func (h *Host) recordAlive(ctx context.Context) error {
	if h.time.fresh(maxGap) {
		return nil
	}
	t := &h.time
	t.recording.Lock()
	defer t.recording.Unlock()
	if t.fresh(maxGap) {
		return nil // another goroutine has done it
	}
	last, err := h.log.Alive(ctx, t.now(), t.gap())
	if err != nil {
		return err
	}
	t.notBefore(last)
	outages, err := h.log.Outages(ctx)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(outages) > len(t.outages) {
		select {
		case t.extended <- struct{}{}:
		default: // it is noted already
		}
	}
	t.known, t.clocks, t.outages = true, true, outages
	t.alive = t.base.Add(time.Since(t.began))
	return nil
}

// stayAlive records that the host is alive while clocks run.
func (h *Host) stayAlive(ctx context.Context) error {
	t := &h.time
	if _, clocks := h.deadlines.next(); !clocks {
		t.mu.Lock()
		t.clocks = false
		t.mu.Unlock()
		return nil
	}
	if !t.fresh(maxGap) {
		return h.recordAlive(ctx)
	}
	t.recording.Lock()
	defer t.recording.Unlock()
	now := t.now()
	if _, err := h.log.Alive(ctx, now, maxGap); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.alive, t.clocks = now, true
	return nil
}

// recorded returns the outages of the log.
func (t *serverTime) recorded() []play.Outage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.outages
}
