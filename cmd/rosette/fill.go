package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"rosette/engine"
	"rosette/engine/neural/remote"
	"rosette/engine/train"
	"rosette/game"
	"rosette/game/board"
	"rosette/progress"
)

// mostParallel is how many games may go on at once.
const mostParallel = 1 << 20

// ask lets a server's network play.
func (y *training) ask(p *train.Play, rules game.Rules, hear context.CancelCauseFunc) (err error) {
	if y.network != "" {
		return usageError{errors.New("--network and --evaluator contradict each other; leave one out")}
	}
	if y.client, err = remote.Dial(y.evaluator, remote.Options{OnLost: hear}); err != nil {
		return usageError{fmt.Errorf("--evaluator: %w", err)}
	}
	for _, b := range p.Boards {
		if n := y.client.Network(); !n.Applies(b.Of, rules) {
			return errors.Join(usageError{fmt.Errorf("--evaluator %s has a network for a %s, which knows no %s", y.evaluator, n.Lattice, b.Of.Name())}, y.client.Close())
		}
	}
	p.Network = y.client.Network().Hash
	p.Mind = func(_ *board.Graph, seed uint64) engine.Evaluator { return y.client.Evaluator(seed) }
	return nil
}

// A filling is the batches that are missing, on their way.
type filling struct {
	*training
	play *train.Play
	say  *progress.Line
	out  io.Writer
	over func() bool

	began time.Time
	there map[string]bool // the batches that were played before, by name
	mu    sync.Mutex
	next  int  // the batch to look at
	short bool // it was over before all were there
	err   error
	games atomic.Int64 // that came to their end
}

// fill plays the batches that are missing, and tells whether they all are there
// in the end: over stops before the next one. If more games are to go on at once
// than a batch has, several batches do.
func (y *training) fill(ctx context.Context, say *progress.Line, out io.Writer, play *train.Play, over func() bool) (whole bool, err error) {
	for _, name := range []string{shardsFolder, sgfFolder} {
		if err := os.MkdirAll(filepath.Join(y.run, name), 0o777); err != nil {
			return false, usageError{fmt.Errorf("--run: %w", err)}
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	there, err := y.played()
	if err != nil {
		return false, err
	}
	f := &filling{training: y, play: play, say: say, out: out, over: over, began: time.Now(), there: there}
	var all sync.WaitGroup
	for range max(1, y.parallel/y.games) {
		all.Go(func() {
			for number, ok := f.take(); ok; number, ok = f.take() {
				if err := f.batch(ctx, number); err != nil {
					f.fail(err)
					stop(err)
					return
				}
			}
		})
	}
	all.Wait()
	return f.err == nil && !f.short, f.err
}

// fail keeps the first error: those that follow come of it.
func (f *filling) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// take returns the number of the next batch that is missing.
func (f *filling) take() (number int, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for ; f.err == nil && f.next < f.batches; f.next++ {
		if f.there[batchName(f.next)] {
			continue
		}
		if f.short = f.over(); f.short {
			break
		}
		f.next++
		return f.next - 1, true
	}
	return 0, false
}

// batch plays one batch and keeps it.
func (f *filling) batch(ctx context.Context, number int) error {
	start, done, play := time.Now(), 0, *f.play
	play.Done = func() {
		done++
		all := f.games.Add(1)
		if f.say.Width == 0 {
			return
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.parallel > f.f.config.Cores() {
			f.say.Printf("%d games, %s, batch %d of %d", all, f.pace(), number+1, f.batches)
			return
		}
		f.say.Printf("batch %d of %d: %d of %d games, %s", number+1, f.batches, done, f.training.games, f.pace())
	}
	if f.client != nil {
		play.Network = f.client.Network().Hash
	}
	b, err := play.Batch(ctx, number)
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			return fmt.Errorf("%w; what was under way from batch %d on is dropped, whole batches are kept, and the same command goes on", cause, number+1)
		}
		return fmt.Errorf("interrupted in batch %d; those before are kept, and the same command goes on", number+1)
	}
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.keep(f.out, b, number, play.Network, time.Since(start))
}

// pace says how fast games come to their end.
func (f *filling) pace() string { return hourly(int(f.games.Load()), time.Since(f.began)) }

// hourly says how many games an hour so many in that time are.
func hourly(games int, in time.Duration) string {
	if in <= 0 {
		return "0 games/h"
	}
	return fmt.Sprintf("%.0f games/h", float64(games)/in.Hours())
}
