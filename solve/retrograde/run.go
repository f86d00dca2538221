package retrograde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"rosette/internal/quote"
)

// Progress describes a running solver.
type Progress struct {
	Threshold int // the margin for Black that is tested
	Sweep     int // from 1
	Stones    int // on the boards in this layer
	Done, All int64
	Open      int // labels that the last sweep left open
	Elapsed   time.Duration
	Left      time.Duration // of this sweep
}

// String describes the progress in one line.
func (p Progress) String() string {
	text := fmt.Sprintf("%v: does Black get %+d? sweep %d, %d stones, %.1f %%", p.Elapsed.Round(time.Second),
		p.Threshold,
		p.Sweep, p.Stones, 100*float64(p.Done)/float64(p.All))
	if p.Left > 0 {
		text += fmt.Sprintf(", %v left in this sweep", p.Left.Round(time.Second))
	}
	if p.Open > 0 {
		text += fmt.Sprintf(", %s open after the last", quote.Rounded(float64(p.Open)))
	}
	return text
}

// A run labels a table by sweeps until nothing changes.
type run struct {
	*table
	*Solver
	store       store
	begun       time.Time
	done        atomic.Int64
	sweepStart  time.Time
	saved       time.Time
	unsaved     []bool
	reported    atomic.Int64 // unix milliseconds
	open, added int
}

// label sweeps the table until nothing changes. A save error takes precedence over the end of ctx.
func (r *run) label(ctx context.Context) error {
	r.saved, r.unsaved = time.Now(), make([]bool, r.table.points+1)
	if err := r.load(); err != nil {
		return err
	}
	for r.added = 1; (r.added > 0 || !r.thorough) && !r.settled(ctx); r.sweeps++ {
		r.thorough = r.added == 0
		if err := r.sweepAll(ctx); err != nil {
			return cmp.Or(r.save(), err)
		}
	}
	return r.save()
}

// finished reports whether the last sweep evaluated everything and added nothing.
func (r *run) finished() bool { return r.added == 0 && r.thorough }

// settled reports whether the options allow an answer after this many sweeps, and the labels settle
// every root.
func (r *run) settled(ctx context.Context) bool {
	if r.options.Sweeps == 0 || r.sweeps < r.options.Sweeps {
		return false
	}
	g := newGraph(r.table, mostStates, mostEffort)
	for _, root := range r.roots {
		if g.solve(ctx, root.node, root.before) == open {
			return false
		}
	}
	return true
}

// load reads the layers from an earlier run.
func (r *run) load() error {
	if r.store.folder == "" {
		return nil
	}
	for stones := range r.layers {
		found, err := r.store.load(r.table, stones)
		if errors.Is(err, errDamaged) {
			r.options.Tell(fmt.Sprintf("%v; relabelling this layer", err))
			continue
		}
		if err != nil {
			return err
		}
		if found {
			r.order = nil // files do not store the order
			r.sweeps = max(r.sweeps, r.swept[stones]-1)
		}
	}
	return nil
}

// sweepAll sweeps every layer, the fullest board first.
func (r *run) sweepAll(ctx context.Context) error {
	r.added, r.sweepStart = 0, time.Now()
	r.done.Store(0)
	left := 0
	for stones := r.table.points; stones >= 0; stones-- {
		first := r.swept[stones] == 0
		added, open, err := r.table.sweep(ctx, stones, r.threads(), func(cells int) { r.report(stones, int64(cells)) })
		r.unsaved[stones] = r.unsaved[stones] || first && err == nil || !first && added > 0
		if err != nil {
			return err
		}
		r.added += added
		left += open
		if first || time.Since(r.saved) > r.options.SaveEvery {
			if err := r.save(); err != nil {
				return err
			}
		}
	}
	r.open = left
	return nil
}

// threads returns the number of goroutines that may sweep.
func (r *run) threads() int {
	if r.order != nil {
		return 1
	}
	return max(1, r.options.Threads)
}

// save writes the layers that have changed.
func (r *run) save() error {
	if r.store.folder == "" {
		return nil
	}
	for stones, unsaved := range r.unsaved {
		if !unsaved {
			continue
		}
		if err := r.store.save(r.table, stones); err != nil {
			return fmt.Errorf("cannot save the layer with %d stones: %w", stones, err)
		}
		r.unsaved[stones] = false
	}
	r.saved = time.Now()
	return nil
}

// report counts cells and reports progress, at most four times a second.
func (r *run) report(stones int, cells int64) {
	done, now := r.done.Add(cells), time.Now()
	last := r.reported.Load()
	if r.options.Report == nil || now.UnixMilli()-last < 250 || !r.reported.CompareAndSwap(last, now.UnixMilli()) {
		return
	}
	p := Progress{
		Threshold: r.threshold, Sweep: r.sweeps + 1, Stones: stones, Done: done, All: r.cells,
		Open: r.open, Elapsed: now.Sub(r.started),
	}
	if spent := now.Sub(r.sweepStart); spent > time.Second {
		p.Left = time.Duration(float64(spent) * float64(p.All-p.Done) / float64(p.Done))
	}
	r.options.Report(p)
}
