package match

import (
	"context"
	"sync"
	"time"

	"rosette/internal/panics"
	"rosette/play"
)

// A lease runs for leaseTime and is renewed every renewEvery. The host takes it for run out
// a little before the others do, so that it has let go of its matches when they take them.
const (
	leaseTime   = 3 * time.Second
	renewEvery  = time.Second
	leaseMargin = 500 * time.Millisecond
	leaveWait   = time.Second
	watchEvery  = 250 * time.Millisecond
)

// Leases say which of several hosts of a log acts, without being asked, for a match that
// waits for a bot or for the end of a clock. A host has a lease with an epoch, and a match
// belongs to the epoch that appended to it last. Who finds that a lease has run out takes
// its matches.
type Leases interface {
	// Join begins a lease and takes the matches of those that have run out.
	Join(ctx context.Context, now, until time.Time) (epoch int64, taken []play.ScheduledMatch, err error)

	// Renew makes a lease run longer and takes the matches of those that have run out; if
	// there are any, taken is all that it has. A lease that has run out is not held.
	Renew(ctx context.Context, epoch int64, now, until time.Time) (held bool, taken []play.ScheduledMatch, err error)

	// Leave lets a lease run out.
	Leave(ctx context.Context, epoch int64) error
}

// A lease is that of a host, and the matches that wait for a bot and belong to it. It is
// safe for concurrent use.
type lease struct {
	mu        sync.Mutex
	epoch     int64          // 0 before there is one
	until     time.Time      // when it has run out unless it is renewed, with monotonic reading
	matchSeqs map[string]int // the last event of each match with which it came to the host
	unowned   bool           // a match that waits may belong to nobody, or to this lease without the host's knowledge
}

// current returns the epoch of the lease, 0 if it has run out.
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

// expired reports whether others take the lease for run out.
func (l *lease) expired() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.until.IsZero() && time.Since(l.until) > leaseMargin
}

// hold notes that a match belongs to the host as long as it has this last event.
func (l *lease) hold(id string, seq int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.matchSeqs == nil {
		l.matchSeqs = map[string]int{}
	}
	l.matchSeqs[id] = seq
}

// markUnowned notes that a match that waits belongs to nobody, as one that was appended to while
// the lease had run out here, or that nobody may know to whom it belongs, as after an error
// of a log that may have done what it was asked for.
func (l *lease) markUnowned() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unowned = true
}

// hasUnowned reports whether there may be such matches.
func (l *lease) hasUnowned() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unowned
}

// release notes that a match waits for nothing, or belongs to another host.
func (l *lease) release(id string, seq int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held, ok := l.matchSeqs[id]; ok && held < seq {
		delete(l.matchSeqs, id)
	}
}

// setEpoch notes an epoch that was asked for at a time.
func (l *lease) setEpoch(epoch int64, requestTime time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.epoch, l.until = epoch, requestTime.Add(leaseTime-leaseMargin)
}

// reset forgets a lease and returns the matches that belonged to it.
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

// Holds reports whether the host is to act for a match whose last event is given. It is
// another's business if another host has appended that event, unless that one is gone.
func (h *Host) Holds(id string, seq int) bool {
	if h.options.Leases == nil {
		return true
	}
	h.lease.mu.Lock()
	defer h.lease.mu.Unlock()
	held, ok := h.lease.matchSeqs[id]
	return ok && held >= seq && h.lease.valid() != 0
}

// join begins a lease and takes up what waits.
func (h *Host) join(ctx context.Context) error {
	requestTime, now := time.Now(), h.time.now()
	epoch, taken, err := h.options.Leases.Join(ctx, now, now.Add(leaseTime))
	if err != nil {
		return err
	}
	h.lease.setEpoch(epoch, requestTime)
	h.takeUp(taken)
	return nil
}

// takeUp does what matches wait for that have come to the host. One in memory may lack what
// their host appended last.
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

// keepLease renews the lease until ctx ends, and then leaves it to others.
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

// watchLease tells when the lease has run out and when there is one again, until ctx ends. A
// renewal may wait much longer for a log that is not reached.
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

// renew renews the lease, or begins another one if it has run out. With a new lease come the
// matches that belong to nobody, and those that the former one had.
func (h *Host) renew(ctx context.Context) error {
	if h.lease.hasUnowned() {
		if err := h.options.Leases.Leave(ctx, h.lease.epoch); err != nil {
			return err
		}
		h.lease.reset()
		return h.join(ctx)
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
		h.options.OnBotTurn(id) // who thinks there finds out that it may be in vain
	}
	return h.join(ctx)
}
