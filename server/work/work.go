// Package work implements a queue for computing jobs that shares a few workers
// fairly between those who ask: the computer's moves, its judgement of a final
// position, estimates, reviews.
//
// Workers are shared between addresses first and between the persons of an
// address second, by package fairqueue, so that neither many games nor many guests
// of one address get more than their share. Reviews wait until no other job does,
// and games of self-play until no review waits.
//
// A job that is described as data can be done elsewhere: see [Queue.Lend]. It stays in the
// queue of the process that wants it until its answer is there, so that no failure of
// another process loses it.
//
// A job that runs is not interrupted, so long work should be many jobs of about a
// second. Where there are two workers or more, the jobs of one address never hold
// all of them. One worker more may run short jobs alone ([Options.Short]), so that these
// do not wait for long ones, even on one core: it shares the cores with the others, which
// lose as much time as the short jobs take.
package work

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"rosette/server/fairqueue"
)

// ErrBusy means that too many jobs wait already, of all or of one address.
var ErrBusy = errors.New("too many jobs are waiting")

// The limits of a queue unless its options name others.
const (
	defaultMaxWaiting         = 4096
	defaultMaxWaitingPerOwner = 64
)

// A Class says what a job is for.
type Class int

// The classes of jobs. Somebody waits for the first three; reviews wait until nobody does,
// and games of self-play for both.
const (
	Move      Class = iota // the computer's next action in a match
	Judgement              // which stones are dead at the end of a match
	Estimate               // who is ahead in a position
	Review                 // a position of a game that is over
	SelfPlay               // a game by which a network is trained
	Classes                // how many there are
)

// String names the class.
func (c Class) String() string {
	return [...]string{"move", "judgement", "estimate", "review", "selfplay"}[c]
}

// An Owner is the person and the address for which a job is done.
type Owner = fairqueue.Owner

// A Job describes work before it is done.
type Job struct {
	Owner Owner
	Cost  time.Duration // expected time on one worker
	Class Class

	Task   []byte                                       // what a worker elsewhere needs to do it; nil if only this process can
	Read   func(answer []byte) (keep func(), err error) // checks the answer to Task; keep is called by Do
	Yields time.Duration                                // after so long it should end when others wait; 0 for never
}

// Options are the limits of a queue. Zero values mean the defaults.
type Options struct {
	Workers            int // jobs at a time here; by default GOMAXPROCS, none if negative
	MaxWaiting         int // jobs that wait; by default 4096
	MaxWaitingPerOwner int // jobs that wait for one address; by default 64

	Sole bool // one address may hold all workers, because nobody else has jobs

	// Short is the greatest cost of a job that one worker more may run here, which runs no
	// longer job. Jobs of reviews and of self-play never run there. 0 for no such worker.
	Short time.Duration
}

// A Queue runs jobs. It is safe for concurrent use and has no goroutines.
type Queue struct {
	o Options

	mu      sync.Mutex
	jobs    fairqueue.Queue[*request]
	here    int  // jobs that run in this process, without the one below
	short   bool // the worker of short jobs runs one
	slots   int  // of workers elsewhere
	watcher Watcher
	counts  [Classes]Counts
}

// A request is a job in a queue.
type request struct {
	job      Job
	queued   *fairqueue.Job[*request]
	begun    time.Time       // zero while it waits
	started  chan struct{}   // closed when it may run here
	kept     chan func()     // gets what keeps the answer of a worker elsewhere
	short    bool            // the worker of short jobs runs it
	loan     *Loan           // under which a worker elsewhere does it, or nil
	again    bool            // a worker elsewhere has had it and did not do it
	declined map[string]bool // by workers elsewhere
	places   chan int        // its latest place
	told     int             // that place
}

// New returns an empty queue.
func New(o Options) *Queue {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = max(0, o.Workers)
	for _, limit := range []struct {
		n     *int
		value int
	}{
		{&o.MaxWaiting, defaultMaxWaiting},
		{&o.MaxWaitingPerOwner, defaultMaxWaitingPerOwner},
	} {
		if *limit.n <= 0 {
			*limit.n = limit.value
		}
	}
	return &Queue{o: o}
}

