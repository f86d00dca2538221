// Package budget bounds the memory and the processors that requests take at once.
//
// Each job names its cost before it starts. At most as many jobs run as there are places, and
// together they hold at most half of the memory: the garbage collector lets the heap grow to
// twice the size of what it finds alive, so that garbage takes the other half. The memory of a job
// that has ended counts until it is collected. The budget starts a collection where a job waits
// for it. Jobs that do not fit wait in a fair queue (package fairqueue), so that an address cannot
// take the share of another. Where there are two places or more, one address never holds all of
// them.
//
// Acquire is for jobs that take more than a few milliseconds. Cheap ones need no place, and take
// no lock.
package budget

import (
	"context"
	"fmt"
	"runtime"
	"sync"
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
	running  int64            // bytes of jobs that run
	garbage  int64            // bytes given back since the last collection
	cycle    uint64           // of the garbage collector, when the last of them were given back
	collects bool             // a collection runs for the budget
	held     int64            // bytes of Hold
	written  int64            // bytes of leases that were shrunk
	large    int              // jobs whose memory is large, those that were shrunk included
	percent  int              // GOGC without them
	of       map[string]usage // by address
}

// A usage is the memory of one address in bytes.
type usage struct{ jobs, held int64 } // jobs: those that run and those that were shrunk

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
	return &Budget{o: o, of: map[string]usage{}}
}

// alive returns the number of bytes that may be alive at once.
func (b *Budget) alive() int64 { return b.o.Memory / 2 }

// busy is the error of a full queue. After MaxWait the jobs that wait have started, or left.
func (b *Budget) busy() error { return BusyError{b.o.MaxWait} }

// The states of a Lease.
type state int

const (
	waits state = iota
	runs
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
	queued *fairqueue.Job[*Lease] // nil for a lease of Hold
	start  chan struct{}          // closed when the job may run
}

// Acquire waits until a job may run. The caller must release the lease. The error is that of
// ctx if it ends first, or a [BusyError]. A job whose memory exceeds what jobs may have is
// counted as if it needed all of that.
func (b *Budget) Acquire(ctx context.Context, owner Owner, cost Cost) (*Lease, error) {
	if b == nil {
		return nil, ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l, err := b.enter(owner, cost)
	if err != nil {
		return nil, err
	}
	select {
	case <-l.start: // at once
		return l, nil
	default:
	}
	timer := time.NewTimer(b.o.MaxWait)
	defer timer.Stop()
	select {
	case <-l.start:
		return l, nil
	case <-timer.C:
		err = b.busy()
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.Release()
	return nil, err
}

// enter adds a job to those that wait, and starts it if it fits.
func (b *Budget) enter(owner Owner, cost Cost) (*Lease, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if total, ofAddress := b.jobs.Waiting(owner.Address); total >= b.o.MaxWaiting || ofAddress >= b.o.MaxWaitingPerAddress {
		return nil, b.busy()
	}
	now := time.Now()
	l := &Lease{b: b, owner: owner, memory: min(cost.Memory, b.alive()-b.mostHeld()), start: make(chan struct{})}
	l.queued = b.jobs.Add(l, owner, max(cost.CPU, time.Millisecond), now)
	b.dispatch(now)
	return l, nil
}

// mostHeld returns the number of bytes that Hold gives to all addresses together.
func (b *Budget) mostHeld() int64 { return b.alive() / 4 }

// Hold reserves memory for what arrives before a job can wait, such as the body of a request.
// It does not wait: the error is a [BusyError] if an address has too much, or all together.
func (b *Budget) Hold(owner Owner, bytes int64) (*Lease, error) {
	if b == nil {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held+bytes > b.mostHeld() || b.of[owner.Address].held+bytes > b.mostHeld()/2 {
		return nil, b.busy()
	}
	b.held += bytes
	b.use(owner, 0, bytes)
	return &Lease{b: b, owner: owner, memory: bytes, state: shrunk}, nil
}

// dispatch starts the jobs that fit. The budget is locked.
func (b *Budget) dispatch(now time.Time) {
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
			b.begin(l, now)
		case b.running+b.held+b.written+l.memory <= b.alive():
			b.collect()
			return
		case b.held+b.written+l.memory <= b.alive():
			return // nobody overtakes: it fits when those that run have ended
		}
	}
}

// mayRun reports whether the address of a job may have one more.
func (b *Budget) mayRun(l *Lease) bool {
	has := b.of[l.owner.Address].jobs
	return l.queued.RunningOfAddress() < max(1, b.o.Places-1) && (has == 0 || has+l.memory <= b.alive()/2)
}

// begin starts a job.
func (b *Budget) begin(l *Lease, now time.Time) {
	b.jobs.Start(l.queued, now)
	l.state, l.begun = runs, now
	b.running += l.memory
	b.setLarge(l)
	b.use(l.owner, l.memory, 0)
	close(l.start)
}

// use adds to the memory of an address.
func (b *Budget) use(owner Owner, jobs, held int64) {
	u := b.of[owner.Address]
	u.jobs += jobs
	u.held += held
	if u == (usage{}) {
		delete(b.of, owner.Address)
		return
	}
	b.of[owner.Address] = u
}

// Shrink gives back the place and all memory but some bytes: the job is done, and its result
// lives on until Release.
func (l *Lease) Shrink(bytes int64) {
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
	b.use(l.owner, rest-l.memory, 0)
	b.running -= l.memory
	b.written += rest
	b.drop(l.memory - rest)
	l.memory, l.state = rest, shrunk
	b.setLarge(l)
	b.jobs.End(l.queued, now.Sub(l.begun), now)
	b.jobs.Forget(now)
	b.dispatch(now)
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
	switch {
	case l.state == ended:
		return
	case l.state == waits:
		b.jobs.Remove(l.queued, now)
	case l.state == runs:
		b.running -= l.memory
		b.use(l.owner, -l.memory, 0)
		b.jobs.End(l.queued, now.Sub(l.begun), now)
	case l.queued == nil:
		b.held -= l.memory
		b.use(l.owner, 0, -l.memory)
	default:
		b.written -= l.memory
		b.use(l.owner, -l.memory, 0)
	}
	if l.state != waits {
		b.drop(l.memory)
	}
	l.state = ended
	b.setLarge(l)
	b.jobs.Forget(now)
	b.dispatch(now)
}

// A Load is the use of a budget.
type Load struct {
	Memory           int64 // bytes
	Running, Waiting int   // jobs
}

// Load returns what is in use.
func (b *Budget) Load() Load {
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
