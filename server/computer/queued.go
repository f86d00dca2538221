package computer

import (
	"context"
	"sync"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/server/work"
)

// A queuedMover is a mover that waits in the queue before it searches.
type queuedMover struct {
	*task
	turn   *turn
	mover  Mover
	waited time.Duration // time so far without thinking for the bot
}

// A Thought is a request to a mover, as data for another process, and a function that checks the
// answer. Without a Task no other process can answer it.
type Thought[T any] struct {
	Task []byte
	Read func(answer []byte) (T, error)
}

// A Describer is a Mover that can encode requests to it.
type Describer interface {
	DescribeChoice(g *game.Game, c board.Color, left clock.Remaining) Thought[Choice]
	DescribeJudgement(g *game.Game) Thought[DeadStones]
	DescribePrice(g *game.Game) Thought[float64]
}

// described returns the encoded request if the queue is shared with other processes and the mover
// can encode it.
func described[T any](q *queuedMover, describe func(Describer) Thought[T]) (t Thought[T]) {
	if d, ok := q.mover.(Describer); ok && q.o.Queue.Shared() {
		t = describe(d)
	}
	return t
}

// Choose waits for its turn and calls the mover.
func (q *queuedMover) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error) {
	thought := described(q, func(d Describer) Thought[Choice] { return d.DescribeChoice(g, c, left) })
	return do(ctx, q, work.Move, thought, func(ctx context.Context) (Choice, error) {
		ctx, stop := q.untilOthersWait(ctx)
		defer stop()
		return q.mover.Choose(ctx, g, c, left)
	})
}

// Long thinking ends early when another job is waiting: after usualThought, checked every
// lookAround.
const (
	usualThought = time.Second
	lookAround   = 100 * time.Millisecond
)

// untilOthersWait returns a context that ends when long thinking should make room. Call stop after
// use.
func (q *queuedMover) untilOthersWait(ctx context.Context) (_ context.Context, stop func()) {
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

// Judge waits for its turn and calls the mover.
func (q *queuedMover) Judge(ctx context.Context, g *game.Game) (DeadStones, error) {
	thought := described(q, func(d Describer) Thought[DeadStones] { return d.DescribeJudgement(g) })
	return do(ctx, q, work.Judgement, thought,
		func(ctx context.Context) (DeadStones, error) { return q.mover.Judge(ctx, g) })
}

// Price waits for its turn and calls the mover.
func (q *queuedMover) Price(ctx context.Context, g *game.Game) (float64, error) {
	thought := described(q, func(d Describer) Thought[float64] { return d.DescribePrice(g) })
	return do(ctx, q, work.Estimate, thought,
		func(ctx context.Context) (float64, error) { return q.mover.Price(ctx, g) })
}

// do has the queue call think, or another process answer t, and reports the match's place until
// then.
func do[T any](
	ctx context.Context, q *queuedMover, class work.Class, t Thought[T], think func(context.Context) (T, error),
) (found T, err error) {
	kind := costKey{class, q.turn.level, q.turn.settings.Board, q.turn.settings.Thinking}
	reported := false
	place := func(n int) {
		reported = true
		q.reportPlace(n)
	}
	defer q.thoughtEnded()
	job := work.Job{
		Owner: q.o.Owner(q.id, q.turn.settings), Cost: q.expected(kind), Class: class,
		Task: t.Task,
	}
	if class == work.Move && q.turn.settings.Thinking > usualThought {
		job.Yields = usualThought
	}
	job.Read = func(answer []byte) (func(), error) {
		read, err := t.Read(answer)
		return func() { found = read }, err
	}
	asked := time.Now()
	waited, err := q.o.Queue.Do(ctx, job, place, func(ctx context.Context) (err error) {
		if reported {
			q.reportPlace(0)
		}
		found, err = think(ctx)
		return err
	})
	if err == nil {
		q.costs.measured(kind, time.Since(asked)-waited)
	}
	q.waited += waited
	return found, err
}

// reportPlace stores the place in the queue and reports it.
func (t *task) reportPlace(place int) {
	t.mu.Lock()
	t.place, t.placed = place, true
	t.mu.Unlock()
	t.o.Waiting(t.id, place)
}

// thoughtEnded clears the place.
func (t *task) thoughtEnded() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.placed = false
}

// costKey holds the properties that determine the cost of thinking.
type costKey struct {
	class        work.Class
	level, board string
	thinking     time.Duration
}

// costs holds recent costs of thinking. The zero value is empty. It is safe for concurrent use.
type costs struct {
	mu    sync.Mutex
	known map[costKey]time.Duration
}

const (
	unknownCost = 500 * time.Millisecond
	costsKept   = 1000
)

// expected returns the expected cost of thinking.
func (c *Computer) expected(kind costKey) time.Duration {
	if known, ok := c.costs.of(kind); ok {
		return known
	}
	if kind.class == work.Move && kind.thinking == 0 && c.o.Cost != nil {
		if cost := c.o.Cost(kind.level, kind.board); cost > 0 {
			return cost
		}
	}
	return max(unknownCost, kind.thinking)
}

// of returns a measured cost. Ok is false before the first measurement.
func (c *costs) of(kind costKey) (cost time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cost, ok = c.known[kind]
	return cost, ok
}

// measured records a measured cost.
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
