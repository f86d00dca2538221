package work

import (
	"cmp"
	"errors"
	"time"
)

// A Place identifies where a job runs.
type Place int

// The places for jobs.
const (
	Here Place = iota
	Elsewhere
	Places // number of places
)

// String names the place.
func (p Place) String() string { return [...]string{"here", "worker"}[p] }

// Counts are job counts for one class.
type Counts struct {
	Waiting int
	Running [Places]int
	Done    [Places]int   // since the queue was created
	Waited  time.Duration // total time that jobs waited for their first start
}

// A Watcher is notified about a queue. The queue is locked meanwhile, so methods must return
// quickly and must not call the queue.
type Watcher interface {
	// Waits is called when a job waits that a worker elsewhere may do.
	Waits()
	// Charged is called with a charge to an owner. The charge includes the queue's clock, which
	// makes owners' usage comparable.
	Charged(c Charge)
}

// A Charge is time charged to an owner. It is negative if a job took less time than expected.
type Charge struct {
	Owner Owner         `json:"owner"`
	Took  time.Duration `json:"took"`
	Clock time.Duration `json:"clock"`
}

// Watch sets the watcher. It must be called once, before the first job. From then on callers learn
// their places in the queue with a delay.
func (q *Queue) Watch(w Watcher) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.watcher = w
}

// SetSlots sets how many jobs workers elsewhere run at once.
func (q *Queue) SetSlots(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.slots = n
	q.dispatch(time.Now())
}

// SetWorkers sets how many jobs run here at once. It may be 0.
func (q *Queue) SetWorkers(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.o.Workers = max(0, n)
	q.dispatch(time.Now())
}

// Counts returns the jobs of each class.
func (q *Queue) Counts() [Classes]Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.counts
}

// charged notifies the watcher about a charge. The queue is locked.
func (q *Queue) charged(r *request, took time.Duration) {
	if q.watcher != nil && took != 0 {
		q.watcher.Charged(Charge{r.job.Owner, took, q.jobs.Clock()})
	}
}

// Spent charges an owner for time spent in another queue. Queues that exchange charges have
// synchronized clocks, so that their jobs can be compared.
func (q *Queue) Spent(c Charge) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.jobs.Charge(c.Owner, c.Took, c.Clock, now)
	q.jobs.Forget(now)
}

// An Offer describes how urgent a queue's next job is.
type Offer struct {
	Class  Class         `json:"class"`
	Again  bool          `json:"again,omitempty"` // a worker returned the job unfinished
	Turn   time.Duration `json:"turn"`            // by the queue's clock
	Waited time.Duration `json:"waited"`
}

// Before compares two offers. The result is negative if o is more urgent.
func (o Offer) Before(other Offer) int {
	a, b := &request{
		job: Job{Class: o.Class}, again: o.Again,
	}, &request{job: Job{Class: other.Class}, again: other.Again}
	return cmp.Or(byRank(a, b), cmp.Compare(o.Turn, other.Turn), cmp.Compare(other.Waited, o.Waited))
}

// Offer describes the next job that a worker elsewhere may do, among classes up to lowest. ok is
// false if there is no such job.
func (q *Queue) Offer(worker string, lowest Class) (o Offer, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.lendable(worker, lowest)
	if r == nil {
		return o, false
	}
	return Offer{r.job.Class, r.again, r.queued.Turn, time.Since(r.queued.Arrived)}, true
}

// lendable returns the next job for a worker elsewhere, or nil.
func (q *Queue) lendable(worker string, lowest Class) *request {
	for _, r := range q.ordered() {
		if r.job.Task != nil && r.job.Class <= lowest && !r.declined[worker] &&
			r.queued.RunningOfAddress() < q.mostOfAddress() {
			return r
		}
	}
	return nil
}

// A Loan is a job that a worker elsewhere does. It ends with Finish or GiveBack, or when the job is
// withdrawn.
type Loan struct {
	Job       Job
	q         *Queue
	r         *request
	worker    string
	withdrawn chan struct{}
}

// Lend gives the next job to a worker elsewhere, among classes up to lowest. It returns nil if
// there is no such job.
func (q *Queue) Lend(worker string, lowest Class) *Loan {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.lendable(worker, lowest)
	if r == nil {
		return nil
	}
	now := time.Now()
	q.begin(r, now, Elsewhere)
	r.loan = &Loan{Job: r.job, q: q, r: r, worker: worker, withdrawn: make(chan struct{})}
	loan := r.loan
	q.dispatch(now)
	return loan
}

// Withdrawn returns a channel that is closed when the job is no longer needed.
func (l *Loan) Withdrawn() <-chan struct{} { return l.withdrawn }

// Hurry reports whether the job should end because others wait.
func (l *Loan) Hurry() bool {
	l.q.mu.Lock()
	defer l.q.mu.Unlock()
	return l.Job.Yields > 0 && time.Since(l.r.begun) > l.Job.Yields && l.q.wanted()
}

// ErrEnded means that the loan has already ended.
var ErrEnded = errors.New("the job was withdrawn or given back")

// Finish ends the loan with an answer. If the answer is invalid, Finish returns the error and the
// job waits for another worker.
func (l *Loan) Finish(answer []byte) error {
	keep, err := l.Job.Read(answer)
	if err != nil {
		l.GiveBack(true)
		return err
	}
	l.q.mu.Lock()
	defer l.q.mu.Unlock()
	if l.r.loan != l {
		return ErrEnded
	}
	now := time.Now()
	l.q.counts[l.Job.Class].Done[Elsewhere]++
	l.q.end(l.r, now, Elsewhere, now.Sub(l.r.begun))
	l.r.kept <- keep
	l.q.jobs.Forget(now)
	l.q.dispatch(now)
	return nil
}

// GiveBack returns the job to the front of the queue and refunds its charge, unless the loan has
// ended. A worker that declined the job does not get it again.
func (l *Loan) GiveBack(declined bool) {
	l.q.mu.Lock()
	defer l.q.mu.Unlock()
	if l.r.loan != l {
		return
	}
	now, r := time.Now(), l.r
	l.q.end(r, now, Elsewhere, 0)
	r.begun, r.again = time.Time{}, true
	if declined {
		if r.declined == nil {
			r.declined = map[string]bool{}
		}
		r.declined[l.worker] = true
	}
	l.q.jobs.Return(r.queued)
	l.q.counts[r.job.Class].Waiting++
	l.q.dispatch(now)
}
