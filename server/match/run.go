package match

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	matchesAtOnce = 16          // handled concurrently at their deadlines and after an outage
	retryAfter    = time.Second // after a log error at start or at a deadline
	startTries    = 10          // for reading the log at start, since the database may be starting too
)

// Run ends matches whose clocks run out, and records that the host is alive while clocks run. It
// returns nil when ctx ends, or an error if repeated tries to read the log at start have failed.
func (h *Host) Run(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := h.begin(ctx)
		switch {
		case err == nil:
			return h.run(ctx)
		case ctx.Err() != nil:
			return nil
		case tries == startTries:
			return err
		}
		h.options.Log.Warn("the log cannot be read yet", "error", err)
		select {
		case <-time.After(retryAfter):
		case <-ctx.Done():
		}
	}
}

// begin records that the host is alive and reads the schedules of all matches.
func (h *Host) begin(ctx context.Context) error {
	if err := h.recordAlive(ctx); err != nil {
		return fmt.Errorf("start the host: %w", err)
	}
	if h.options.Leases != nil {
		if err := h.acquireLease(ctx); err != nil {
			return fmt.Errorf("begin a lease: %w", err)
		}
		return nil
	}
	for scheduled, err := range h.log.Schedules(ctx) {
		if err != nil {
			return fmt.Errorf("read the deadlines: %w", err)
		}
		h.deadlines.add(scheduled.ID, scheduled.Deadline)
		if scheduled.Bot {
			h.options.OnBotTurn(scheduled.ID)
		}
	}
	return nil
}

// run runs the host's loops until ctx ends.
func (h *Host) run(ctx context.Context) error {
	// The loops do not wait for each other: a host that does not record that it is alive causes an
	// outage.
	var loops errgroup.Group
	for _, loop := range []func(context.Context){
		h.beat, h.watchClocks, h.watchOutages, h.followClock, h.followLog, h.keepLease, h.watchLease,
	} {
		loops.Go(func() error { loop(ctx); return nil })
	}
	return loops.Wait()
}

// beat records that the host is alive until ctx ends.
func (h *Host) beat(ctx context.Context) {
	ticker := time.NewTicker(aliveInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := h.stayAlive(ctx); err != nil && ctx.Err() == nil {
				h.options.Log.Error("the log does not record that the server runs", "error", err)
			}
		case <-ctx.Done():
			return
		}
	}
}
