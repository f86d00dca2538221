package computer

import (
	"context"
	"sync"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/work"
)

// queued is a mover that waits in the queue before each thought.
type queued struct {
	*task
	turn   *turn
	mover  Mover
	waited time.Duration // so far: time in which nobody has thought for the bot
}

// Choose waits for its turn and asks the mover.
func (q *queued) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (choice Choice, err error) {
	err = q.do(ctx, work.Move, func(ctx context.Context) error {
		ctx, stop := q.untilOthersWait(ctx)
		defer stop()
		choice, err = q.mover.Choose(ctx, g, c, left)
		return err
	})
	return choice, err
}

// A long thought ends once it has taken as long as a usual one and somebody else waits,
// which is looked at in these intervals.
const (
	usualThought = time.Second
	lookAround   = 100 * time.Millisecond
)

// untilOthersWait returns a context that ends when a long thought should make room. It
// calls for stop.
func (q *queued) untilOthersWait(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	if q.turn.settings.Thinking <= usualThought {
		return ctx, cancel
	}
	var watch sync.WaitGroup
	watch.Go(func() {
		pause := time.NewTimer(usualThought)
		defer pause.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-pause.C:
				if q.o.Queue.Wanted() {
					cancel()
					return
				}
				pause.Reset(lookAround)
			}
		}
	})
	return ctx, func() {
		cancel()
		watch.Wait()
	}
}

// Judge waits for its turn and asks the mover.
func (q *queued) Judge(ctx context.Context, g *game.Game) (found DeadStones, err error) {
	err = q.do(ctx, work.Judgement, func(ctx context.Context) error {
		found, err = q.mover.Judge(ctx, g)
		return err
	})
	return found, err
}

// Price waits for its turn and asks the mover.
func (q *queued) Price(ctx context.Context, g *game.Game) (komi float64, err error) {
	err = q.do(ctx, work.Estimate, func(ctx context.Context) error {
		komi, err = q.mover.Price(ctx, g)
		return err
	})
	return komi, err
}

// do has the queue call think, and tells the match's place until then.
func (q *queued) do(ctx context.Context, class work.Class, think func(context.Context) error) error {
	kind := costKey{class, q.turn.level, q.turn.settings.Board, q.turn.settings.Thinking}
	told := false
	place := func(n int) {
		told = true
		q.tell(n)
	}
	defer q.thoughtEnded()
	job := work.Job{Owner: q.o.Owner(q.id, q.turn.settings), Cost: q.costs.expected(kind), Class: class}
	waited, err := q.o.Queue.Do(ctx, job, place, func(ctx context.Context) error {
		if told {
			q.tell(0)
		}
		begin := time.Now()
		err := think(ctx)
		if err == nil {
			q.costs.measured(kind, time.Since(begin))
		}
		return err
	})
	q.waited += waited
	return err
}

// tell notes the place in the queue, for who asks later, and tells it.
func (t *task) tell(place int) {
	t.mu.Lock()
	t.place, t.placed = place, true
	t.mu.Unlock()
	t.o.Waiting(t.id, place)
}

// thoughtEnded forgets the place.
func (t *task) thoughtEnded() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.placed = false
}

// costKey is what the time that a thought takes depends on.
type costKey struct {
	class        work.Class
	level, board string
	thinking     time.Duration
}

// costs are what thoughts have taken lately. The zero value knows none. It is safe
// for concurrent use.
type costs struct {
	mu    sync.Mutex
	known map[costKey]time.Duration
}

const (
	unknownCost = 500 * time.Millisecond
	costsKept   = 1000
)

// expected returns the cost of a thought before it has been measured.
func (c *costs) expected(kind costKey) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.known[kind]; ok {
		return known
	}
	return max(unknownCost, kind.thinking)
}

// measured notes what a thought took.
func (c *costs) measured(kind costKey, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, ok := c.known[kind]
	switch {
	case ok:
		took = before + (took-before)/8
	case c.known == nil || len(c.known) >= costsKept:
		c.known = map[costKey]time.Duration{}
	}
	c.known[kind] = took
}
