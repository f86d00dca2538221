package analysis

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
)

// Bounds of what may wait or be searched: positions, and bytes of their queries.
const (
	mostOpen = 1 << 20
	mostText = 64 << 20
)

// A job is one position of a query.
type job struct {
	query    *query
	turn     int
	priority int64
	number   int64              // earlier ones go first among equals
	at       int                // its place in the heap, −1 once it is out
	cancel   context.CancelFunc // of one that is searched
}

// nothing is the answer of a position of which nothing was found.
func (j *job) nothing() any {
	return struct {
		ID           string `json:"id"`
		IsDuring     bool   `json:"isDuringSearch"`
		NoResults    bool   `json:"noResults"`
		TurnNumberOf int    `json:"turnNumber"`
	}{j.query.id, false, true, j.turn}
}

// A queue holds the positions that are open: waiting or being searched.
type queue struct {
	mu      sync.Mutex
	news    *sync.Cond
	waiting jobs
	open    map[*job]bool
	text    int // bytes of open queries
	numbers int64
	closed  bool
}

func newQueue() *queue {
	q := &queue{open: map[*job]bool{}}
	q.news = sync.NewCond(&q.mu)
	return q
}

// add lets every position of a query wait, or none if there is no room.
func (q *queue) add(asked *query) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := len(q.open) + len(asked.turns); n > mostOpen || q.text+asked.size > mostText {
		return fmt.Errorf("%d positions wait already; ask again when some are answered", len(q.open))
	}
	q.text += asked.size
	asked.left = len(asked.turns)
	for _, turn := range asked.turns {
		j := &job{query: asked, turn: turn, priority: asked.urgency(turn), number: q.numbers}
		q.numbers++
		q.open[j] = true
		heap.Push(&q.waiting, j)
	}
	q.news.Broadcast()
	return nil
}

// next waits for the most urgent position, until the queue is closed and empty
// or ctx has ended.
func (q *queue) next(ctx context.Context) (*job, context.Context, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.news.Wait()
	}
	if len(q.waiting) == 0 || ctx.Err() != nil {
		return nil, nil, false
	}
	j := heap.Pop(&q.waiting).(*job)
	ctx, j.cancel = context.WithCancel(ctx)
	return j, ctx, true
}

// done forgets a position.
func (q *queue) done(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j.cancel()
	q.forget(j)
}

func (q *queue) forget(j *job) {
	delete(q.open, j)
	if j.query.left--; j.query.left == 0 {
		q.text -= j.query.size
	}
}

// terminate takes back the positions that are meant: it stops those being
// searched, and returns those that waited.
func (q *queue) terminate(meant func(*job) bool) (waited []*job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for j := range q.open {
		switch {
		case !meant(j):
		case j.at < 0:
			j.cancel()
		default:
			heap.Remove(&q.waiting, j.at)
			q.forget(j)
			waited = append(waited, j)
		}
	}
	return waited
}

// close says that nothing more will be added.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.news.Broadcast()
}

// jobs are a heap, the most urgent first.
type jobs []*job

func (h jobs) Len() int { return len(h) }

func (h jobs) Less(i, k int) bool {
	if h[i].priority != h[k].priority {
		return h[i].priority > h[k].priority
	}
	return h[i].number < h[k].number
}

func (h jobs) Swap(i, k int) {
	h[i], h[k] = h[k], h[i]
	h[i].at, h[k].at = i, k
}

// Push and Pop are container/heap's.
func (h *jobs) Push(x any) {
	j := x.(*job)
	j.at = len(*h)
	*h = append(*h, j)
}

func (h *jobs) Pop() any {
	last := len(*h) - 1
	j := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	j.at = -1
	return j
}
