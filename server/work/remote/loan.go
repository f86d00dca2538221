package remote

import (
	"context"
	"errors"
	"time"

	"rosette/internal/quote"
	"rosette/server/work"
)

// lend gives the next job to a worker and starts watching the loan.
func (n *Node) lend(ctx context.Context, q question) job {
	n.mu.Lock()
	defer n.mu.Unlock()
	if ctx.Err() != nil || len(q.Worker) > maxName {
		return job{}
	}
	loan := n.o.Queue.Lend(q.Worker, q.Lowest)
	if loan == nil {
		return job{}
	}
	n.last++
	id, l := n.last, &lentJob{Loan: loan, worker: q.Worker, beats: make(chan struct{}, 1), ended: make(chan struct{})}
	n.loans[id] = l
	n.lending.Go(func() { n.watch(ctx, id, l) })
	return job{id, loan.Job.Class, loan.Job.Task}
}

// watch returns a job to the queue if its worker is silent for too long. If the job is withdrawn,
// it notifies the worker.
func (n *Node) watch(ctx context.Context, id uint64, l *lentJob) {
	silence := time.NewTimer(silences * n.o.Beat)
	defer silence.Stop()
	for {
		select {
		case <-l.ended:
			return
		case <-l.beats:
			silence.Reset(silences * n.o.Beat)
			continue
		case <-l.Withdrawn():
			send(n.o.Conn, worker+l.worker, orders{Node: n.id, Drop: []uint64{id}})
		case <-silence.C:
			n.o.Log.Warn("a worker is silent; its job waits for another worker", "worker", l.worker, "class",
				l.Job.Class.String())
			l.GiveBack(false)
		case <-ctx.Done():
			l.GiveBack(false)
		}
		n.end(id, l.worker)
		return
	}
}

// end removes a loan. It returns nil if the worker has no loan with that number.
func (n *Node) end(id uint64, worker string) *lentJob {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.loans[id]
	if l == nil || l.worker != worker {
		return nil
	}
	delete(n.loans, id)
	return l
}

// beaten records that a worker is doing its jobs, and returns orders.
func (n *Node) beaten(b beating) any {
	var o orders
	for _, id := range b.Loans {
		n.mu.Lock()
		l := n.loans[id]
		n.mu.Unlock()
		if l == nil || l.worker != b.Worker {
			o.Drop = append(o.Drop, id)
			continue
		}
		select {
		case l.beats <- struct{}{}:
		default: // the previous one has not been read
		}
		if l.Hurry() {
			o.Hurry = append(o.Hurry, id)
		}
	}
	return o
}

// finish processes the result of a job. If the answer is invalid, finish logs this and another
// worker does the job.
func (n *Node) finish(r result) any {
	l := n.end(r.Loan, r.Worker)
	if l == nil {
		return verdict{work.ErrEnded.Error()}
	}
	defer close(l.ended)
	if r.Declined != "" {
		n.logDeclined(r)
		l.GiveBack(true)
		return verdict{}
	}
	finished := false
	defer func() {
		if !finished {
			l.GiveBack(true) // the check of the answer panicked
		}
	}()
	err := l.Finish(r.Answer)
	finished = true
	switch {
	case errors.Is(err, work.ErrEnded):
		return verdict{err.Error()}
	case err != nil:
		wrong := quote.Clip(err.Error(), maxReason)
		n.o.Log.Warn("a worker sent an invalid answer; its job waits for another worker", "worker", r.Worker, "class",
			l.Job.Class.String(), "error", wrong)
		return verdict{wrong}
	}
	return verdict{}
}

// declinedEvery is the interval for logging the same reason from the same worker.
const declinedEvery = time.Minute

// logDeclined logs that a worker declined a job.
func (n *Node) logDeclined(r result) {
	r.Declined = quote.Clip(r.Declined, maxReason)
	n.mu.Lock()
	key := r.Worker + r.Declined
	told := time.Since(n.declined[key]) < declinedEvery
	if !told {
		if len(n.declined) > mostCharges {
			clear(n.declined)
		}
		n.declined[key] = time.Now()
	}
	n.mu.Unlock()
	if !told {
		n.o.Log.Warn("a worker declined a job; the job waits for another worker, or runs here", "worker", r.Worker,
			"reason", r.Declined)
	}
}
