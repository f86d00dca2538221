// Package computer implements the computer as a player in matches. It moves for bots, and proposes
// dead stones when two people play. A [Computer] plays all of a host's matches; its turns wait in a
// queue, and a match has no goroutine while it does not await the computer. A [Bot] plays in one
// match, when called.
package computer

import (
	"context"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/work"
)

// A Choice is a move or a resignation.
type Choice struct {
	Point  board.Point // board.Pass for a pass
	Resign bool
}

// DeadStones holds the stones that the computer considers dead when play stops, and those whose
// status is unsure.
type DeadStones struct {
	Dead, Unsure []board.Point
	Pending      []life.PendingRegion // where a move is worth points, so the game is not over
}

// A Mover chooses a bot's commands. It may play on the games that it gets. When ctx is done, it
// should return at once.
type Mover interface {
	// Choose chooses a move for the player to move. When ctx is done, it returns the best move
	// found so far, if it has examined any.
	Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error)
	// Judge returns the dead stones when play has stopped.
	Judge(ctx context.Context, g *game.Game) (DeadStones, error)
	// Price returns the komi at which either colour would be acceptable in a game that has not
	// begun.
	Price(ctx context.Context, g *game.Game) (float64, error)
}

// A Host runs the matches. Read calls its argument with a match that must not be changed or kept.
type Host interface {
	Read(ctx context.Context, id string, read func(m *play.Match)) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
}

// Options configures a Computer. Host, Queue and Player are required.
type Options struct {
	Host  Host
	Queue *work.Queue
	// Player returns a mover for a level, "" for full strength. Thinking is as in [play.Settings].
	Player func(level string, thinking time.Duration) Mover
	// Owner returns the owner of the thinking in a match; by default the person in it.
	Owner func(id string, s play.Settings) work.Owner
	// Waiting is called with a match's place in the queue: 1 for the next one, 0 while it is served.
	Waiting func(id string, place int)
	// Holds reports whether this process may act in a match after event seq; by default always.
	Holds func(id string, seq int) bool
	// Cost returns the expected time for a move before any was measured; half a second if nil or 0.
	Cost func(level, board string) time.Duration
	Now  func() time.Time // the host's clock; default time.Now
	Log  *slog.Logger     // default slog.Default
}

// opinionsKept is the number of opinions in memory.
const opinionsKept = 4096

// opinionKey identifies an opinion: one per level in a match.
type opinionKey struct{ id, level string }

// A Computer plays for the bots in all of a host's matches. It is safe for concurrent use. Call
// Close after use.
type Computer struct {
	o        Options
	opinions *lru.Cache[opinionKey, *opinion]
	costs    costs

	ctx    context.Context // ends all thinking
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	closed bool
	tasks  map[string]*task // matches where the computer must act, by ID
}

// New returns a computer that acts when Awaited is called.
func New(o Options) *Computer {
	if o.Owner == nil {
		o.Owner = personIn
	}
	if o.Waiting == nil {
		o.Waiting = func(string, int) {}
	}
	if o.Holds == nil {
		o.Holds = func(string, int) bool { return true }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	opinions, err := lru.New[opinionKey, *opinion](opinionsKept)
	if err != nil {
		panic(err) // fails only for a size below 1
	}
	c := &Computer{o: o, opinions: opinions, tasks: map[string]*task{}}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// personIn returns the first person in a match as the owner.
func personIn(_ string, s play.Settings) work.Owner {
	for _, c := range board.Colors {
		if seat := s.Seat(c); !seat.Bot() {
			return work.Owner{Person: seat.Actor(), Address: seat.Actor()}
		}
	}
	return work.Owner{}
}

// Place returns a match's last reported place in the queue, 0 while the computer is thinking. Ok is
// false unless the computer must act there and had to wait.
func (c *Computer) Place(id string) (place int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tasks[id]
	if t == nil || !t.placed {
		return 0, false
	}
	return t.place, true
}

// Awaited reports that a match may await the computer. It returns at once and does not call the
// host.
func (c *Computer) Awaited(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if t := c.tasks[id]; t != nil {
		t.look()
		return
	}
	t := &task{Computer: c, id: id, changes: make(chan struct{}, 1)}
	c.tasks[id] = t
	c.wg.Go(t.run)
}

// Changed reports a change in a match, so that the computer stops thinking about an outdated
// position. It returns at once and does not call the host.
func (c *Computer) Changed(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tasks[id]; t != nil && !c.closed {
		t.look()
	}
}

// Close stops all thinking and waits for it to end.
func (c *Computer) Close() {
	c.mu.Lock()
	c.closed = true
	for _, t := range c.tasks {
		if t.retry != nil {
			t.retry.Stop()
		}
	}
	c.mu.Unlock()
	c.cancel()
	c.wg.Wait()
}

// opinion returns a level's opinion about a match.
func (c *Computer) opinion(id, level string) *opinion {
	key := opinionKey{id, level}
	if known, ok := c.opinions.Get(key); ok {
		return known
	}
	fresh := &opinion{}
	c.opinions.Add(key, fresh)
	return fresh
}
