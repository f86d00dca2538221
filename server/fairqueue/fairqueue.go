// Package fairqueue orders the jobs waiting for a resource so that addresses share it fairly, and
// within an address its persons.
//
// Each owner has a clock with the time spent for it, and the owner whose clock is furthest behind
// is next: start-time fair queueing (Goyal, Vin and Chen 1996). A job's expected cost is charged
// when it starts, and corrected to the measured time when it ends. A returning owner starts level
// with the others: unused time is not saved, and excess time decays as fast as time passes. One
// person's short jobs come before long ones.
package fairqueue

import (
	"cmp"
	"slices"
	"time"
)

// patience is the multiple of its own cost after which a long job comes before shorter ones from
// the same person that arrived later.
const patience = 20

// An Owner is the person and the address that a job is charged to. Persons at one address share
// what the address gets.
type Owner struct{ Person, Address string }

// A Queue holds waiting jobs and counts running ones. The zero value is empty. It is not safe for
// concurrent use. Its methods take the current time.
type Queue[T any] struct {
	root     share[T] // its children are the addresses, and theirs the persons
	arrivals int      // number of jobs so far
}

// A Job is a job in a queue.
type Job[T any] struct {
	Value   T
	Cost    time.Duration // expected time
	Arrived time.Time
	Turn    time.Duration // expected start by the queue's clock, as computed by Ordered

	number int // order of arrival
	owners [3]*share[T]
}

// A share is one owner's share: the whole queue's, an address's, or a person's.
type share[T any] struct {
	served   time.Duration        // time spent for this owner, including the expected time of running jobs
	clock    time.Duration        // served of the last child that was next, before its job started
	idle     time.Time            // time when the last job ended
	waiting  int                  // number of jobs
	running  int                  // number of jobs
	children map[string]*share[T] // by name
	jobs     []*Job[T]            // a person's waiting jobs
}

// Add adds a waiting job.
func (q *Queue[T]) Add(value T, owner Owner, cost time.Duration, now time.Time) *Job[T] {
	q.arrivals++
	j := &Job[T]{Value: value, Cost: cost, Arrived: now, number: q.arrivals}
	address := q.root.child(owner.Address, now)
	j.owners = [...]*share[T]{&q.root, address, address.child(owner.Person, now)}
	q.Return(j)
	return j
}

// Return makes an ended job wait again.
func (q *Queue[T]) Return(j *Job[T]) {
	person := j.owners[2]
	person.jobs = append(person.jobs, j)
	for _, s := range j.owners {
		s.waiting++
	}
}

// Start turns a waiting job into a running one, and charges its expected cost.
func (q *Queue[T]) Start(j *Job[T], now time.Time) {
	q.Remove(j, now)
	for i, s := range j.owners {
		if i > 0 {
			above := j.owners[i-1]
			above.clock = max(above.clock, s.served)
		}
		s.running++
		s.served += j.Cost
	}
}

// End removes a running job, and charges the time spent instead of the expected cost.
func (q *Queue[T]) End(j *Job[T], spent time.Duration, now time.Time) {
	for _, s := range j.owners {
		s.served += spent - j.Cost
		s.running--
		s.rest(now)
	}
}

// Remove removes a waiting job.
func (q *Queue[T]) Remove(j *Job[T], now time.Time) {
	person := j.owners[2]
	person.jobs = slices.DeleteFunc(person.jobs, func(other *Job[T]) bool { return other == j })
	for _, s := range j.owners {
		s.waiting--
		s.rest(now)
	}
}

// Ordered returns the waiting jobs in the order in which they would start if each took its expected
// cost and no others arrived.
func (q *Queue[T]) Ordered() []*Job[T] { return q.root.order() }

// Waiting returns the number of waiting jobs, and of those from one address.
func (q *Queue[T]) Waiting(address string) (total, ofAddress int) {
	if s := q.root.children[address]; s != nil {
		ofAddress = s.waiting
	}
	return q.root.waiting, ofAddress
}

// Longest returns the last waiting job from the address with the most, and their number. The job is
// nil if no jobs wait.
func (q *Queue[T]) Longest() (last *Job[T], waiting int) {
	var longest *share[T]
	for _, c := range q.root.children {
		if c.waiting > waiting || c.waiting > 0 && c.waiting == waiting && c.served > longest.served {
			longest, waiting = c, c.waiting
		}
	}
	if longest == nil {
		return nil, 0
	}
	jobs := longest.order()
	return jobs[len(jobs)-1], waiting
}

// Running returns the number of running jobs.
func (q *Queue[T]) Running() int { return q.root.running }

// RunningOfAddress returns the number of running jobs for the job's address.
func (j *Job[T]) RunningOfAddress() int { return j.owners[1].running }

// Clock returns the queue's clock, to which owners' times are compared.
func (q *Queue[T]) Clock() time.Duration { return q.root.clock }

// Charge charges an owner for time spent in another queue with the given clock.
func (q *Queue[T]) Charge(owner Owner, spent, clock time.Duration, now time.Time) {
	q.root.clock = max(q.root.clock, clock)
	address := q.root.child(owner.Address, now)
	for _, s := range []*share[T]{address, address.child(owner.Person, now)} {
		s.served += spent
	}
}

// Forget frees the memory for owners without jobs and without excess time.
func (q *Queue[T]) Forget(now time.Time) { q.root.forget(now) }

// child returns the named share. A child without jobs starts level with the others, or behind them
// by its remaining excess.
func (s *share[T]) child(name string, now time.Time) *share[T] {
	c := s.children[name]
	if c == nil {
		if s.children == nil {
			s.children = map[string]*share[T]{}
		}
		c = &share[T]{served: s.clock, idle: now}
		s.children[name] = c
	}
	if c.waiting+c.running == 0 {
		c.served = max(s.clock, c.served-now.Sub(c.idle))
		c.idle = now
	}
	return c
}

// rest records the time if no jobs are left.
func (s *share[T]) rest(now time.Time) {
	if s.waiting+s.running == 0 {
		s.idle = now
	}
}

// forget removes children without jobs and without excess time, recursively.
func (s *share[T]) forget(now time.Time) {
	for name, c := range s.children {
		if c.waiting+c.running == 0 && c.served-now.Sub(c.idle) <= s.clock {
			delete(s.children, name)
			continue
		}
		c.forget(now)
	}
}

// order is Ordered for one owner's jobs.
func (s *share[T]) order() (all []*Job[T]) {
	if s.children == nil {
		all = slices.Clone(s.jobs)
		slices.SortFunc(all, byLength)
		return all
	}
	for _, c := range s.children {
		if c.waiting == 0 {
			continue
		}
		turn := c.served
		for _, j := range c.order() {
			j.Turn = turn
			turn += j.Cost
			all = append(all, j)
		}
	}
	slices.SortFunc(all, func(a, b *Job[T]) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.number, b.number))
	})
	return all
}

// byLength orders one person's jobs: short before long, but not for ever.
func byLength[T any](a, b *Job[T]) int {
	due := func(j *Job[T]) time.Time { return j.Arrived.Add(patience * j.Cost) }
	return cmp.Or(due(a).Compare(due(b)), cmp.Compare(a.number, b.number))
}
