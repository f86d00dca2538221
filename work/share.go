package work

import (
	"cmp"
	"slices"
	"time"
)

// patience is after how many times its own cost a long job comes before shorter
// ones of the same person that arrived later.
const patience = 20

// A share is what one owner gets of the workers: the whole queue, an address, or a
// person of an address.
type share struct {
	served   time.Duration     // work done so far for this owner, with what running jobs are expected to take
	clock    time.Duration     // what the child that was next last had been served before
	idle     time.Time         // since when no job waits or runs
	waiting  int               // jobs
	running  int               // jobs
	children map[string]*share // by name
	requests []*request        // of a person, the jobs that wait
}

// A request is a job in a queue.
type request struct {
	job      Job
	number   int // of arrival
	arrived  time.Time
	begun    time.Time       // zero while it waits
	owners   [3]*share       // the queue, the address, the person
	turn     time.Duration   // when it is to start, by the clock of an owner
	started  chan struct{}   // closed when it may run here
	kept     chan func()     // gets what keeps the answer of a worker elsewhere
	short    bool            // the worker of short jobs runs it
	loan     *Loan           // under which a worker elsewhere does it, or nil
	again    bool            // a worker elsewhere has had it and did not do it
	declined map[string]bool // by workers elsewhere
	places   chan int        // its latest place
	told     int             // that place
}

// child returns the share of a name. A child without jobs begins at the clock of
// the others, or later by what it has been served in excess, less the time since.
func (s *share) child(name string, now time.Time) *share {
	c := s.children[name]
	if c == nil {
		if s.children == nil {
			s.children = map[string]*share{}
		}
		c = &share{served: s.clock, idle: now}
		s.children[name] = c
	}
	if c.waiting+c.running == 0 {
		c.served = max(s.clock, c.served-now.Sub(c.idle))
		c.idle = now
	}
	return c
}

// rest notes the time if no job is left.
func (s *share) rest(now time.Time) {
	if s.waiting+s.running == 0 {
		s.idle = now
	}
}

// forget removes the children without jobs that have no more than the others, and
// of the rest theirs.
func (s *share) forget(now time.Time) {
	for name, c := range s.children {
		if c.waiting+c.running == 0 && c.served-now.Sub(c.idle) <= s.clock {
			delete(s.children, name)
			continue
		}
		c.forget(now)
	}
}

// order returns the jobs that wait in the order in which they are to start if all
// take as long as expected and none comes.
func (s *share) order() (all []*request) {
	if s.children == nil {
		all = slices.Clone(s.requests)
		slices.SortFunc(all, byLength)
		return all
	}
	for _, c := range s.children {
		if c.waiting == 0 {
			continue
		}
		turn := c.served
		for _, r := range c.order() {
			r.turn = turn
			turn += r.job.Cost
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *request) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.number, b.number))
	})
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

// byLength orders the jobs of one person: short before long, but not for ever.
func byLength(a, b *request) int {
	due := func(r *request) time.Time { return r.arrived.Add(patience * r.job.Cost) }
	return cmp.Or(due(a).Compare(due(b)), cmp.Compare(a.number, b.number))
}

// start takes a job from those that wait to those that run, and charges its expected cost.
func (r *request) start(now time.Time) {
	r.begun = now
	r.remove(now)
	for i, s := range r.owners {
		if i > 0 {
			above := r.owners[i-1]
			above.clock = max(above.clock, s.served)
		}
		s.running++
	}
	r.charge(r.job.Cost)
}

// add puts a job among those that wait.
func (r *request) add() {
	person := r.owners[2]
	person.requests = append(person.requests, r)
	for _, s := range r.owners {
		s.waiting++
	}
}

// charge adds time to what was done for the owners of a job.
func (r *request) charge(took time.Duration) {
	for _, s := range r.owners {
		s.served += took
	}
}

// remove takes a job out of those that wait.
func (r *request) remove(now time.Time) {
	person := r.owners[2]
	person.requests = slices.DeleteFunc(person.requests, func(other *request) bool { return other == r })
	for _, s := range r.owners {
		s.waiting--
		s.rest(now)
	}
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
