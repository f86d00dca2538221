package review

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/internal/panics"
)

// defaultVisits is the number of visits to a position without explicit limits.
const defaultVisits = 3000

// ParamsOf returns the search limits for each position: visits, time or both. If both are 0, the
// limit is 3000 visits.
func ParamsOf(visits int, limit time.Duration) engine.SearchParams {
	if visits == 0 && limit == 0 {
		visits = defaultVisits
	}
	return engine.SearchParams{Visits: visits, Time: limit}
}

// Cost returns the expected time for a search on a board with points points.
func Cost(p engine.SearchParams, points int) time.Duration {
	return time.Duration(p.Visits*points) * 5 * time.Microsecond
}

var errInterrupted = errors.New("interrupted")

// Stopped returns the error for a review stopped by err, or nil if err is nil. The message includes
// the progress, whether files were written, and whether a checkpoint stores the results.
func (r *Review) Stopped(err error, written, kept bool) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	files, then := "", ""
	if written {
		files = ", which are kept"
	}
	if kept {
		then = "; the same command goes on"
	}
	return fmt.Errorf("stopped after %d of %d moves%s: %w%s", max(0, r.Done-1), len(r.Turns)-1, files, err, then)
}

// Run searches the turns that have not been searched, using at most threads goroutines. It calls
// onResult with the number of each turn; calls do not overlap. When ctx is done or onResult returns
// an error, Run stops early and returns the reason. The results so far remain valid, and another
// Run resumes.
func (r *Review) Run(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error,
) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, threads))
	var mu sync.Mutex
	for _, i := range r.unsearched() {
		group.Go(func() error {
			return panics.Call(func() error {
				turn := &r.Turns[i]
				var found engine.Analysis
				if ctx.Err() == nil && !turn.over {
					found = analyzer.Analyze(ctx, turn.Game, turn.Next, params)
				}
				mu.Lock()
				defer mu.Unlock()
				if err := ctx.Err(); err != nil { // discard a search that was cut short
					return err
				}
				turn.Analysis = found
				r.markSearched(i)
				return onResult(i)
			})
		})
	}
	return group.Wait()
}

// unsearched returns the indices of the turns that have not been searched.
func (r *Review) unsearched() (turns []int) {
	for i := range r.Turns {
		if !r.Turns[i].searched {
			turns = append(turns, i)
		}
	}
	return turns
}

func (r *Review) markSearched(turn int) {
	r.Turns[turn].searched = true
	for r.Done < len(r.Turns) && r.Turns[r.Done].searched {
		r.Done++
	}
}

// Searched returns the number of turns that have been searched, in any order. During Run, only
// onResult may call it.
func (r *Review) Searched() int { return len(r.Turns) - len(r.unsearched()) }
