package match

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/internal/panics"
	"rosette/play"
)

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
			_ = flags.Wait() // its functions return no errors
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

// flag ends a match whose deadline has passed. If the match has a new deadline, release records it.
func (h *Host) flag(ctx context.Context, id string) {
	err := panics.Catch(h.options.Log, func() error {
		_, err := h.Do(ctx, id, play.Command{Kind: play.Flag})
		return err
	}, "match", id)
	switch {
	case errors.As(err, new(*panics.Error)): // it would panic again: the match waits until it is next opened
	case err == nil || ctx.Err() != nil:
	case errors.As(err, new(play.Refusal)):
		h.deadlines.postpone(id, h.time.now(), retryAfter)
	default:
		h.options.Log.Error("a match could not be ended on time", "match", id, "error", err)
		h.deadlines.set(id, h.time.now().Add(retryAfter))
	}
}
