// Package budget bounds the memory and the processors that requests take at once.
//
// Each job names its cost before it starts. At most as many jobs run as there are places, and
// together they hold at most half of the memory: the garbage collector lets the heap grow to
// twice the size of what it finds alive, so that garbage takes the other half. The memory of a job
// that has ended counts until it is collected. The budget starts a collection where a job waits
// for it. Jobs that do not fit wait in a fair queue (package fairqueue), so that an address cannot
// take the share of another. Where there are two places or more, one address never holds all of
// them. A newcomer to a full queue displaces the last job of the address with the most.
//
// A quarter of that memory is for bodies of requests that arrive, an eighth for answers that clients
// read. An address may have half of each. Memory of answers beyond the eighth is lent: a job that
// needs it takes it back from the address that has the most.
//
// Acquire is for jobs that take more than a few milliseconds. Cheap ones need no place, and take
// no lock.
package budget

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"rosette/server/fairqueue"
)

// The defaults of Options.
const (
	DefaultMemory = 64 << 20

	defaultMaxWaiting           = 1024
	defaultMaxWaitingPerAddress = 64
	defaultMaxWait              = 10 * time.Second
)

// A Cost is what a job takes at most.
type Cost struct {
	Memory int64         // bytes that are alive at once
	CPU    time.Duration // processor time, on one core
}

// Bounds of a job that needs no place.
const (
	cheapMemory = 1 << 20
	cheapCPU    = 10 * time.Millisecond
)

// Cheap reports whether a job may run without a place.
func (c Cost) Cheap() bool { return c.Memory <= cheapMemory && c.CPU <= cheapCPU }

// An Owner is the person and the address for which a job is done.
type Owner = fairqueue.Owner

// A BusyError means that too many jobs wait, or that a job has waited for too long.
type BusyError struct {
	Wait time.Duration // after which another try makes sense
}

// Error returns the time to wait.
func (e BusyError) Error() string { return fmt.Sprintf("too many jobs wait; try again in %v", e.Wait) }

// Options are the limits of a budget. A zero value means the default.
type Options struct {
	Memory               int64         // bytes above those of an idle process; [DefaultMemory]
	Places               int           // jobs that run at once; GOMAXPROCS
	MaxWaiting           int           // jobs that wait; 1024
	MaxWaitingPerAddress int           // of them of one address; 64
	MaxWait              time.Duration // of a job; 10 s
}

// A Budget hands out memory and places. It is safe for concurrent use. A nil Budget has no bounds.
type Budget struct {
	o Options

	mu       sync.Mutex
	jobs     fairqueue.Queue[*Lease]
	bodies   fairqueue.Queue[*Lease] // leases of Hold
	running  int64                   // bytes of jobs that run
	garbage  int64                   // bytes given back since the last collection
	cycle    uint64                  // of the garbage collector, when the last of them were given back
	collects bool                    // a collection runs for the budget
	held     int64                   // bytes of Hold
	written  int64                   // bytes of leases that were shrunk
	revoked  int64                   // of them, bytes that were taken back and are not released yet
	writers  map[*Lease]bool         // leases that were shrunk and may be taken back
	large    int                     // jobs whose memory is large, those that were shrunk included
	percent  int                     // GOGC without them
	of       map[string]usage        // by address
}

// A usage is the memory of one address in bytes.
type usage struct {
	jobs, held int64
	written    int64 // without what was taken back
}

// New returns a budget of which nothing is used.
func New(o Options) *Budget {
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Places <= 0 {
		o.Places = runtime.GOMAXPROCS(0)
	}
	if o.MaxWaiting <= 0 {
		o.MaxWaiting = defaultMaxWaiting
	}
	if o.MaxWaitingPerAddress <= 0 {
		o.MaxWaitingPerAddress = defaultMaxWaitingPerAddress
	}
	if o.MaxWait <= 0 {
		o.MaxWait = defaultMaxWait
	}
	return &Budget{o: o, writers: map[*Lease]bool{}, of: map[string]usage{}}
}

// alive returns the number of bytes that may be alive at once.
func (b *Budget) alive() int64 { return b.o.Memory / 2 }

// mostHeld returns the number of bytes that Hold gives to all addresses together.
func (b *Budget) mostHeld() int64 { return b.alive() / 4 }

// mostWritten returns the number of bytes that answers may keep although jobs wait for them.
func (b *Budget) mostWritten() int64 { return b.alive() / 8 }

// mostOfJob returns the number of bytes that a job may have whatever is held and written.
func (b *Budget) mostOfJob() int64 { return b.alive() - b.mostHeld() - b.mostWritten() }

// busy is the error of a full queue. After MaxWait the jobs that wait have started, or left.
func (b *Budget) busy() error { return BusyError{b.o.MaxWait} }

