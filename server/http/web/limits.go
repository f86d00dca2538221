package web

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Limits bound what one address or person may ask for. The zero value of a field
// means the default. Addresses are those of Server.Address; the loopback is an
// address like any other.
type Limits struct {
	Connections int // open at once, of one address, sockets included; 200
	AllOpen     int // connections open at once of all addresses; 20,000
	Sockets     int // open at once, of one address; 60
	Topics      int // joined at once, of one socket; 100
	Requests    int // a minute, of one address, files that never change not counted; 600
	Games       int // opened in an hour, of one address; 60
	Messages    int // in 20 s, of one person, or of one address where nobody is known; 100. All persons of an address may send ten times as many
	Estimates   int // in a minute, of one address, steps that are known already not counted; 60
	Thinking    int // seconds that the computer may be asked to think about a move; 20
	SignIns     int // tried in ten minutes, of one address; 30. Unknown browsers share three times as many for each name and day
	SignUps     int // accounts made in an hour, of one address; 20
	Positions   int // lines of moves played out in a minute, and records read, of one address; 240
}

// WithDefaults returns the limits with the default where a field is 0.
func (l Limits) WithDefaults() Limits {
	for field, usual := range map[*int]int{
		&l.Connections: 200, &l.AllOpen: 20_000, &l.Sockets: 60, &l.Topics: 100,
		&l.Requests: 600, &l.Games: 60, &l.Messages: 100, &l.Estimates: 60, &l.Positions: 240, &l.SignIns: 30, &l.SignUps: 20, &l.Thinking: 20,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	return l
}

// remembered bounds how many addresses or persons a limiter knows. One that was
// forgotten starts with a full allowance again.
const remembered = 1 << 16

// A Limiter lets each address or person do something so many times in a span: all
// of them at once, then again at an even rate.
type Limiter struct {
	most int
	span time.Duration
	now  func() time.Time
	mu   sync.Mutex
	each *lru.Cache[string, *allowance]

	// What somebody takes here is told to other processes, grain by grain; grain 0 is never.
	grain int
	tell  func(who string, n int)
}

// An allowance is what an address or a person may still do.
type allowance struct {
	*rate.Limiter
	untold int // taken here, and not told to other processes; under the lock of the Limiter
}

// NewLimiter returns a limiter of this process alone: of what costs the process itself
// something, such as a request. See also [Server.NewLimiter].
func NewLimiter(most int, span time.Duration, now func() time.Time) *Limiter {
	each, err := lru.New[string, *allowance](remembered)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return &Limiter{most: most, span: span, now: now, each: each}
}

// of returns the allowance of somebody.
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

// Take reports whether one may do it once more, and if not, how long to wait.
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

// count notes what other processes are to be told.
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

// takenElsewhere notes that somebody has done it n times in another process. He may have
// done it more often than he may, where it was not known yet: then he waits so much longer,
// up to the span.
func (l *Limiter) takenElsewhere(who string, n int) {
	now, one := l.now(), l.of(who)
	if left := l.most + int(one.TokensAt(now)); left > 0 {
		one.ReserveN(now, min(n, l.most, left))
	}
}

// Left returns how often somebody may do it at once now, and after how long he may do it
// as often as ever.
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

// A Counter counts what each address holds at once, and all of them together.
type Counter struct {
	most, total int // total 0: no bound
	mu          sync.Mutex
	held        map[string]int
	all         int
}

func NewCounter(most, total int) *Counter {
	return &Counter{most: most, total: total, held: map[string]int{}}
}

// Hold reports whether an address may hold one more; the caller then must drop it.
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

// All returns how many are held by all addresses together.
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
