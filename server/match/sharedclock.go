package match

import (
	"context"
	"time"
)

const (
	// steerEvery is the interval between readings of the shared clock.
	steerEvery = 10 * time.Second

	// steerRate limits how fast the host's time approaches the shared clock: it gains or loses at
	// most one part in steerRate. So time never goes back, and a player loses at most that part.
	steerRate = 100

	// warnOffset is the clock error above which the host logs a warning.
	warnOffset = time.Second
)

// A SharedClock returns the time from a clock that all hosts on a log share, such as the
// database's, and its error bound.
type SharedClock func(ctx context.Context) (now time.Time, within time.Duration, err error)

// elapsed returns the host time that passes in the first d after the last steering.
func (t *serverTime) elapsed(d time.Duration) time.Duration {
	most := d / steerRate
	return d + max(-most, min(most, t.offset))
}

// steer makes the host's time approach another, unless they agree within the error bound. It
// returns how far the host is behind.
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
