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

// A BatchQueue produces the batches missing from a run directory. For each batch it writes a shard,
// a record of the first game, and a log line. A shard is written atomically, so every shard left by
// an interruption is complete.
type BatchQueue struct {
	Dir      string
	SelfPlay SelfPlay // for every batch; its OnGame is not called
	Batches  int      // number of batches in Dir at the end
	Archive  *Archive // also keeps the games; may be nil
	// Parallel is the number of concurrent games, SelfPlay.Threads if zero. If it exceeds the games
	// per batch, several batches are played concurrently.
	Parallel int

	Stop    func() bool               // called before each batch; true ends the production; may be nil
	OnGame  func(BatchProgress)       // called after each game; may be nil
	OnBatch func(r BatchReport) error // called with each stored batch; may be nil
	// Calls to the three functions never overlap.
}

// BatchProgress describes the current batches after a game.
type BatchProgress struct {
	Batch, Batches int           // the game's batch, from 1, and the number of batches
	Done, Games    int           // finished games and all games of the batch
	Total          int           // finished games in this production
	Elapsed        time.Duration // since the production began
	Several        bool          // several batches are being played
}

// Line returns the progress as a text line.
func (p BatchProgress) Line() string {
	speed := gamesPerHour(p.Total, p.Elapsed)
	if p.Several {
		return fmt.Sprintf("%d games, %s, batch %d of %d", p.Total, speed, p.Batch, p.Batches)
	}
	return fmt.Sprintf("batch %d of %d: %d of %d games, %s", p.Batch, p.Batches, p.Done, p.Games, speed)
}

// A production is a BatchQueue being processed.
type production struct {
	*BatchQueue
	workers int // concurrent batches
	began   time.Time

	mu      sync.Mutex // guards the fields below; held during callbacks
	played  map[string]bool
	next    int // next batch to check
	stopped bool
	total   int // finished games
}

// Produce plays the missing batches in order. It reports whether all exist at the end; they do not
// if Stop ended the production. When ctx ends, unfinished batches are dropped and the error
// mentions it. The error is a [DirError] if the directory cannot be used.
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

// take returns the number of the next missing batch. It returns false if there is none or the
// production must stop.
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

// batch plays and stores a batch.
func (p *production) batch(ctx context.Context, number int) error {
	start := time.Now()
	done := 0
	play := p.SelfPlay
	if p.Parallel > 0 {
		play.Threads = min(p.Parallel, play.Games)
	}
	play.OnGame = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		done++
		p.total++
		if p.OnGame != nil {
			p.OnGame(BatchProgress{
				number + 1, p.Batches, done, play.Games, p.total, time.Since(p.began), p.workers > 1,
			})
		}
	}
	b, err := play.Batch(ctx, number)
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			return fmt.Errorf("%w; unfinished batches from %d on are discarded, complete ones are stored, and the same command resumes",
				cause, number+1)
		}
		return fmt.Errorf("interrupted in batch %d; earlier batches are stored, and the same command resumes", number+1)
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keep(b, time.Since(start))
}

// keep writes a batch's files. It writes the shard last, because a batch with a shard is not played
// again. A batch that was interrupted before that has two log lines, see [readBatches].
func (q *BatchQueue) keep(b *Batch, took time.Duration) error {
	shard, err := b.Bytes()
	if err != nil {
		return err
	}
	record, err := Record(b.Games[0])
	if err != nil {
		return err
	}
	if q.Archive != nil {
		if err := q.Archive.Append(b); err != nil {
			return err
		}
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
