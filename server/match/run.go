package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/internal/panics"
	"rosette/play"
)

const (
	matchesAtOnce = 16          // handled at the same time at their deadlines, and after an outage
	retryAfter    = time.Second // after an error of the log at start or at a deadline
	startTries    = 10          // to read the log at start, such as from a database that is starting too
)

// Run ends matches whose clock runs out, and records that the host is alive while
// clocks run. It returns nil when ctx ends, or an error if the log cannot be read at
// start, though it was tried for a while.
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

// begin records that the host is alive and reads what all matches wait for.
func (h *Host) begin(ctx context.Context) error {
	if err := h.recordAlive(ctx); err != nil {
		return fmt.Errorf("start the host: %w", err)
	}
	if h.options.Leases != nil {
		if err := h.join(ctx); err != nil {
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

// run does what the host does until ctx ends.
func (h *Host) run(ctx context.Context) error {
	// None of them waits for the others: a host that does not record that it is alive
	// makes an outage.
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

// watchClocks handles the deadlines until ctx ends.
func (h *Host) watchClocks(ctx context.Context) {
	var flags errgroup.Group
	flags.SetLimit(matchesAtOnce)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-h.deadlines.changed:
		case <-ctx.Done():
			_ = flags.Wait() // no function of it returns an error
			return
		}
		for _, id := range h.deadlines.due(h.time.now()) {
			flags.Go(func() error { h.flag(ctx, id); return nil })
		}
		if at, ok := h.deadlines.next(); ok {
			timer.Reset(at.Sub(h.time.now()))
		}
	}
}

// flag ends a match whose deadline has passed. If it has another deadline by now, that
// one is noted when the match is released.
func (h *Host) flag(ctx context.Context, id string) {
	err := panics.Catch(h.options.Log, func() error {
		_, err := h.Do(ctx, id, play.Command{Kind: play.Flag})
		return err
	}, "match", id)
	switch {
	case errors.As(err, new(*panics.Error)): // it would panic again: the match waits for who opens it next
	case err == nil || ctx.Err() != nil:
	case errors.As(err, new(play.Refusal)):
		h.deadlines.postpone(id, h.time.now(), retryAfter)
	default:
		h.options.Log.Error("a match could not be ended on time", "match", id, "error", err)
		h.deadlines.set(id, h.time.now().Add(retryAfter))
	}
}
