package work

import (
	"cmp"
	"errors"
	"time"
)

// A Place says where a job is done.
type Place int

// The places of jobs.
const (
	Here Place = iota
	Elsewhere
	Places // how many there are
)

// String names the place.
func (p Place) String() string { return [...]string{"here", "worker"}[p] }

// Counts are the jobs of a class.
type Counts struct {
	Waiting int
	Running [Places]int
	Done    [Places]int   // since the queue was made
	Waited  time.Duration // by all jobs until they began for the first time
}

// A Watcher is told what goes on in a queue. The queue is locked meanwhile, so the methods
// return at once and do not call it.
type Watcher interface {
	// Waits tells that a job waits which a worker elsewhere may do.
	Waits()
	// Charged tells what was done for somebody, and the clock of the queue: the time by which
	// owners are ahead of each other.
	Charged(c Charge)
}

// A Charge is time that was spent for an owner. It is negative where less was spent than was
// expected.
type Charge struct {
	Owner Owner         `json:"owner"`
	Took  time.Duration `json:"took"`
	Clock time.Duration `json:"clock"`
}

// Watch sets who is told what goes on, once and before the first job. Places in the queue are
// told later from then on.
func (q *Queue) Watch(w Watcher) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.watcher = w
}

// SetSlots tells how many jobs workers elsewhere do at once.
func (q *Queue) SetSlots(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.slots = n
	q.dispatch(time.Now())
}

// SetWorkers sets how many jobs run at a time here, which may be none.
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

// charged tells the watcher of time that was spent. The queue is locked.
func (q *Queue) charged(r *request, took time.Duration) {
	if q.watcher != nil && took != 0 {
		q.watcher.Charged(Charge{r.job.Owner, took, q.jobs.Clock()})
	}
}

// Spent charges an owner with time that another queue has spent for him. The clocks of
// queues that tell each other run together, so that a job of one can be compared with those
// of others.
func (q *Queue) Spent(c Charge) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.jobs.Charge(c.Owner, c.Took, c.Clock, now)
	q.jobs.Forget(now)
}

// An Offer says how urgent the next job of a queue is.
type Offer struct {
	Class  Class         `json:"class"`
	Again  bool          `json:"again,omitempty"` // a worker has had the job and did not do it
	Turn   time.Duration `json:"turn"`            // by the clock of the queue
	Waited time.Duration `json:"waited"`
}

// Before compares two offers: it is below 0 if o is more urgent.
func (o Offer) Before(other Offer) int {
	a, b := &request{job: Job{Class: o.Class}, again: o.Again}, &request{job: Job{Class: other.Class}, again: other.Again}
	return cmp.Or(byRank(a, b), cmp.Compare(o.Turn, other.Turn), cmp.Compare(other.Waited, o.Waited))
}

// Offer returns what the next job is like that a worker elsewhere may do. lowest is the last
// class that it takes. It is not ok if there is none.
func (q *Queue) Offer(worker string, lowest Class) (o Offer, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := q.lendable(worker, lowest)
	if r == nil {
		return o, false
	}
	return Offer{r.job.Class, r.again, r.queued.Turn, time.Since(r.queued.Arrived)}, true
}

// lendable returns the next job for a worker elsewhere, nil if there is none.
func (q *Queue) lendable(worker string, lowest Class) *request {
	for _, r := range q.ordered() {
		if r.job.Task != nil && r.job.Class <= lowest && !r.declined[worker] && r.queued.RunningOfAddress() < q.mostOfAddress() {
			return r
		}
	}
	return nil
}

// A Loan is a job that a worker elsewhere does. It ends by Finish or GiveBack, or when the
// job is withdrawn.
type Loan struct {
	Job       Job
	q         *Queue
	r         *request
	worker    string
	withdrawn chan struct{}
}

// Lend gives the next job to a worker elsewhere; it returns nil if there is none for it. lowest
// is the last class that the worker takes.
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

// Withdrawn returns a channel that is closed when nobody wants the job any more.
func (l *Loan) Withdrawn() <-chan struct{} { return l.withdrawn }

// Hurry reports whether the job should end because others wait.
func (l *Loan) Hurry() bool {
	l.q.mu.Lock()
	defer l.q.mu.Unlock()
	return l.Job.Yields > 0 && time.Since(l.r.begun) > l.Job.Yields && l.q.wanted()
}

// ErrEnded means that the job is not lent any more.
var ErrEnded = errors.New("the job was withdrawn or given back")

// Finish ends the loan with an answer. If the answer is wrong the job waits for another
// worker, and the error says what is wrong.
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

// GiveBack puts the job back at the front of the queue, unless the loan has ended. What was
// charged for it is given back as well. A worker that declines it does not get it again.
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
