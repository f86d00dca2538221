// Package fairqueue orders the jobs that wait for a resource so that it is shared fairly
// between addresses, and within an address between persons.
//
// Each owner has a clock of the time that was spent for it, and the owner whose clock is behind
// is next: start-time fair queueing (Goyal, Vin and Chen 1996). The expected cost of a job is
// charged when it starts, and the measured time when it ends. An owner that comes back begins
// where the others are now: unused time is not saved, and excess time is forgotten as fast as
// it passes. Within a person's jobs short ones come before long ones.
package fairqueue

import (
	"cmp"
	"slices"
	"time"
)

// patience is the number of times its own cost after which a long job comes before shorter
// ones of the same person that arrived later.
const patience = 20

// An Owner is the person and the address for which a job is done. Persons of the same address
// share what the address gets.
type Owner struct{ Person, Address string }

// A Queue holds jobs that wait, and counts those that run. The zero value is empty. It is not
// safe for concurrent use. Its methods take the present time.
type Queue[T any] struct {
	root     share[T] // its children are the addresses, and theirs the persons
	arrivals int      // jobs so far
}

// A Job is a job in a queue.
type Job[T any] struct {
	Value   T
	Cost    time.Duration // expected
	Arrived time.Time
	Turn    time.Duration // expected start by the clock of the queue, as Ordered has computed it

	number int // of arrival
	owners [3]*share[T]
}

// A share is what one owner gets: the whole queue, an address, or a person of an address.
type share[T any] struct {
	served   time.Duration        // time spent for this owner, with the expected time of running jobs
	clock    time.Duration        // served of the child that was next last, before it started
	idle     time.Time            // when the last job ended
	waiting  int                  // jobs
	running  int                  // jobs
	children map[string]*share[T] // by name
	jobs     []*Job[T]            // of a person, the jobs that wait
}

// Add adds a job that waits from now on.
func (q *Queue[T]) Add(value T, owner Owner, cost time.Duration, now time.Time) *Job[T] {
	q.arrivals++
	j := &Job[T]{Value: value, Cost: cost, Arrived: now, number: q.arrivals}
	address := q.root.child(owner.Address, now)
	j.owners = [...]*share[T]{&q.root, address, address.child(owner.Person, now)}
	q.Return(j)
	return j
}

// Return puts a job that has ended among those that wait.
func (q *Queue[T]) Return(j *Job[T]) {
	person := j.owners[2]
	person.jobs = append(person.jobs, j)
	for _, s := range j.owners {
		s.waiting++
	}
}

// Start moves a job from those that wait to those that run, and charges its expected cost.
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

// End removes a job from those that run, and charges the time spent instead of the expected
// cost.
func (q *Queue[T]) End(j *Job[T], spent time.Duration, now time.Time) {
	for _, s := range j.owners {
		s.served += spent - j.Cost
		s.running--
		s.rest(now)
	}
}

// Remove removes a job from those that wait.
func (q *Queue[T]) Remove(j *Job[T], now time.Time) {
	person := j.owners[2]
	person.jobs = slices.DeleteFunc(person.jobs, func(other *Job[T]) bool { return other == j })
	for _, s := range j.owners {
		s.waiting--
		s.rest(now)
	}
}

// Ordered returns the waiting jobs in the order in which they start if each takes its expected
// cost and none arrives.
func (q *Queue[T]) Ordered() []*Job[T] { return q.root.order() }

// Waiting returns the number of jobs that wait, and of those of one address.
func (q *Queue[T]) Waiting(address string) (total, ofAddress int) {
	if s := q.root.children[address]; s != nil {
		ofAddress = s.waiting
	}
	return q.root.waiting, ofAddress
}

// Longest returns the last waiting job of the address with the most, and how many that has. The
// job is nil if none waits.
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

// Running returns the number of jobs that run.
func (q *Queue[T]) Running() int { return q.root.running }

// RunningOfAddress returns the number of jobs that run for the address of a job.
func (j *Job[T]) RunningOfAddress() int { return j.owners[1].running }

// Clock returns the time by which owners are ahead of each other.
func (q *Queue[T]) Clock() time.Duration { return q.root.clock }

// Charge charges an owner with time that another queue has spent, whose clock was at clock.
func (q *Queue[T]) Charge(owner Owner, spent, clock time.Duration, now time.Time) {
	q.root.clock = max(q.root.clock, clock)
	address := q.root.child(owner.Address, now)
	for _, s := range []*share[T]{address, address.child(owner.Person, now)} {
		s.served += spent
	}
}

// Forget frees the memory of owners without jobs that have had no more than the others.
func (q *Queue[T]) Forget(now time.Time) { q.root.forget(now) }

// child returns the share of a name. A child without jobs begins at the clock of
// the others, or later by its excess, less the time since.
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

// rest notes the time if no job is left.
func (s *share[T]) rest(now time.Time) {
	if s.waiting+s.running == 0 {
		s.idle = now
	}
}

// forget removes the children without jobs that have no more than the others, also among the
// children of the rest.
func (s *share[T]) forget(now time.Time) {
	for name, c := range s.children {
		if c.waiting+c.running == 0 && c.served-now.Sub(c.idle) <= s.clock {
			delete(s.children, name)
			continue
		}
		c.forget(now)
	}
}

// order is Ordered for the jobs of one owner.
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

// byLength orders the jobs of one person: short before long, but not for ever.
func byLength[T any](a, b *Job[T]) int {
	due := func(j *Job[T]) time.Time { return j.Arrived.Add(patience * j.Cost) }
	return cmp.Or(due(a).Compare(due(b)), cmp.Compare(a.number, b.number))
}
