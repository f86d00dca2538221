package match

import (
	"container/heap"
	"sync"
	"time"
)

// deadlines holds the times at which clocks run out, earliest first. It is safe for concurrent use.
type deadlines struct {
	changed chan struct{} // gets an element when the next deadline may have changed

	mu      sync.Mutex
	heap    deadlineHeap
	of      map[string]*deadline
	waiting map[string]bool // matches whose time runs without a deadline, such as a bot's
}

type deadline struct {
	id    string
	at    time.Time
	index int // in the heap
}

func newDeadlines() *deadlines {
	return &deadlines{changed: make(chan struct{}, 1), of: map[string]*deadline{}, waiting: map[string]bool{}}
}

// set records a match's deadline; a zero time removes it.
func (d *deadlines) set(id string, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note(id, at)
}

// setWaiting records whether time runs in a match without a deadline: a bot's clock, or the time
// until a player whose opponent must agree loses patience.
func (d *deadlines) setWaiting(id string, runs bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if runs {
		d.waiting[id] = true
	} else {
		delete(d.waiting, id)
	}
}

// clocksRun reports whether any clock or other time runs.
func (d *deadlines) clocksRun() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.heap) > 0 || len(d.waiting) > 0
}

// add records a match's deadline unless one is already recorded.
func (d *deadlines) add(id string, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of[id] == nil {
		d.note(id, at)
	}
}

// postpone moves a past deadline to now plus while.
func (d *deadlines) postpone(id string, now time.Time, while time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known := d.of[id]; known != nil && !known.at.After(now) {
		d.note(id, now.Add(while))
	}
}

// note is set with the lock held.
func (d *deadlines) note(id string, at time.Time) {
	known := d.of[id]
	first := len(d.heap) > 0 && d.heap[0] == known
	switch {
	case known == nil && at.IsZero() || known != nil && known.at.Equal(at):
		return
	case at.IsZero():
		heap.Remove(&d.heap, known.index)
		delete(d.of, id)
		return
	case known == nil:
		known = &deadline{id: id, at: at}
		d.of[id] = known
		heap.Push(&d.heap, known)
	default:
		known.at = at
		heap.Fix(&d.heap, known.index)
	}
	if first || d.heap[0] == known {
		select {
		case d.changed <- struct{}{}:
		default: // already signalled
		}
	}
}

// due removes and returns the matches whose deadline is not after now.
func (d *deadlines) due(now time.Time) (ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.heap) > 0 && !d.heap[0].at.After(now) {
		id := heap.Pop(&d.heap).(*deadline).id
		delete(d.of, id)
		ids = append(ids, id)
	}
	return ids
}

// next returns the next deadline; ok is false if there is none.
func (d *deadlines) next() (at time.Time, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.heap) == 0 {
		return time.Time{}, false
	}
	return d.heap[0].at, true
}

// deadlineHeap implements [heap.Interface].
type deadlineHeap []*deadline

func (h deadlineHeap) Len() int           { return len(h) }
func (h deadlineHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }

func (h deadlineHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements [heap.Interface].
func (h *deadlineHeap) Push(x any) {
	d := x.(*deadline)
	d.index = len(*h)
	*h = append(*h, d)
}

// Pop implements [heap.Interface].
func (h *deadlineHeap) Pop() any {
	last := len(*h) - 1
	d := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return d
}
