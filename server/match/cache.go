package match

import (
	"container/list"
	"context"
	"math"
	"sync"

	"rosette/play/view"
)

// An entry is a match in memory. Its lock guards view and published; the cache's lock guards the
// other fields.
type entry struct {
	id        string
	topic     string
	lock      chan struct{}    // holds an element while the entry is locked
	view      *view.Projection // the match; nil until it is loaded, and after a failed append
	published int              // number of the last event published or loaded
	changing  bool             // events are being applied and appended; the match may differ from the log

	subscribed bool // to changes by other hosts; guarded by the entry's lock

	// last event that other hosts are known to have appended since the match was loaded; unknownSeq
	// if a notification may be lost
	remoteSeq int
	loadedSeq int // last event when the match was last released
	users     int // goroutines that hold or want the lock
	cost      int // estimated bytes, while unused
	element   *list.Element
}

// reset makes the entry a match without events.
func (e *entry) reset() { e.view = view.NewProjection(e.id) }

// drop forgets the match, which may differ from the log.
func (e *entry) drop() { e.view, e.changing = nil, false }

// seq returns the number of the last event, 0 if the match could not be read.
func (e *entry) seq() int {
	if e.view == nil {
		return 0
	}
	return e.view.Match().Seq()
}

// A cache holds the matches in use and the most recently used others. Its zero value retains no
// unused match.
type cache struct {
	unwatch  func(id string) // called when a watched entry is dropped; must not block
	capacity int             // estimated bytes of unused entries, at most

	mu      sync.Mutex
	cost    int // estimated bytes of unused entries
	entries map[string]*entry
	unused  list.List // of *entry, most recently used first
}

// acquire returns a match's entry, locked. The caller must release it.
func (c *cache) acquire(ctx context.Context, id string) (*entry, error) {
	e := c.use(id)
	select {
	case e.lock <- struct{}{}:
		return e, nil
	case <-ctx.Done():
		c.leave(e, unchanged)
		return nil, ctx.Err()
	}
}

func (c *cache) use(id string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string]*entry{}
	}
	e, ok := c.entries[id]
	if !ok {
		e = &entry{id: id, topic: view.Topic(id), lock: make(chan struct{}, 1), cost: gone}
		c.entries[id] = e
	}
	if e.element != nil {
		c.unused.Remove(e.element)
		c.cost -= e.cost
		e.element = nil
	}
	e.users++
	return e
}

// release unlocks an entry.
func (c *cache) release(e *entry) {
	cost := gone
	if e.view != nil {
		cost = e.view.Cost()
	}
	c.mu.Lock()
	e.loadedSeq = e.seq()
	c.mu.Unlock()
	<-e.lock
	c.leave(e, cost)
}

// unknownSeq is the remoteSeq of a match for which a notification may be lost.
const unknownSeq = math.MaxInt

// noteRemoteSeq records that a match has events up to seq, and reports whether that was known.
func (c *cache) noteRemoteSeq(id string, seq int) (known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[id]
	if !ok {
		return false
	}
	known = e.loadedSeq >= seq || e.remoteSeq >= seq && e.remoteSeq != unknownSeq
	e.remoteSeq = max(e.remoteSeq, seq)
	return known
}

// behind reports whether other hosts are known to have appended to a match since it was loaded. It
// resets remoteSeq, so the caller must then read the log.
func (c *cache) behind(e *entry) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	heard := e.remoteSeq
	e.remoteSeq = 0
	return heard > e.seq()
}

// Special costs for leave.
const (
	gone      = -1 // the entry has no match
	unchanged = -2 // the entry was not locked
)

// leave ends a use. It retains the match of an unused entry if there is room.
func (c *cache) leave(e *entry, cost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cost != unchanged {
		e.cost = cost
	}
	if e.users--; e.users > 0 {
		return
	}
	if e.cost == gone {
		c.remove(e)
		return
	}
	e.element = c.unused.PushFront(e)
	c.cost += e.cost
	for c.cost > c.capacity {
		oldest := c.unused.Remove(c.unused.Back()).(*entry)
		c.cost -= oldest.cost
		c.remove(oldest)
	}
}

// remove drops an unused entry.
func (c *cache) remove(e *entry) {
	delete(c.entries, e.id)
	if e.subscribed {
		c.unwatch(e.id)
	}
}

// size returns the number of matches in the cache.
func (c *cache) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

// ids returns the matches in memory.
func (c *cache) ids() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := make([]string, 0, len(c.entries))
	for id := range c.entries {
		ids = append(ids, id)
	}
	return ids
}
