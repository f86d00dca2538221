package site

import (
	"sync"
	"time"
)

// A quota lets each address do something so many times in a span. A span
// begins with the first time.
type quota struct {
	mu    sync.Mutex
	most  int
	span  time.Duration
	spent map[string]spending
}

type spending struct {
	since time.Time
	times int
}

// maxSpenders bounds what a quota remembers before it forgets old spans.
const maxSpenders = 4096

func newQuota(most int, span time.Duration) *quota {
	return &quota{most: most, span: span, spent: map[string]spending{}}
}

// take tells whether who may do it once more, and if not, for how long.
func (q *quota) take(who string, now time.Time) (wait time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.spent) >= maxSpenders {
		q.forget(now)
	}
	s := q.spent[who]
	if now.Sub(s.since) >= q.span {
		s = spending{since: now}
	}
	if s.times >= q.most || len(q.spent) >= maxSpenders && s.times == 0 {
		return max(q.span-now.Sub(s.since), time.Second), false
	}
	s.times++
	q.spent[who] = s
	return 0, true
}

func (q *quota) forget(now time.Time) {
	for who, s := range q.spent {
		if now.Sub(s.since) >= q.span {
			delete(q.spent, who)
		}
	}
}

// A tally counts what each address holds at once.
type tally struct {
	mu   sync.Mutex
	most int
	held map[string]int
}

func newTally(most int) *tally { return &tally{most: most, held: map[string]int{}} }

// hold tells whether who may hold one more; the caller then must drop it.
func (t *tally) hold(who string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held[who] >= t.most {
		return false
	}
	t.held[who]++
	return true
}

func (t *tally) drop(who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held[who]--; t.held[who] <= 0 {
		delete(t.held, who)
	}
}
