// Package computer implements the computer as a player of matches. It moves for bots, and
// proposes dead stones when two people play. [Computer] plays the matches of a host; its
// turns wait in a queue, and a match in which nothing awaits it has no goroutine. [Bot]
// plays one match and acts when its caller asks.
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

// A Choice is a move, or that the bot resigns.
type Choice struct {
	Point  board.Point // board.Pass for a pass
	Resign bool
}

// DeadStones are the stones that the computer takes for dead at a stop, and those of
// which it is not sure.
type DeadStones struct {
	Dead, Unsure []board.Point
	Pending      []life.PendingRegion // where a move is worth points, so that the game is not over
}

// A Mover thinks for a bot. It may play on the games. When ctx is done it should
// return at once.
type Mover interface {
	// Choose chooses for the player whose turn it is. When ctx is done it chooses what
	// is best by then, if it has looked at anything.
	Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error)
	// Judge tells which stones are dead when play has stopped.
	Judge(ctx context.Context, g *game.Game) (DeadStones, error)
	// Price returns the komi for which it would take either colour of a game that
	// has not begun.
	Price(ctx context.Context, g *game.Game) (float64, error)
}

// A Host runs the matches. Read calls read with a match that read may neither change
// nor keep.
type Host interface {
	Read(ctx context.Context, id string, read func(m *play.Match)) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
}

// Options are what a Computer needs. Host, Queue and Player are required.
type Options struct {
	Host    Host
	Queue   *work.Queue
	Player  func(level string, thinking time.Duration) Mover // of a level, "" for full strength; thinking is that of [play.Settings]
	Owner   func(id string, s play.Settings) work.Owner      // for whom the computer thinks in a match; by default the person in it
	Waiting func(id string, place int)                       // gets the place of a match in the queue: 1 for the next one, 0 when its turn has come
	Holds   func(id string, seq int) bool                    // whether this process is to act in a match with that last event; by default always
	Cost    func(level, board string) time.Duration          // of a move, until one was measured; half a second if nil or 0
	Now     func() time.Time                                 // the time of the host; time.Now
	Log     *slog.Logger                                     // slog.Default
}

// opinionsKept is the number of opinions in memory.
const opinionsKept = 4096

// opinionKey tells opinions apart: one for each level in a match.
type opinionKey struct{ id, level string }

// A Computer plays for the bots of all matches of a host. It is safe for concurrent
// use. Close it.
type Computer struct {
	o        Options
	opinions *lru.Cache[opinionKey, *opinion]
	costs    costs

	ctx    context.Context // of all thoughts
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	closed bool
	tasks  map[string]*task // by match: where the computer is to act
}

// New returns a computer that acts when it is told what awaits it.
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
		panic(err) // only a size below 1 is an error
	}
	c := &Computer{o: o, opinions: opinions, tasks: map[string]*task{}}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// personIn returns as owner the first seat of a match that is no bot.
func personIn(_ string, s play.Settings) work.Owner {
	for _, c := range board.Colors {
		if seat := s.Seat(c); !seat.Bot() {
			return work.Owner{Person: seat.Actor(), Address: seat.Actor()}
		}
	}
	return work.Owner{}
}

// Place returns the place of a match in the queue as it was last told, 0 if the
// computer is thinking. It is not ok unless the computer is to act there and had to
// wait.
func (c *Computer) Place(id string) (place int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tasks[id]
	if t == nil || !t.placed {
		return 0, false
	}
	return t.place, true
}

// Awaited tells the computer that a match may wait for it. It returns at once and
// does not call the host.
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

// Changed tells the computer that something has happened in a match, so that it stops
// thinking about a position that is no more. It returns at once and does not call the
// host.
func (c *Computer) Changed(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tasks[id]; t != nil && !c.closed {
		t.look()
	}
}

// Close stops all thoughts and waits until they have ended.
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

// opinion returns the opinion of a level about a match.
func (c *Computer) opinion(id, level string) *opinion {
	key := opinionKey{id, level}
	if known, ok := c.opinions.Get(key); ok {
		return known
	}
	fresh := &opinion{}
	c.opinions.Add(key, fresh)
	return fresh
}