// Do waits until it is the job's turn, calls run and returns its error, and how
// long the job has waited. If a worker elsewhere does the job, run is not called, and
// what [Job].Read has returned is. While the job waits, place is called with its place in
// the queue, 1 for the job that is next, whenever that changes: always among the first
// ten places, and by a tenth beyond. It may be nil and should not take
// long. Do returns [ErrBusy] at once if too many jobs wait, and the error of ctx if
// that ends before the job's turn, which leaves no trace of it.
func (q *Queue) Do(ctx context.Context, j Job, place func(n int), run func(ctx context.Context) error) (waited time.Duration, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	r, err := q.enter(j)
	if err != nil {
		return 0, err
	}
	keep, err := q.wait(ctx, r, place)
	if err != nil {
		return time.Since(r.queued.Arrived), err
	}
	if keep != nil {
		keep()
		return r.begun.Sub(r.queued.Arrived), nil
	}
	defer q.finish(r)
	return r.begun.Sub(r.queued.Arrived), run(ctx)
}

// Wanted reports whether a job waits that somebody waits for: he wants the worker.
func (q *Queue) Wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wanted()
}

// wanted is Wanted. The queue is locked.
func (q *Queue) wanted() bool {
	return slices.ContainsFunc(q.jobs.Ordered(), func(j *fairqueue.Job[*request]) bool { return j.Value.job.Class.rank() == 0 })
}

// placesAfter is how long a job waits until its place is told where workers elsewhere may
// take it at once.
const placesAfter = 250 * time.Millisecond

// wait returns when the job may run here, or with what keeps the answer of a worker elsewhere.
func (q *Queue) wait(ctx context.Context, r *request, place func(n int)) (keep func(), err error) {
	places, soon := r.places, (<-chan time.Time)(nil)
	if q.Shared() {
		delay := time.NewTimer(placesAfter)
		defer delay.Stop()
		places, soon = nil, delay.C
	}
	for {
		select {
		case <-r.started:
			return nil, nil
		case keep := <-r.kept:
			return keep, nil
		case <-soon:
			places = r.places
		case n := <-places:
			if place != nil {
				place(n)
			}
		case <-ctx.Done():
			q.leave(r)
			return nil, ctx.Err()
		}
	}
}

// Shared reports whether workers elsewhere may take jobs, so that it makes sense to describe
// them as data.
func (q *Queue) Shared() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.watcher != nil
}

// enter adds a job to those that wait, and starts it if a worker is free.
func (q *Queue) enter(j Job) (*request, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	if total, ofAddress := q.jobs.Waiting(j.Owner.Address); total >= q.o.MaxWaiting || ofAddress >= q.o.MaxWaitingPerOwner {
		return nil, ErrBusy
	}
	j.Cost = max(j.Cost, time.Millisecond)
	r := &request{job: j, started: make(chan struct{}), kept: make(chan func(), 1), places: make(chan int, 1)}
	r.queued = q.jobs.Add(r, j.Owner, j.Cost, now)
	q.counts[j.Class].Waiting++
	q.dispatch(now)
	return r, nil
}

// Load returns how many jobs run, and how many wait.
func (q *Queue) Load() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting, _ = q.jobs.Waiting("")
	return q.jobs.Running(), waiting
}

// leave removes a job that nobody wants any more, whether it waits, is lent, was answered or
// has just been started.
func (q *Queue) leave(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	switch {
	case r.begun.IsZero():
		q.jobs.Remove(r.queued, now)
		q.counts[r.job.Class].Waiting--
	case r.loan != nil:
		close(r.loan.withdrawn)
		q.end(r, now, Elsewhere, now.Sub(r.begun))
	case len(r.kept) == 0: // its turn came at the same time
		q.end(r, now, Here, now.Sub(r.begun))
	}
	q.jobs.Forget(now)
	q.dispatch(now)
}

// finish frees the worker of a job and charges the time it took.
func (q *Queue) finish(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.counts[r.job.Class].Done[Here]++
	q.end(r, now, Here, now.Sub(r.begun))
	q.jobs.Forget(now)
	q.dispatch(now)
}

