// Package budget limits the memory and the processors that requests use at once.
//
// Each job states its cost before it starts. The number of running jobs is limited by the places,
// and their total memory by half of the budget: the garbage collector lets the heap grow to twice
// the live heap, so garbage takes the other half. The memory of an ended job counts until it is
// collected. If a job waits for such memory, the budget starts a collection. Jobs that do not fit
// wait in a fair queue (package fairqueue), so that no address can take another's share. With two
// or more places, one address never holds all of them. A newcomer to a full queue displaces the
// last job from the address with the most jobs.
//
// A quarter of the jobs' memory is for arriving request bodies, an eighth for responses that
// clients are reading. An address may have half of each. Response memory beyond the eighth is lent:
// a job that needs it takes it back from the address with the most.
//
// Acquire is for jobs that take more than a few milliseconds. Cheap jobs need no place and take no
// lock.
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

// Defaults for Options.
const (
	DefaultMemory = 64 << 20

	defaultMaxWaiting           = 1024
	defaultMaxWaitingPerAddress = 64
	defaultMaxWait              = 10 * time.Second
)

// A Cost is the maximum cost of a job.
type Cost struct {
	Memory int64         // bytes alive at once
	CPU    time.Duration // processor time, on one core
}

// Limits for a job that needs no place.
const (
	cheapMemory = 1 << 20
	cheapCPU    = 10 * time.Millisecond
)

// Cheap reports whether a job may run without a place.
func (c Cost) Cheap() bool { return c.Memory <= cheapMemory && c.CPU <= cheapCPU }

// An Owner is the person and the address that a job belongs to.
type Owner = fairqueue.Owner

// A BusyError means that too many jobs wait, or that a job has waited for too long.
type BusyError struct {
	Wait time.Duration // time after which another attempt makes sense
}

// Error returns the time to wait.
func (e BusyError) Error() string { return fmt.Sprintf("too many jobs wait; try again in %v", e.Wait) }

// Options are the limits of a budget. A zero field means the default.
type Options struct {
	Memory               int64         // bytes in addition to an idle process; [DefaultMemory]
	Places               int           // concurrent jobs; GOMAXPROCS
	MaxWaiting           int           // waiting jobs; 1024
	MaxWaitingPerAddress int           // waiting jobs from one address; 64
	MaxWait              time.Duration // maximum wait; 10 s
}

// A Budget provides memory and places. It is safe for concurrent use. A nil Budget has no limits.
type Budget struct {
	o Options

	mu       sync.Mutex
	jobs     fairqueue.Queue[*Lease]
	bodies   fairqueue.Queue[*Lease] // leases from Hold
	running  int64                   // bytes in running jobs
	garbage  int64                   // bytes released since the last collection
	cycle    uint64                  // garbage collector cycle at the last release
	collects bool                    // the budget has started a collection
	held     int64                   // bytes in leases from Hold
	written  int64                   // bytes in shrunk leases
	revoked  int64                   // part of written that was taken back but is not yet released
	writers  map[*Lease]bool         // shrunk leases that may be taken back
	large    int                     // jobs with large memory, including shrunk ones
	percent  int                     // GOGC without large jobs
	of       map[string]usage        // by address
}

// A usage is one address's memory in bytes.
type usage struct {
	jobs, held int64
	written    int64 // without memory that was taken back
}

// New returns an unused budget.
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

// alive returns the maximum number of live bytes.
func (b *Budget) alive() int64 { return b.o.Memory / 2 }

// mostHeld returns the maximum number of bytes in leases from Hold.
func (b *Budget) mostHeld() int64 { return b.alive() / 4 }

// mostWritten returns the number of bytes that responses may keep while jobs wait for them.
func (b *Budget) mostWritten() int64 { return b.alive() / 8 }

// mostOfJob returns the number of bytes that a job can always have.
func (b *Budget) mostOfJob() int64 { return b.alive() - b.mostHeld() - b.mostWritten() }

// busy returns the error for a full queue. After MaxWait the waiting jobs have started or left.
func (b *Budget) busy() error { return BusyError{b.o.MaxWait} }

// The states of a Lease.
type state int

const (
	waits state = iota
	runs
	holds  // leased by Hold
	shrunk // has released its place
	ended
)