// The states of a Lease.
type state int

const (
	waits state = iota
	runs
	holds  // a lease of Hold
	shrunk // without a place
	ended
)

// A Lease is the place and the memory of a job. Its methods do nothing on nil.
type Lease struct {
	b      *Budget
	owner  Owner
	memory int64
	large  bool // counted among the large jobs
	state  state
	begun  time.Time
	queue  *fairqueue.Queue[*Lease]
	queued *fairqueue.Job[*Lease]
	start  chan struct{} // closed when the job may run, or was displaced
	err    error         // of a job that was displaced

	cut      func()       // takes the memory of a shrunk lease back
	progress atomic.Int64 // time of the last part that the client took, in nanoseconds
	revoked  bool         // cut was called
}

// Acquire waits until a job may run. The caller must release the lease. The error is that of
// ctx if it ends first, or a [BusyError]. A job whose memory exceeds what jobs may have is
// counted as if it needed all of that.
func (b *Budget) Acquire(ctx context.Context, owner Owner, cost Cost) (*Lease, error) {
	if b == nil {
		return nil, ctx.Err()
	}
	l := &Lease{b: b, owner: owner, memory: min(cost.Memory, b.mostOfJob()), queue: &b.jobs}
	return l.wait(ctx, max(cost.CPU, time.Millisecond))
}

// Hold waits until there is memory for what arrives before a job can wait, such as the body of a
// request. The caller must release the lease. The error is that of ctx if it ends first, or a
// [BusyError].
func (b *Budget) Hold(ctx context.Context, owner Owner, bytes int64) (*Lease, error) {
	if b == nil {
		return nil, ctx.Err()
	}
	l := &Lease{b: b, owner: owner, memory: min(bytes, b.mostHeld()), queue: &b.bodies}
	return l.wait(ctx, time.Millisecond)
}

