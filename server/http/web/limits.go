package web

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Limits bound the requests from one address or person. A zero field means the default. Addresses
// come from Server.Address; the loopback is an address like any other.
type Limits struct {
	Connections int // open at once from one address, sockets included; 200
	AllOpen     int // connections open at once from all addresses; 20,000
	Sockets     int // open at once from one address; 60
	Topics      int // joined at once on one socket; 100
	Requests    int // a minute from one address, without files that never change; 600
	Games       int // opened in an hour from one address; 60
	// Messages is the limit in 20 s for one person, or for one address without a person; 100. All
	// persons at an address together may send ten times as many.
	Messages  int
	Estimates int // in a minute from one address, without known steps; 60
	Thinking  int // maximum seconds of thinking about a move; 20
	// SignIns is the limit on attempts in ten minutes from one address; 30. Unknown browsers share
	// three times as many for each name and day.
	SignIns   int
	SignUps   int // accounts created in an hour from one address; 20
	Positions int // lines of moves played out and records read, in a minute from one address; 240
}

// WithDefaults returns the limits with defaults for zero fields.
func (l Limits) WithDefaults() Limits {
	for field, usual := range map[*int]int{
		&l.Connections: 200, &l.AllOpen: 20_000, &l.Sockets: 60, &l.Topics: 100,
		&l.Requests: 600, &l.Games: 60, &l.Messages: 100, &l.Estimates: 60, &l.Positions: 240, &l.SignIns: 30,
		&l.SignUps: 20, &l.Thinking: 20,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	return l
}

// remembered is the maximum number of addresses or persons in a limiter. An evicted one starts with
// a full allowance again.
const remembered = 1 << 16

// A Limiter lets each address or person do something most times in a span: in a burst, then at an
// even rate.
type Limiter struct {
	most int
	span time.Duration
	now  func() time.Time
	mu   sync.Mutex
	each *lru.Cache[string, *allowance]

	// Actions here are reported to other processes in units of grain; grain 0 means never.
	grain int
	tell  func(who string, n int)
}

// An allowance is the remainder for an address or a person.
type allowance struct {
	*rate.Limiter
	untold int // actions not yet reported to other processes; guarded by the lock of the Limiter
}

// NewLimiter returns a limiter for this process only, for actions that cost the process itself
// something, such as requests. See also [Server.NewLimiter].
func NewLimiter(most int, span time.Duration, now func() time.Time) *Limiter {
	each, err := lru.New[string, *allowance](remembered)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return &Limiter{most: most, span: span, now: now, each: each}
}

// of returns an allowance.
func (l *Limiter) of(who string) *allowance {
	l.mu.Lock()
	defer l.mu.Unlock()
	one, known := l.each.Get(who)
	if !known {
		one = &allowance{Limiter: rate.NewLimiter(rate.Limit(float64(l.most)/l.span.Seconds()), l.most)}
		l.each.Add(who, one)
	}
	return one
}

// Take reports whether one more action is allowed, and if not, how long to wait.
func (l *Limiter) Take(who string) (wait time.Duration, ok bool) {
	now, one := l.now(), l.of(who)
	r := one.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return wait, false
	}
	if l.grain > 0 {
		l.count(who, one)
	}
	return 0, true
}

// count counts an action to be reported to other processes.
func (l *Limiter) count(who string, one *allowance) {
	l.mu.Lock()
	one.untold++
	n := one.untold
	if n >= l.grain {
		one.untold = 0
	}
	l.mu.Unlock()
	if n >= l.grain {
		l.tell(who, n)
	}
}

// takenElsewhere counts n actions in another process. They may exceed the allowance, because the
// report comes late. The wait then becomes correspondingly longer, up to the span.
func (l *Limiter) takenElsewhere(who string, n int) {
	now, one := l.now(), l.of(who)
	if left := l.most + int(one.TokensAt(now)); left > 0 {
		one.ReserveN(now, min(n, l.most, left))
	}
}

// Left returns the number of actions left now, and the time until the allowance is full again.
func (l *Limiter) Left(who string) (left int, full time.Duration) {
	l.mu.Lock()
	one, known := l.each.Peek(who)
	l.mu.Unlock()
	if !known {
		return l.most, 0
	}
	tokens := one.TokensAt(l.now())
	return max(0, int(tokens)), time.Duration((float64(l.most) - tokens) / float64(l.most) * float64(l.span))
}

// A Counter counts what each address holds, and the total.
type Counter struct {
	most, total int // total 0 means no limit
	mu          sync.Mutex
	held        map[string]int
	all         int
}

func NewCounter(most, total int) *Counter {
	return &Counter{most: most, total: total, held: map[string]int{}}
}

// Hold reports whether an address may hold one more; if so, the caller must call Drop later.
func (c *Counter) Hold(who string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held[who] >= c.most || c.total > 0 && c.all >= c.total {
		return false
	}
	c.held[who]++
	c.all++
	return true
}

// All returns the total held by all addresses.
func (c *Counter) All() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

func (c *Counter) Drop(who string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.held[who]--; c.held[who] <= 0 {
		delete(c.held, who)
	}
}