// A Lease is the place and the memory of a job. Its methods do nothing on nil.
type Lease struct {
	b      *Budget
	owner  Owner
	memory int64
	large  bool // counted as a large job
	state  state
	begun  time.Time
	queue  *fairqueue.Queue[*Lease]
	queued *fairqueue.Job[*Lease]
	start  chan struct{} // closed when the job may run, or was displaced
	err    error         // set if the job was displaced

	cut      func()       // takes back the memory of a shrunk lease
	progress atomic.Int64 // time of the client's last progress, in nanoseconds
	revoked  bool         // cut was called
}

// Acquire waits until a job may run. The caller must release the lease. The error is ctx's if it
// ends first, or a [BusyError]. If a job's memory exceeds the maximum for one job, it counts as
// that maximum.
func (b *Budget) Acquire(ctx context.Context, owner Owner, cost Cost) (*Lease, error) {
	if b == nil {
		return nil, ctx.Err()
	}
	l := &Lease{b: b, owner: owner, memory: min(cost.Memory, b.mostOfJob()), queue: &b.jobs}
	return l.wait(ctx, max(cost.CPU, time.Millisecond))
}

// Hold waits for memory that is needed before a job can wait, such as for a request body. The
// caller must release the lease. The error is ctx's if it ends first, or a [BusyError].
func (b *Budget) Hold(ctx context.Context, owner Owner, bytes int64) (*Lease, error) {
	if b == nil {
		return nil, ctx.Err()
	}
	l := &Lease{b: b, owner: owner, memory: min(bytes, b.mostHeld()), queue: &b.bodies}
	return l.wait(ctx, time.Millisecond)
}

// wait waits until a lease starts. cost is its expected time.
func (l *Lease) wait(ctx context.Context, cost time.Duration) (*Lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := l.enter(cost); err != nil {
		return nil, err
	}
	select {
	case <-l.start: // started at once
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

// enter adds a waiting lease, and starts it if it fits.
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

// displace removes the last job from the address with the most waiting jobs, and reports whether
// there is an address with at least two more than the newcomer's. The budget is locked.
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
			return // no overtaking: it fits when running jobs have ended
		}
	}
}

// dispatchBodies starts the leases from Hold that fit. The budget is locked.
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
			return // no overtaking
		default:
			l.begin(holds, now)
			b.held += l.memory
			b.use(l.owner, usage{held: l.memory})
		}
	}
}

// mayRun reports whether a job's address may have another running job.
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

// reclaim takes back response memory beyond its share. It chooses the address with the most, and
// there the client that has read nothing for the longest time. The budget is locked.
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

// use adds to an address's memory.
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

// Shrink releases the place and all memory except some bytes: the job is done, and its result
// remains until Release. If a job needs that memory, cut may be called once in its own goroutine.
// It must cause a release of the lease soon, and may be called even after that.
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
	l.memory = rest
	l.state = shrunk
	l.cut = cut
	l.progress.Store(now.UnixNano())
	b.writers[l] = true
	b.setLarge(l)
	b.jobs.End(l.queued, now.Sub(l.begun), now)
	b.jobs.Forget(now)
	b.dispatch(now)
}

// Progress records that the client has read a part of the result.
func (l *Lease) Progress() {
	if l != nil {
		l.progress.Store(time.Now().UnixNano())
	}
}

// Release releases everything. Only the first call has an effect.
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

// endWriter releases a result's memory. The budget is locked.
func (b *Budget) endWriter(l *Lease) {
	b.written -= l.memory
	if l.revoked {
		b.revoked -= l.memory
		return
	}
	delete(b.writers, l)
	b.use(l.owner, usage{written: -l.memory})
}

// A Load is a budget's current usage.
type Load struct {
	Memory           int64 // bytes
	Running, Waiting int   // jobs
}

// Load returns the current usage.
func (b *Budget) Load() Load {
	if b == nil {
		return Load{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	waiting, _ := b.jobs.Waiting("")
	return Load{b.running + b.held + b.written, b.jobs.Running(), waiting}
}

// ownerKey is the context key for the owner.
type ownerKey struct{}

// WithOwner returns a context whose jobs belong to an owner.
func WithOwner(ctx context.Context, owner Owner) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// OwnerOf returns the owner of a context's jobs, or the zero Owner outside requests.
func OwnerOf(ctx context.Context) Owner {
	owner, _ := ctx.Value(ownerKey{}).(Owner)
	return owner
}
