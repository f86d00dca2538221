package moderation

import (
	"context"
	"sync"
	"time"

	"rosette/server/account"
)

// openCountLife limits the age of cached counts: other processes add and close reports too.
const openCountLife = 5 * time.Second

// openCounts caches counts by moderator. A page then needs no query.
type openCounts struct {
	mu      sync.Mutex
	counts  map[account.Actor]openCount
	changes int // incremented by clear
}

// An openCount is a count for a moderator at a time.
type openCount struct {
	n  int
	at time.Time
}

// OpenReports counts open reports, up to one page. The count may be a few seconds old.
func (s *Service) OpenReports(ctx context.Context, v account.Visitor) (int, error) {
	if err := s.CheckModerator(v); err != nil {
		return 0, err
	}
	now := s.Now()
	cached, changes := s.open.find(v.Actor)
	if !cached.at.IsZero() && now.Sub(cached.at) < openCountLife {
		return cached.n, nil
	}
	all, _, err := s.ListReports(ctx, v, true, "")
	if err == nil {
		s.open.store(v.Actor, openCount{len(all), now}, changes)
	}
	return len(all), err
}

// find returns a moderator's count, or the zero openCount, and the current value for changes.
func (o *openCounts) find(actor account.Actor) (cached openCount, changes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.counts[actor], o.changes
}

// store caches a count, unless reports have changed since it was read.
func (o *openCounts) store(actor account.Actor, count openCount, changes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if changes != o.changes {
		return
	}
	if o.counts == nil {
		o.counts = map[account.Actor]openCount{}
	}
	o.counts[actor] = count
}

// clear removes all counts, because reports have changed.
func (o *openCounts) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.counts = nil
	o.changes++
}
