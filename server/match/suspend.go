package match

import (
	"context"

	"golang.org/x/sync/errgroup"

	"rosette/internal/panics"
	"rosette/play"
)

// suspend extends a match's running clock by the outages.
func (h *Host) suspend(ctx context.Context, e *entry) error {
	m := e.view.Match()
	if m.Over() || !m.OriginalSettings().Clock.Timed() {
		return nil
	}
	if err := h.recordAlive(ctx); err != nil {
		return matchError(e.id, err)
	}
	missed := m.Missed(h.time.outageList())
	if missed <= 0 {
		return nil
	}
	events, err := m.Decide(play.Command{Kind: play.Suspend, For: missed}, h.time.now())
	if err != nil {
		return matchError(e.id, err)
	}
	_, err = h.commit(ctx, e, events, nil)
	return err
}

// watchOutages suspends the matches in memory after each outage, so that readers see the right
// clocks, until ctx ends.
func (h *Host) watchOutages(ctx context.Context) {
	for {
		select {
		case <-h.time.extended:
			h.suspendAll(ctx)
		case <-ctx.Done():
			return
		}
	}
}

func (h *Host) suspendAll(ctx context.Context) {
	var matches errgroup.Group
	matches.SetLimit(matchesAtOnce)
	for _, id := range h.cache.ids() {
		matches.Go(func() error {
			read := func() error { return h.Read(ctx, id, func(*play.Match) {}) }
			if err := panics.Catch(h.options.Log, read, "match", id); err != nil && ctx.Err() == nil {
				h.options.Log.Error("a match could not be read after an outage", "match", id, "error", err)
			}
			return nil
		})
	}
	_ = matches.Wait() // its functions return no errors
}
