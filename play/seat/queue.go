package seat

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// A Queue lets only so many programs think at once, first come, first served.
// It is safe for concurrent use.
type Queue struct {
	places *semaphore.Weighted
	now    func() time.Time
}

// NewQueue returns a queue in which n thoughts run at once, at least one.
func NewQueue(n int, now func() time.Time) *Queue {
	return &Queue{semaphore.NewWeighted(int64(max(1, n))), now}
}

// Mover returns m, waiting in the queue before each thought. Who waits may go
// away; the time he waits is his own.
func (q *Queue) Mover(m Mover) Mover { return queued{q, m} }

type queued struct {
	*Queue
	mover Mover
}

// Choose waits for its place and asks the mover.
func (q queued) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error) {
	came := q.now()
	return wait(ctx, q, func() (Choice, error) {
		return q.mover.Choose(ctx, g, c, left.After(q.now().Sub(came)))
	})
}

// Judge waits for its place and asks the mover.
func (q queued) Judge(ctx context.Context, g *game.Game) (Verdict, error) {
	return wait(ctx, q, func() (Verdict, error) { return q.mover.Judge(ctx, g) })
}

// Price waits for its place and asks the mover.
func (q queued) Price(ctx context.Context, g *game.Game) (float64, error) {
	return wait(ctx, q, func() (float64, error) { return q.mover.Price(ctx, g) })
}

// wait thinks once there is a place.
func wait[T any](ctx context.Context, q queued, think func() (T, error)) (T, error) {
	if err := q.places.Acquire(ctx, 1); err != nil {
		var none T
		return none, err
	}
	defer q.places.Release(1)
	return think()
}
