package match

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

// serverTime holds the host's time and the log's outages. It is safe for concurrent use.
type serverTime struct {
	recording sync.Mutex // held while the log records that the host is alive

	mu          sync.Mutex
	base        time.Time     // the wall clock at start or at the last steering, without monotonic reading
	startedAt   time.Time     // that moment, with monotonic reading
	offset      time.Duration // how far it was behind the shared clock then
	initialized bool          // the host has recorded that it is alive and has read the outages
	lastAlive   time.Time     // time of the last record
	clocks      bool          // a clock has run since then
	outages     []play.Outage
	extended    chan struct{} // gets an element after an outage
}

func (t *serverTime) start(wall time.Time) {
	t.base = wall.Round(0)
	t.startedAt = time.Now()
	t.extended = make(chan struct{}, 1)
}

// now returns the host's time.
func (t *serverTime) now() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.base.Add(t.elapsed(time.Since(t.startedAt)))
}

// fresh reports whether the host has recently recorded that it is alive.
func (t *serverTime) fresh() bool {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.initialized && now.Sub(t.lastAlive) <= maxGap
}

// setClocks records whether clocks run.
func (t *serverTime) setClocks(run bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clocks = run
}

// gap returns the gap in the records above which there was an outage, or 0 if no clock has run
// since the last record.
func (t *serverTime) gap() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.initialized && !t.clocks {
		return 0
	}
	return maxGap
}

// notBefore moves the host's time forward to a recorded time, if the wall clock was behind it at
// the start.
func (t *serverTime) notBefore(last time.Time) {
	ahead := last.Sub(t.now())
	t.mu.Lock()
	defer t.mu.Unlock()
	if ahead > 0 {
		t.base = t.base.Add(ahead)
	}
}

// recordAlive is called before any decision about a clock. It records that the host is alive if the
// last record is too old.
func (h *Host) recordAlive(ctx context.Context) error {
	t := &h.time
	if !t.fresh() {
		t.recording.Lock()
		defer t.recording.Unlock()
		if !t.fresh() { // no other goroutine has recorded it
			if err := h.record(ctx); err != nil {
				return err
			}
		}
	}
	t.setClocks(true)
	return nil
}

// stayAlive records that the host is alive if clocks run.
func (h *Host) stayAlive(ctx context.Context) error {
	if !h.deadlines.clocksRun() {
		h.time.setClocks(false)
		return nil
	}
	h.time.recording.Lock()
	defer h.time.recording.Unlock()
	h.time.setClocks(true)
	return h.record(ctx)
}

// record records that the host is alive. If its last record is old, the host has missed an outage
// recorded by itself or another process, and reads the outages.
func (h *Host) record(ctx context.Context) error {
	t := &h.time
	fresh, now := t.fresh(), t.now()
	last, err := h.log.Alive(ctx, now, t.gap())
	if err != nil {
		return err
	}
	outages := t.outageList()
	if !fresh || now.Sub(last) > maxGap {
		if outages, err = h.log.Outages(ctx); err != nil {
			return err
		}
	}
	t.notBefore(last)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(outages) > len(t.outages) {
		select {
		case t.extended <- struct{}{}:
		default: // already signalled
		}
	}
	t.initialized = true
	t.outages = outages
	t.lastAlive = now
	if last.After(now) {
		t.lastAlive = last
	}
	return nil
}

// outageList returns the log's outages.
func (t *serverTime) outageList() []play.Outage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.outages
}
