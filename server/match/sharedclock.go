package match

import (
	"context"
	"time"
)

const (
	// steerEvery is the time between two looks at the shared clock.
	steerEvery = 10 * time.Second

	// steerRate bounds how much the host's time runs fast or slow while it follows the
	// shared clock: by one part of this many. Time never goes back, and no player loses
	// more than that of his.
	steerRate = 100

	// warnOffset is the clock error from which on the host logs a warning.
	warnOffset = time.Second
)

// A SharedClock tells the time of a clock that all hosts of a log share, such as that of
// its database, and how much it may be wrong.
type SharedClock func(ctx context.Context) (now time.Time, within time.Duration, err error)

// elapsed returns a duration of the host since it was steered last, d after that.
func (t *serverTime) elapsed(d time.Duration) time.Duration {
	most := d / steerRate
	return d + max(-most, min(most, t.offset))
}

// steer has the host's time approach another one, unless they are the same as far as is
// known. It returns by how much the host is behind.
func (t *serverTime) steer(to time.Time, within time.Duration) (behind time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	at := t.base.Add(t.elapsed(now.Sub(t.startedAt)))
	behind = to.Sub(at)
	t.base = at
	t.startedAt = now
	t.offset = behind
	if behind.Abs() <= within {
		t.offset = 0
	}
	return behind
}

// followClock follows the shared clock until ctx ends.
func (h *Host) followClock(ctx context.Context) {
	if h.options.Shared == nil {
		return
	}
	ticker := time.NewTicker(steerEvery)
	defer ticker.Stop()
	warned := false
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		now, within, err := h.options.Shared(ctx)
		if err != nil {
			if ctx.Err() == nil {
				h.options.Log.Warn("the shared clock is not known at the moment", "error", err)
			}
			continue
		}
		behind := h.time.steer(now, within)
		if far := behind.Abs() > warnOffset; far != warned {
			if warned = far; far {
				h.options.Log.Warn("the shared clock was set, and the clocks of games follow it slowly", "behind",
					behind)
			}
		}
	}
}
