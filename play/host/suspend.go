package host

import (
	"context"
	"slices"

	"rosette/play"
)

// suspend makes the running clock of a match go on as if the outages had not been.
func (h *Host) suspend(ctx context.Context, e *entry) error {
	m := e.view.Match()
	if m.Over() || !m.OriginalSettings().Clock.Timed() {
		return nil
	}
	if err := h.recordAlive(ctx); err != nil {
		return matchError(e.id, err)
	}
	missed := m.Missed(h.time.recorded())
	if missed <= 0 {
		return nil
	}
	events, err := m.Decide(play.Command{Kind: play.Suspend, For: missed}, h.time.now())
	if err != nil {
		return matchError(e.id, err)
	}
	return h.commit(ctx, e, events)
}

// suspendAll suspends the matches in memory after an outage, so that their readers see
// the right clocks.
func (h *Host) suspendAll(ctx context.Context) {
	ids := h.cache.ids()
	slices.Sort(ids)
	for _, id := range ids {
		if err := h.Read(ctx, id, func(*play.Match) {}); err != nil && ctx.Err() == nil {
			h.options.Log.Error("a match could not be read after an outage", "match", id, "error", err)
		}
	}
}
