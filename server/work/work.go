// Package work implements a queue that shares a few workers fairly among the owners of computing
// jobs: the computer's moves, judgements of final positions, estimates and reviews.
//
// Workers are shared first among addresses and then among the persons at an address, by package
// fairqueue. Neither many games nor many guests at one address get more than their share. Reviews
// wait for all other jobs except games of self-play, which wait for reviews too.
//
// A job described as data can run elsewhere: see [Queue.Lend]. It stays in its own process's queue
// until its answer arrives, so that a failure in another process cannot lose it.
//
// A running job is not interrupted, so long work should be split into jobs that take about a
// second. If there are at least two workers, one address never occupies all of them. An additional
// worker may run short jobs only ([Options.Short]), so that these do not wait for long ones, even
// on one core. It shares the cores with the others, which lose as much time as the short jobs take.
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

// ErrBusy means that too many jobs are waiting, in total or for one address.
var ErrBusy = errors.New("too many jobs are waiting")

// Default limits of a queue.
const (
	defaultMaxWaiting         = 4096
	defaultMaxWaitingPerOwner = 64
)

// A Class is the purpose of a job.
type Class int

// The classes of jobs. Players wait for the first three; reviews wait for those, and games of
// self-play for all others.
const (
	Move      Class = iota // the computer's next action in a match
	Judgement              // which stones are dead at the end of a match
	Estimate               // the score estimate for a position
	Review                 // a position in a finished game
	SelfPlay               // a game that trains a network
	Classes                // number of classes
)

// String names the class.
func (c Class) String() string {
	return [...]string{"move", "judgement", "estimate", "review", "selfplay"}[c]
}

// An Owner is the person and the address that a job is charged to.
type Owner = fairqueue.Owner

// A Job describes work to be done.
type Job struct {
	Owner Owner
	Cost  time.Duration // expected time on one worker
	Class Class

	// Task is the data for doing the job elsewhere; nil if only this process can do it.
	Task []byte
	Read func(answer []byte) (keep func(), err error) // checks the answer to Task; Do calls keep
	// Yields is the time after which the job should end if others wait; 0 means never.
	Yields time.Duration
}

// Options are the limits of a queue. Zero values mean the defaults.
type Options struct {
	Workers            int // concurrent jobs here; by default GOMAXPROCS, none if negative
	MaxWaiting         int // waiting jobs; by default 4096
	MaxWaitingPerOwner int // waiting jobs for one address; by default 64

	Sole bool // one address may occupy all workers, because there are no other users

	// Short is the maximum cost of a job for an additional worker here, which runs no longer jobs,
	// no reviews and no self-play. 0 means no such worker.
	Short time.Duration
}

// A Queue runs jobs. It is safe for concurrent use and has no goroutines.
type Queue struct {
	o Options

	mu      sync.Mutex
	jobs    fairqueue.Queue[*request]
	here    int  // jobs running in this process, except on the worker for short jobs
	short   bool // the worker for short jobs is occupied
	slots   int  // at workers elsewhere
	watcher Watcher
	counts  [Classes]Counts
}

// A request is a job in a queue.
type request struct {
	job      Job
	queued   *fairqueue.Job[*request]
	begun    time.Time       // zero while it waits
	started  chan struct{}   // closed when the job may run here
	kept     chan func()     // receives the function that stores an answer from elsewhere
	short    bool            // runs on the worker for short jobs
	loan     *Loan           // loan to a worker elsewhere, or nil
	again    bool            // a worker elsewhere returned it unfinished
	declined map[string]bool // by workers elsewhere
	places   chan int        // the latest place to report
	told     int             // the place reported last
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

// Do waits for the job's turn, calls run and returns its error and the time that the job waited. If
// a worker elsewhere does the job, Do calls the function that [Job].Read returned instead of run.
// While the job waits, Do calls place with its place in the queue, 1 for the next job: at every
// change among the first ten places, and beyond that at changes by a tenth. place may be nil and
// must return quickly. Do returns [ErrBusy] at once if too many jobs wait. If ctx ends before the
// job's turn, Do removes the job and returns the error of ctx.
func (q *Queue) Do(
	ctx context.Context, j Job, place func(n int), run func(ctx context.Context) error,
) (waited time.Duration, err error) {
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

// Wanted reports whether a job is waiting on which a player waits.
func (q *Queue) Wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wanted()
}

// wanted is Wanted. The queue is locked.
func (q *Queue) wanted() bool {
	return slices.ContainsFunc(q.jobs.Ordered(),
		func(j *fairqueue.Job[*request]) bool { return j.Value.job.Class.rank() == 0 })
}

// placesAfter is the delay before the first report of a job's place, if workers elsewhere may take
// the job at once.
const placesAfter = 250 * time.Millisecond

// wait returns when the job may run here, or with the function that stores an answer from
// elsewhere.
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

// Shared reports whether workers elsewhere may take jobs, so that jobs should be described as data.
func (q *Queue) Shared() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.watcher != nil
}

