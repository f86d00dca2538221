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
	SignIns     int // tried in ten minutes, of one address; 30. For one name all addresses may try four times as many
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
	each *lru.Cache[string, *rate.Limiter]
}

func NewLimiter(most int, span time.Duration, now func() time.Time) *Limiter {
	each, err := lru.New[string, *rate.Limiter](remembered)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return &Limiter{most: most, span: span, now: now, each: each}
}

// Take reports whether one may do it once more, and if not, how long to wait.
func (l *Limiter) Take(who string) (wait time.Duration, ok bool) {
	now := l.now()
	l.mu.Lock()
	one, known := l.each.Get(who)
	if !known {
		one = rate.NewLimiter(rate.Limit(float64(l.most)/l.span.Seconds()), l.most)
		l.each.Add(who, one)
	}
	l.mu.Unlock()
	r := one.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return wait, false
	}
	return 0, true
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
