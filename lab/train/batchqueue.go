package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/internal/runlog"
)

// A BatchQueue produces the batches that a run directory lacks. For each batch it
// writes a shard, the record of the first game, and a line of the log. A shard is
// written as a whole or not at all, so that what an interruption left is complete.
type BatchQueue struct {
	Dir      string
	SelfPlay SelfPlay // of every batch; its OnGame is not called
	Batches  int      // in Dir at the end
	// Parallel is the number of games at the same time, SelfPlay.Threads if zero.
	// If it is larger than the number of games of a batch, several batches are
	// played at the same time.
	Parallel int

	Stop    func() bool               // asked before each batch; true ends the production; may be nil
	OnGame  func(BatchProgress)       // called after each game; may be nil
	OnBatch func(r BatchReport) error // called with each batch that is kept; may be nil
	// Calls of all three are one at a time.
}

// BatchProgress describes batches under way after a game.
type BatchProgress struct {
	Batch, Batches int           // the batch of the game, counted from 1, and how many there will be
	Done, Games    int           // finished games of the batch, of how many
	Total          int           // finished games of this production
	Elapsed        time.Duration // since the production began
	Several        bool          // several batches are under way
}

// Line returns the progress as a line of text.
func (p BatchProgress) Line() string {
	speed := gamesPerHour(p.Total, p.Elapsed)
	if p.Several {
		return fmt.Sprintf("%d games, %s, batch %d of %d", p.Total, speed, p.Batch, p.Batches)
	}
	return fmt.Sprintf("batch %d of %d: %d of %d games, %s", p.Batch, p.Batches, p.Done, p.Games, speed)
}

// A production is a BatchQueue under way.
type production struct {
	*BatchQueue
	workers int // batches at the same time
	began   time.Time

	mu      sync.Mutex // of what follows, and held during callbacks
	played  map[string]bool
	next    int // the batch to look at
	stopped bool
	total   int // finished games
}

// Produce plays the missing batches in the order of their numbers. It reports
// whether all of them are there in the end, which they are not if Stop ended the
// production. When ctx ends, the batches under way are dropped and the error says
// so. The error is a [DirError] if the directory cannot be used.
func (q *BatchQueue) Produce(ctx context.Context) (complete bool, err error) {
	if err := makeDirs(q.Dir, shardDir, recordDir); err != nil {
		return false, err
	}
	p := &production{BatchQueue: q, workers: max(1, q.Parallel/q.SelfPlay.Games), began: time.Now()}
	if p.played, err = playedBatches(q.Dir); err != nil {
		return false, err
	}
	group, ctx := errgroup.WithContext(ctx)
	for range p.workers {
		group.Go(func() error {
			for number, ok := p.take(); ok; number, ok = p.take() {
				if err := p.batch(ctx, number); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = group.Wait()
	return err == nil && !p.stopped, err
}

// take returns the number of the next batch that is missing. It returns false if
// there is none, or if the production is to stop.
func (p *production) take() (number int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; !p.stopped && p.next < p.Batches; p.next++ {
		if p.played[batchPrefix(p.next)] {
			continue
		}
		if p.Stop != nil && p.Stop() {
			p.stopped = true
			return 0, false
		}
		p.next++
		return p.next - 1, true
	}
	return 0, false
}

// batch plays one batch and keeps it.
func (p *production) batch(ctx context.Context, number int) error {
	start, done, play := time.Now(), 0, p.SelfPlay
	if p.Parallel > 0 {
		play.Threads = min(p.Parallel, play.Games)
	}
	play.OnGame = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		done++
		p.total++
		if p.OnGame != nil {
			p.OnGame(BatchProgress{number + 1, p.Batches, done, play.Games, p.total, time.Since(p.began), p.workers > 1})
		}
	}
	b, err := play.Batch(ctx, number)
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			return fmt.Errorf("%w; what was under way from batch %d on is dropped, whole batches are kept, and the same command continues",
				cause, number+1)
		}
		return fmt.Errorf("interrupted in batch %d; those before are kept, and the same command continues", number+1)
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keep(b, time.Since(start))
}

// keep writes the files of a batch. The shard is the last: a batch whose shard
// exists is not played again. One that was interrupted before has its line twice, see
// [readBatches].
func (q *BatchQueue) keep(b *Batch, took time.Duration) error {
	shard, err := b.Bytes()
	if err != nil {
		return err
	}
	record, err := Record(b.Games[0])
	if err != nil {
		return err
	}
	name := batchPrefix(b.Meta.Batch) + "-" + b.Graph.Name()
	if err := runlog.WriteFile(filepath.Join(q.Dir, recordDir, name+".sgf"), record); err != nil {
		return err
	}
	report := reportOf(b, took, time.Now())
	if err := runlog.Append(filepath.Join(q.Dir, selfPlayLog), report); err != nil {
		return err
	}
	if err := runlog.CreateFile(filepath.Join(q.Dir, shardDir, name+shardSuffix), shard); err != nil {
		return err
	}
	if q.OnBatch == nil {
		return nil
	}
	return q.OnBatch(report)
}