// enter adds a waiting job, and starts it if a worker is free.
func (q *Queue) enter(j Job) (*request, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	if total, ofAddress := q.jobs.Waiting(j.Owner.Address); total >= q.o.MaxWaiting ||
		ofAddress >= q.o.MaxWaitingPerOwner {
		return nil, ErrBusy
	}
	j.Cost = max(j.Cost, time.Millisecond)
	r := &request{job: j, started: make(chan struct{}), kept: make(chan func(), 1), places: make(chan int, 1)}
	r.queued = q.jobs.Add(r, j.Owner, j.Cost, now)
	q.counts[j.Class].Waiting++
	q.dispatch(now)
	return r, nil
}

// Load returns the numbers of running and waiting jobs.
func (q *Queue) Load() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting, _ = q.jobs.Waiting("")
	return q.jobs.Running(), waiting
}

// leave removes a cancelled job, whether it is waiting, lent, answered or just started.
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

// finish frees the worker of a job and charges the time spent.
func (q *Queue) finish(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.counts[r.job.Class].Done[Here]++
	q.end(r, now, Here, now.Sub(r.begun))
	q.jobs.Forget(now)
	q.dispatch(now)
}

// begin starts a job at a place.
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

// end removes a running job, and replaces the charge of its cost by the time spent.
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

// dispatch starts jobs while workers are free here. It reports the places of other jobs, and
// notifies the watcher of jobs that can run elsewhere.
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

// isShort reports whether the worker for short jobs may run a job. There is no such worker if all
// jobs run elsewhere.
func (q *Queue) isShort(j Job) bool {
	return q.o.Workers > 0 && j.Class.rank() == 0 && j.Cost <= q.o.Short
}

// ordered returns the waiting jobs in the order in which they will start.
func (q *Queue) ordered() []*request {
	jobs := q.jobs.Ordered()
	all := make([]*request, len(jobs))
	for i, j := range jobs {
		all[i] = j.Value
	}
	slices.SortStableFunc(all, byRank)
	return all
}

// rank is 0 for jobs that players wait for, and higher for jobs that come later.
func (c Class) rank() int { return max(0, int(c-Estimate)) }

// byRank orders reviews after all other jobs, and games of self-play after reviews. Within a rank,
// jobs that a worker returned unfinished come first, because they have had their turn.
func byRank(a, b *request) int {
	first := map[bool]int{true: -1}
	return cmp.Or(cmp.Compare(a.job.Class.rank(), b.job.Class.rank()), first[a.again]-first[b.again])
}

// tell reports a job's place to its caller if it has changed enough. Far from the front small
// changes are skipped, because otherwise each started job would notify all callers.
func (r *request) tell(place int) {
	step := max(place-r.told, r.told-place)
	if step == 0 || place > 10 && r.told > 0 && step*10 < r.told {
		return
	}
	select {
	case <-r.places: // an older place that was not read
	default:
	}
	r.told = place
	r.places <- place
}

// refusedFor is the time after which a job that a worker declined runs here, if no other worker has
// done it, even if no jobs normally run here.
const refusedFor = 10 * time.Second

// slotsFor returns the limit on running jobs here for a job to start. A job that cannot run
// elsewhere runs here even if all other jobs run elsewhere.
func (q *Queue) slotsFor(r *request, now time.Time) int {
	if r.job.Task == nil || q.watcher == nil || len(r.declined) > 0 && now.Sub(r.queued.Arrived) > refusedFor {
		return max(1, q.o.Workers)
	}
	return q.o.Workers
}

// mostOfAddress returns the limit on one address's running jobs, here and elsewhere.
func (q *Queue) mostOfAddress() int {
	if q.o.Sole {
		return q.o.Workers + q.slots
	}
	return max(1, q.o.Workers+q.slots-1)
}
