package api

import "sync"

// topics are the topics that a socket has joined. Both of its goroutines use them.
type topics struct {
	mu  sync.Mutex
	all map[string]bool
}

// add adds a topic, and reports false if there are most others already.
func (t *topics) add(topic string, most int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.all[topic] && len(t.all) >= most {
		return false
	}
	if t.all == nil {
		t.all = map[string]bool{}
	}
	t.all[topic] = true
	return true
}

// remove removes a topic; one that is not there does no harm.
func (t *topics) remove(topic string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all, topic)
}