// begin has a job run at a place.
func (q *Queue) begin(r *request, now time.Time, at Place) {
	r.begun = now
	q.jobs.Start(r.queued, now)
	c := &q.counts[r.job.Class]
	c.Waiting--
	c.Running[at]++
	if !r.again {
		c.Waited += now.Sub(r.queued.Arrived)
	}
	if at == Here && !r.short {
		q.here++
	}
	if at == Here {
		close(r.started)
	}
	q.charged(r, r.job.Cost)
}

// end takes a job from those that run, and charges what was spent on it instead of its cost.
func (q *Queue) end(r *request, now time.Time, at Place, spent time.Duration) {
	q.counts[r.job.Class].Running[at]--
	switch {
	case r.short:
		q.short, r.short = false, false
	case at == Here:
		q.here--
	}
	r.loan = nil
	q.jobs.End(r.queued, spent, now)
	q.charged(r, spent-r.job.Cost)
}

// dispatch starts jobs while there are free workers here, tells the others their
// places, and tells the watcher of those that may be done elsewhere.
func (q *Queue) dispatch(now time.Time) {
	place, lendable := 0, false
	for _, r := range q.ordered() {
		if q.here < q.slotsFor(r, now) && r.queued.RunningOfAddress() < q.mostOfAddress() {
			q.begin(r, now, Here)
			continue
		}
		if !q.short && q.isShort(r.job) {
			q.short, r.short = true, true
			q.begin(r, now, Here)
			continue
		}
		place++
		r.tell(place)
		lendable = lendable || r.job.Task != nil
	}
	if lendable && q.watcher != nil {
		q.watcher.Waits()
	}
}

// isShort reports whether the worker of short jobs may run a job. There is none where all jobs
// are to be done elsewhere.
func (q *Queue) isShort(j Job) bool {
	return q.o.Workers > 0 && j.Class.rank() == 0 && j.Cost <= q.o.Short
}

// ordered returns the jobs that wait in the order in which they are to start.
func (q *Queue) ordered() []*request {
	jobs := q.jobs.Ordered()
	all := make([]*request, len(jobs))
	for i, j := range jobs {
		all[i] = j.Value
	}
	slices.SortStableFunc(all, byRank)
	return all
}

// rank is 0 for what somebody waits for, and more for what comes after all that.
func (c Class) rank() int { return max(0, int(c-Estimate)) }

// byRank puts reviews behind all other jobs and games of self-play behind reviews. Before the
// others of a rank come those that a worker did not do, because they have had their turn.
func byRank(a, b *request) int {
	first := map[bool]int{true: -1}
	return cmp.Or(cmp.Compare(a.job.Class.rank(), b.job.Class.rank()), first[a.again]-first[b.again])
}

// tell notes the place of a job for its caller, if that differs enough from what
// was noted last. Far from the front not every step counts, or every job that
// starts would be told to all.
func (r *request) tell(place int) {
	step := max(place-r.told, r.told-place)
	if step == 0 || place > 10 && r.told > 0 && step*10 < r.told {
		return
	}
	select {
	case <-r.places: // an older place that nobody has read
	default:
	}
	r.told = place
	r.places <- place
}

// refusedFor is how long a job that a worker has declined waits for another one, if none is
// done here, until it is done here all the same.
const refusedFor = 10 * time.Second

// slotsFor returns how many jobs may run here for a job to be one of them. What nobody
// elsewhere can do is done here even if all is to be done elsewhere.
func (q *Queue) slotsFor(r *request, now time.Time) int {
	if r.job.Task == nil || q.watcher == nil || len(r.declined) > 0 && now.Sub(r.queued.Arrived) > refusedFor {
		return max(1, q.o.Workers)
	}
	return q.o.Workers
}

// mostOfAddress returns how many jobs of one address run at once, here and elsewhere.
func (q *Queue) mostOfAddress() int {
	if q.o.Sole {
		return q.o.Workers + q.slots
	}
	return max(1, q.o.Workers+q.slots-1)
}
