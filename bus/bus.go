// Package bus tells whoever watches a match that it has grown. Its word is a
// hint: hints merge and may be lost, and the journal is the truth.
package bus

import "sync"

// Local tells the watchers of this process. The zero Local is ready; it is
// safe for concurrent use.
type Local struct {
	mu       sync.Mutex
	watchers map[string]map[chan int]bool
}

// Announce tells the watchers of a match the number of its last event. It
// never waits for them.
func (l *Local) Announce(match string, seq int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for hints := range l.watchers[match] {
		select {
		case old := <-hints:
			hints <- max(old, seq)
		default:
			hints <- seq // only Announce fills it, and the lock keeps others out
		}
	}
}

// Watch returns hints of a match from now on: the highest number announced
// since the last one read. Stop ends them and closes the channel; to stop
// twice does no harm.
func (l *Local) Watch(match string) (hints <-chan int, stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watchers == nil {
		l.watchers = map[string]map[chan int]bool{}
	}
	if l.watchers[match] == nil {
		l.watchers[match] = map[chan int]bool{}
	}
	c := make(chan int, 1)
	l.watchers[match][c] = true
	return c, func() { l.drop(match, c) }
}

func (l *Local) drop(match string, c chan int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.watchers[match][c] {
		return
	}
	delete(l.watchers[match], c)
	if len(l.watchers[match]) == 0 {
		delete(l.watchers, match)
	}
	close(c)
}
