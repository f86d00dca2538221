package match

import (
	"context"
	"sync"
	"time"

	"rosette/internal/panics"
	"rosette/play"
)

// A lease runs for leaseTime and is renewed every renewEvery. For its own host it expires
// leaseMargin earlier, so that the host has released its matches when other hosts take them.
const (
	leaseTime   = 3 * time.Second
	renewEvery  = time.Second
	leaseMargin = 500 * time.Millisecond
	leaveWait   = time.Second
	watchEvery  = 250 * time.Millisecond
)

// Leases decides which host acts when a match on a shared log waits for a bot or for a clock to run
// out. Each host has a lease with an epoch, and a match belongs to the epoch that appended to it
// last. A host that finds an expired lease takes over its matches.
type Leases interface {
	// Join begins a lease and takes over the matches with expired leases.
	Acquire(ctx context.Context, now, until time.Time) (epoch int64, taken []play.ScheduledMatch, err error)

	// Renew extends a lease and takes over the matches with expired leases. If there are any, taken
	// lists all matches of the lease. held is false if the lease has expired.
	Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.ScheduledMatch, err error)

	// Leave ends a lease.
	Leave(ctx context.Context, epoch int64) error
}

// lease is this host's lease and the waiting matches that it owns. It is safe for concurrent use.
type lease struct {
	mu        sync.Mutex
	epoch     int64          // 0 before the first lease
	until     time.Time      // when it expires unless it is renewed, with monotonic reading
	matchSeqs map[string]int // last event of each match that waits for a bot on this host
	unowned   bool           // a waiting match may have no owner, or belong to this lease without the host's knowledge
}

// current returns the epoch of the lease, or 0 if it has expired.
func (l *lease) current() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.valid()
}

// valid is current with the lock held.
func (l *lease) valid() int64 {
	if !time.Now().Before(l.until) {
		return 0
	}
	return l.epoch
}

// expired reports whether the lease has expired for other hosts.
func (l *lease) expired() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.until.IsZero() && time.Since(l.until) > leaseMargin
}

// hold records that a match belongs to the host while seq is its last event.
func (l *lease) hold(id string, seq int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.matchSeqs == nil {
		l.matchSeqs = map[string]int{}
	}
	l.matchSeqs[id] = seq
}

// markUnowned records that a waiting match may have no owner: it was appended to while this host's
// lease was expired, or the log returned an error and may have completed the operation all the
// same.
func (l *lease) markUnowned() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unowned = true
}

// hasUnowned reports whether a waiting match may have no owner.
func (l *lease) hasUnowned() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unowned
}

// release records that a match no longer waits or belongs to another host.
func (l *lease) release(id string, seq int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held, ok := l.matchSeqs[id]; ok && held < seq {
		delete(l.matchSeqs, id)
	}
}

// setEpoch records an epoch requested at a time.
func (l *lease) setEpoch(epoch int64, requestTime time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.epoch, l.until = epoch, requestTime.Add(leaseTime-leaseMargin)
}

// reset clears the lease and returns its matches.
func (l *lease) reset() (ids []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.matchSeqs {
		ids = append(ids, id)
	}
	l.epoch = 0
	l.matchSeqs = nil
	l.unowned = false
	return ids
}

// Holds reports whether the host must act for a match with that last event. It returns false if
// another host appended the event, unless this host has taken the match over.
func (h *Host) Holds(id string, seq int) bool {
	if h.options.Leases == nil {
		return true
	}
	h.lease.mu.Lock()
	defer h.lease.mu.Unlock()
	held, ok := h.lease.matchSeqs[id]
	return ok && held >= seq && h.lease.valid() != 0
}

// join begins a lease and takes up its matches.
func (h *Host) acquireLease(ctx context.Context) error {
	requestTime, now := time.Now(), h.time.now()
	epoch, taken, err := h.options.Leases.Acquire(ctx, now, now.Add(leaseTime))
	if err != nil {
		return err
	}
	h.lease.setEpoch(epoch, requestTime)
	h.takeUp(taken)
	return nil
}

// takeUp resumes matches that the host has taken over. A match in memory may lack the last events
// from its former host.
func (h *Host) takeUp(taken []play.ScheduledMatch) {
	for _, s := range taken {
		h.cache.noteRemoteSeq(s.ID, s.Seq)
		h.deadlines.add(s.ID, s.Deadline)
		if s.Bot {
			h.lease.hold(s.ID, s.Seq)
			h.options.OnBotTurn(s.ID)
		}
	}
}

// keepLease renews the lease until ctx ends, and then gives it back.
func (h *Host) keepLease(ctx context.Context) {
	if h.options.Leases == nil {
		return
	}
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-ticker.C:
			err := panics.Catch(h.options.Log, func() error { return h.renew(ctx) }, "of", "the lease")
			if err != nil && ctx.Err() == nil {
				h.options.Log.Error("the lease of this server could not be renewed", "error", err)
			}
		}
	}
	leaving, done := context.WithTimeout(context.WithoutCancel(ctx), leaveWait)
	defer done()
	if err := h.options.Leases.Leave(leaving, h.lease.epoch); err != nil {
		h.options.Log.Warn("others take the games of this server when its lease has run out", "error", err)
	}
}

// watchLease reports changes through OnLeaseLost until ctx ends. It runs apart from renewals, which
// may wait much longer for an unreachable log.
func (h *Host) watchLease(ctx context.Context) {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for cut := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if expired := h.lease.expired(); expired != cut {
			cut = expired
			h.options.OnLeaseLost(cut)
		}
	}
}

// renew renews the lease, or begins another one if it has expired. A new lease takes over matches
// without an owner and those from the former lease.
func (h *Host) renew(ctx context.Context) error {
	if h.lease.hasUnowned() {
		if err := h.options.Leases.Leave(ctx, h.lease.epoch); err != nil {
			return err
		}
		h.lease.reset()
		return h.acquireLease(ctx)
	}
	requestTime, now := time.Now(), h.time.now()
	held, taken, err := h.options.Leases.Renew(ctx, h.lease.epoch, now, now.Add(leaseTime))
	switch {
	case err != nil:
		h.lease.markUnowned()
		return err
	case held:
		h.lease.setEpoch(h.lease.epoch, requestTime)
		if len(taken) > 0 {
			h.options.Log.Info("the games of a server that is gone go on here", "games", len(taken))
		}
		h.takeUp(taken)
		return nil
	}
	lost := h.lease.reset()
	h.options.Log.Warn("the lease of this server ran out; others may have taken its games", "games", len(lost))
	for _, id := range lost {
		h.options.OnBotTurn(id) // a bot at work on it learns that its move may be useless
	}
	return h.acquireLease(ctx)
}
