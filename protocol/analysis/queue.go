package analysis

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
)

// Limits for waiting and running jobs: their number, and the bytes of their queries.
const (
	maxOpen      = 1 << 20
	maxOpenBytes = 64 << 20
)

// A job is a position in a query.
type job struct {
	query     *query
	turn      int
	priority  int64
	sequence  int64              // earlier jobs go first at equal priority
	heapIndex int                // −1 after leaving the heap
	cancel    context.CancelFunc // ends a running job
}

// noResults returns the answer for a job without results.
func (j *job) noResults() any {
	return struct {
		ID           string `json:"id"`
		IsDuring     bool   `json:"isDuringSearch"`
		NoResults    bool   `json:"noResults"`
		TurnNumberOf int    `json:"turnNumber"`
	}{j.query.id, false, true, j.turn}
}

// A queue holds waiting and running jobs.
type queue struct {
	mu       sync.Mutex
	changed  *sync.Cond
	waiting  jobs
	open     map[*job]bool
	bytes    int // total bytes of open queries
	sequence int64
	closed   bool
}

func newQueue() *queue {
	q := &queue{open: map[*job]bool{}}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// add adds a job for each of the query's turns, or none if there is no room.
func (q *queue) add(from *query) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := len(q.open) + len(from.turns); n > maxOpen || q.bytes+from.bytes > maxOpenBytes {
		return fmt.Errorf("%d positions are waiting; retry when some are finished", len(q.open))
	}
	q.bytes += from.bytes
	from.open = len(from.turns)
	for _, turn := range from.turns {
		j := &job{query: from, turn: turn, priority: from.priorityOf(turn), sequence: q.sequence}
		q.sequence++
		q.open[j] = true
		heap.Push(&q.waiting, j)
	}
	q.changed.Broadcast()
	return nil
}

// next waits for the job with the highest priority. It returns the job and a context that ends when
// the job is terminated. It returns false when the queue is closed and empty, or ctx has ended.
func (q *queue) next(ctx context.Context) (*job, context.Context, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.changed.Wait()
	}
	if len(q.waiting) == 0 || ctx.Err() != nil {
		return nil, nil, false
	}
	j := heap.Pop(&q.waiting).(*job)
	ctx, j.cancel = context.WithCancel(ctx)
	return j, ctx, true
}

// done removes a finished job.
func (q *queue) done(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j.cancel()
	q.remove(j)
}

func (q *queue) remove(j *job) {
	delete(q.open, j)
	if j.query.open--; j.query.open == 0 {
		q.bytes -= j.query.bytes
	}
}

// terminate stops the matching jobs that are running, and removes and returns those that are
// waiting.
func (q *queue) terminate(matches func(*job) bool) (waited []*job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for j := range q.open {
		switch {
		case !matches(j):
		case j.heapIndex < 0:
			j.cancel()
		default:
			heap.Remove(&q.waiting, j.heapIndex)
			q.remove(j)
			waited = append(waited, j)
		}
	}
	return waited
}

// close marks the queue as complete: no jobs will be added.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}

// jobs is a heap with the highest priority first.
type jobs []*job

func (h jobs) Len() int { return len(h) }

func (h jobs) Less(i, k int) bool {
	if h[i].priority != h[k].priority {
		return h[i].priority > h[k].priority
	}
	return h[i].sequence < h[k].sequence
}

func (h jobs) Swap(i, k int) {
	h[i], h[k] = h[k], h[i]
	h[i].heapIndex, h[k].heapIndex = i, k
}

// Push and Pop implement heap.Interface.
func (h *jobs) Push(x any) {
	j := x.(*job)
	j.heapIndex = len(*h)
	*h = append(*h, j)
}

func (h *jobs) Pop() any {
	last := len(*h) - 1
	j := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	j.heapIndex = -1
	return j
}
