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

// defaultVisits are the visits of a position without other limits.
const defaultVisits = 3000

// ParamsOf returns the limits of the search of each position: visits, time, or
// both; 3000 visits if both are 0.
func ParamsOf(visits int, limit time.Duration) engine.SearchParams {
	if visits == 0 && limit == 0 {
		visits = defaultVisits
	}
	return engine.SearchParams{Visits: visits, Time: limit}
}

var errInterrupted = errors.New("interrupted")

// Stopped returns the error of a review that stopped because of err, nil if err is
// nil: how far it came, whether its files were written, and whether a checkpoint
// keeps its results.
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

// Run searches the turns that have not been searched, at most threads at a time,
// and calls onResult with the number of each; these calls do not overlap. It
// ends early when ctx is done or onResult returns an error, and returns the reason.
// Results until then stay, and another Run goes on.
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
				if err := ctx.Err(); err != nil { // a search that was cut short is no result
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

// unsearched returns the numbers of the turns that have not been searched.
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

// Searched returns how many turns have been searched, in whatever order. During
// Run only onResult may call it.
func (r *Review) Searched() int { return len(r.Turns) - len(r.unsearched()) }