// wait waits until a lease has started. cost is its expected time.
func (l *Lease) wait(ctx context.Context, cost time.Duration) (*Lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := l.enter(cost); err != nil {
		return nil, err
	}
	select {
	case <-l.start: // at once
		return l, nil
	default:
	}
	timer := time.NewTimer(l.b.o.MaxWait)
	defer timer.Stop()
	var err error
	select {
	case <-l.start:
		if err = l.err; err == nil {
			return l, nil
		}
	case <-timer.C:
		err = l.b.busy()
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.Release()
	return nil, err
}

// enter adds a lease to those that wait, and starts it if it fits.
func (l *Lease) enter(cost time.Duration) error {
	b := l.b
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	total, ofAddress := l.queue.Waiting(l.owner.Address)
	if ofAddress >= b.o.MaxWaitingPerAddress || total >= b.o.MaxWaiting && !displace(l.queue, ofAddress, now) {
		return b.busy()
	}
	l.start = make(chan struct{})
	l.queued = l.queue.Add(l, l.owner, cost, now)
	b.dispatch(now)
	return nil
}

// displace removes the last job of the address with the most jobs that wait, and reports whether
// there is one that has at least two more than a newcomer's. The budget is locked.
func displace(q *fairqueue.Queue[*Lease], ofNewcomer int, now time.Time) bool {
	last, n := q.Longest()
	if n < ofNewcomer+2 {
		return false
	}
	l := last.Value
	q.Remove(last, now)
	l.state, l.err = ended, l.b.busy()
	close(l.start)
	return true
}

// dispatch starts the leases that fit. The budget is locked.
func (b *Budget) dispatch(now time.Time) {
	b.dispatchBodies(now)
	if b.jobs.Running() >= b.o.Places {
		return
	}
	for _, j := range b.jobs.Ordered() {
		l := j.Value
		switch {
		case b.jobs.Running() >= b.o.Places:
			return
		case !b.mayRun(l):
		case b.running+b.uncollected()+b.held+b.written+l.memory <= b.alive():
			l.begin(runs, now)
			b.running += l.memory
			b.setLarge(l)
			b.use(l.owner, usage{jobs: l.memory})
		case b.running+b.held+b.written+l.memory <= b.alive():
			b.collect()
			return
		default:
			if b.held+b.written+l.memory > b.alive() {
				b.reclaim()
			}
			return // nobody overtakes: it fits when those that run have ended
		}
	}
}

// dispatchBodies starts the leases of Hold that fit. The budget is locked.
func (b *Budget) dispatchBodies(now time.Time) {
	if waiting, _ := b.bodies.Waiting(""); waiting == 0 {
		return
	}
	for _, j := range b.bodies.Ordered() {
		l := j.Value
		has := b.of[l.owner.Address].held
		switch {
		case has > 0 && has+l.memory > b.mostHeld()/2:
		case b.held+l.memory > b.mostHeld():
			return // nobody overtakes
		default:
			l.begin(holds, now)
			b.held += l.memory
			b.use(l.owner, usage{held: l.memory})
		}
	}
}

// mayRun reports whether the address of a job may have one more.
func (b *Budget) mayRun(l *Lease) bool {
	has := b.of[l.owner.Address]
	return l.queued.RunningOfAddress() < max(1, b.o.Places-1) && has.written < b.mostWritten()/2 &&
		(has.jobs == 0 || has.jobs+l.memory <= b.alive()/2)
}

// begin starts a lease.
func (l *Lease) begin(s state, now time.Time) {
	l.queue.Start(l.queued, now)
	l.state, l.begun = s, now
	close(l.start)
}

// reclaim takes back what answers keep beyond their part: from the address that has the most, of
// its clients the one that has read nothing for the longest time. The budget is locked.
func (b *Budget) reclaim() {
	for b.written-b.revoked > b.mostWritten() {
		var slowest *Lease
		for l := range b.writers {
			if slowest == nil || cmp.Or(
				cmp.Compare(b.of[slowest.owner.Address].written, b.of[l.owner.Address].written),
				cmp.Compare(l.progress.Load(), slowest.progress.Load())) < 0 {
				slowest = l
			}
		}
		if slowest == nil {
			return
		}
		delete(b.writers, slowest)
		slowest.revoked = true
		b.revoked += slowest.memory
		b.use(slowest.owner, usage{written: -slowest.memory})
		go slowest.cut()
	}
}

// use adds to the memory of an address.
func (b *Budget) use(owner Owner, more usage) {
	u := b.of[owner.Address]
	u.jobs += more.jobs
	u.held += more.held
	u.written += more.written
	if u == (usage{}) {
		delete(b.of, owner.Address)
		return
	}
	b.of[owner.Address] = u
}

// Shrink gives back the place and all memory but some bytes: the job is done, and its result
// lives on until Release. Where a job needs that memory, cut may be called once, in a goroutine
// of its own: it must have the lease released soon, and may be called after that.
func (l *Lease) Shrink(bytes int64, cut func()) {
	if l == nil {
		return
	}
	b := l.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.state != runs {
		return
	}
	now := time.Now()
	rest := min(bytes, l.memory)
	b.use(l.owner, usage{jobs: -l.memory, written: rest})
	b.running -= l.memory
	b.written += rest
	b.drop(l.memory - rest)
	l.memory, l.state, l.cut = rest, shrunk, cut
	l.progress.Store(now.UnixNano())
	b.writers[l] = true
	b.setLarge(l)
	b.jobs.End(l.queued, now.Sub(l.begun), now)
	b.jobs.Forget(now)
	b.dispatch(now)
}

// Progress notes that the client has taken a part of the result.
func (l *Lease) Progress() {
	if l != nil {
		l.progress.Store(time.Now().UnixNano())
	}
}

// Release gives everything back. Only the first call counts.
func (l *Lease) Release() {
	if l == nil {
		return
	}
	b := l.b
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	switch l.state {
	case ended:
		return
	case waits:
		l.queue.Remove(l.queued, now)
	case runs:
		b.running -= l.memory
		b.use(l.owner, usage{jobs: -l.memory})
	case holds:
		b.held -= l.memory
		b.use(l.owner, usage{held: -l.memory})
	case shrunk:
		b.endWriter(l)
	}
	if l.state == runs || l.state == holds {
		l.queue.End(l.queued, now.Sub(l.begun), now)
	}
	if l.state != waits {
		b.drop(l.memory)
	}
	l.state = ended
	b.setLarge(l)
	l.queue.Forget(now)
	b.dispatch(now)
}

// endWriter gives back the memory of a result. The budget is locked.
func (b *Budget) endWriter(l *Lease) {
	b.written -= l.memory
	if l.revoked {
		b.revoked -= l.memory
		return
	}
	delete(b.writers, l)
	b.use(l.owner, usage{written: -l.memory})
}

// A Load is the use of a budget.
type Load struct {
	Memory           int64 // bytes
	Running, Waiting int   // jobs
}

// Load returns what is in use.
func (b *Budget) Load() Load {
	if b == nil {
		return Load{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	waiting, _ := b.jobs.Waiting("")
	return Load{b.running + b.held + b.written, b.jobs.Running(), waiting}
}

// ownerKey is the key of the owner in a context.
type ownerKey struct{}

// WithOwner returns a context whose jobs are those of an owner.
func WithOwner(ctx context.Context, owner Owner) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// OwnerOf returns the owner of the jobs of a context; it is the zero Owner outside of requests.
func OwnerOf(ctx context.Context) Owner {
	owner, _ := ctx.Value(ownerKey{}).(Owner)
	return owner
}
