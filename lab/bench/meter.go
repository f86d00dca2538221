package bench

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Meter measures for Span on Threads threads. A measurement ends early when its context ends, but
// every thread works at least once.
type Meter struct {
	Threads int
	Seed    uint64
	Span    time.Duration
	CPU     func() (used time.Duration, known bool) // processor time of this process; may be nil
}

// A duration is a measurement's length in seconds.
type duration struct {
	elapsed float64
	cpu     float64 // processor time on all cores; 0 if unknown
}

func (d duration) elapsedSeconds() float64 { return d.elapsed }
func (d duration) cpuSeconds() float64     { return d.cpu }

// start begins a measurement. The returned function ends it.
func (m Meter) start() func() duration {
	cpu := func() (time.Duration, bool) { return 0, false }
	if m.CPU != nil {
		cpu = m.CPU
	}
	began := time.Now()
	before, known := cpu()
	return func() duration {
		d := duration{elapsed: time.Since(began).Seconds()}
		if after, ok := cpu(); known && ok {
			d.cpu = (after - before).Seconds()
		}
		return d
	}
}

// run calls the function that newWork returns for a thread until Span has passed, at least once.
func (m Meter) run(ctx context.Context, newWork func(thread int) func() error) (duration, error) {
	ctx, stop := context.WithTimeout(ctx, m.Span)
	defer stop()
	var all errgroup.Group
	read := m.start()
	for i := range m.Threads {
		work := newWork(i)
		all.Go(func() error {
			for first := true; first || ctx.Err() == nil; first = false {
				if err := work(); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := all.Wait()
	return read(), err
}

// byCPU returns rates by processor time, or nil if any processor time is unknown.
func byCPU[R any](rates func(by func(duration) float64) R, took ...duration) *R {
	for _, d := range took {
		if d.cpu <= 0 {
			return nil
		}
	}
	r := rates(duration.cpuSeconds)
	return &r
}

// rows returns a row by elapsed time and, unless cpu is nil, one by processor time.
func rows[R any](row func(time string, r R) string, elapsed R, cpu *R) string {
	text := row("elapsed", elapsed)
	if cpu != nil {
		text += "\n" + row("processor", *cpu)
	}
	return text
}
