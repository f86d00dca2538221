// Package work implements a queue for computing jobs that shares a few workers
// fairly between those who ask: the computer's moves, its judgement of a final
// position, estimates, reviews.
//
// Workers are shared between addresses first and between the persons of an
// address second, so that neither many games nor many guests of one address get
// more than their share. Each owner has a clock of the time that was spent for
// him, and the one whose clock is behind is next (start-time fair queueing, Goyal,
// Vin and Chen 1996: a job's expected cost is charged when it starts, and the
// measured time when it ends). Somebody who comes back begins where the others
// are now: time that he has not used is not saved, and time that he has used in
// excess is forgotten as fast as it passes. Within a person's jobs short ones come
// before long ones. Reviews wait until no other job of anybody does.
//
// A job that runs is not interrupted, so long work should be many jobs of about a
// second. Where there are two workers or more, the jobs of one address never hold
// all of them.
package work

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
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

// The classes of jobs. Reviews wait until nothing else does.
const (
	Move      Class = iota // the computer's next action in a match
	Judgement              // which stones are dead at the end of a match
	Estimate               // who is ahead in a position
	Review                 // a position of a game that is over
)

// An Owner is for whom a job is done. Persons of the same address share what the
// address gets.
type Owner struct{ Person, Address string }

// A Job describes work before it is done.
type Job struct {
	Owner Owner
	Cost  time.Duration // expected time on one worker
	Class Class
}

// Options are the limits of a queue. Zero values mean the defaults.
type Options struct {
	Workers            int // jobs at a time; by default GOMAXPROCS
	MaxWaiting         int // jobs that wait; by default 4096
	MaxWaitingPerOwner int // jobs that wait for one address; by default 64
}

// A Queue runs jobs. It is safe for concurrent use and has no goroutines.
type Queue struct {
	o Options

	mu       sync.Mutex
	root     share // its children are the addresses, and theirs the persons
	arrivals int   // jobs so far
}

// New returns an empty queue.
func New(o Options) *Queue {
	for _, limit := range []struct {
		n     *int
		value int
	}{
		{&o.Workers, runtime.GOMAXPROCS(0)},
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
// long the job has waited. While it waits, place is called with its place in
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
	if err := q.wait(ctx, r, place); err != nil {
		return time.Since(r.arrived), err
	}
	defer q.finish(r)
	return r.begun.Sub(r.arrived), run(ctx)
}

// Wanted reports whether a job waits that is no review: somebody wants the worker.
func (q *Queue) Wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(q.root.order(), func(r *request) bool { return r.job.Class != Review })
}

// wait returns nil when the job may run.
func (q *Queue) wait(ctx context.Context, r *request, place func(n int)) error {
	for {
		select {
		case <-r.started:
			return nil
		case n := <-r.places:
			if place != nil {
				place(n)
			}
		case <-ctx.Done():
			if !q.withdraw(r) {
				q.finish(r) // its turn came at the same time
			}
			return ctx.Err()
		}
	}
}

// enter adds a job to those that wait, and starts it if a worker is free.
func (q *Queue) enter(j Job) (*request, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	address := q.root.child(j.Owner.Address, now)
	person := address.child(j.Owner.Person, now)
	if q.root.waiting >= q.o.MaxWaiting || address.waiting >= q.o.MaxWaitingPerOwner {
		q.root.forget(now)
		return nil, ErrBusy
	}
	j.Cost = max(j.Cost, time.Millisecond)
	q.arrivals++
	r := &request{
		job: j, number: q.arrivals, arrived: now, owners: [...]*share{&q.root, address, person},
		started: make(chan struct{}), places: make(chan int, 1),
	}
	person.requests = append(person.requests, r)
	for _, s := range r.owners {
		s.waiting++
	}
	q.dispatch(now)
	return r, nil
}

// Load returns how many jobs run, and how many wait.
func (q *Queue) Load() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.root.running, q.root.waiting
}

// withdraw removes a job that waits. It reports false if the job has been started.
func (q *Queue) withdraw(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !r.begun.IsZero() {
		return false
	}
	now := time.Now()
	r.remove(now)
	q.root.forget(now)
	q.dispatch(now)
	return true
}

// finish frees the worker of a job and charges the time it took.
func (q *Queue) finish(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	for _, s := range r.owners {
		s.running--
		s.served += now.Sub(r.begun) - r.job.Cost
		s.rest(now)
	}
	q.root.forget(now)
	q.dispatch(now)
}

// dispatch starts jobs while there are free workers and tells the others their
// places.
func (q *Queue) dispatch(now time.Time) {
	most := max(1, q.o.Workers-1) // of one address
	place := 0
	all := q.root.order()
	slices.SortStableFunc(all, reviewsLast)
	for _, r := range all {
		if q.root.running < q.o.Workers && r.owners[1].running < most {
			r.start(now)
			continue
		}
		place++
		r.tell(place)
	}
}
