package match

import (
	"context"
	"errors"

	"rosette/play"
	"rosette/server/pubsub"
)

// open returns a match, loaded and locked. The caller must release it.
func (h *Host) open(ctx context.Context, id string) (*entry, error) {
	e, err := h.cache.acquire(ctx, id)
	if err != nil {
		return nil, matchError(id, err)
	}
	filled := false
	defer func() {
		if !filled { // after an error or a panic
			h.release(e)
		}
	}()
	if err := h.fill(ctx, e); err != nil {
		return nil, err
	}
	filled = true
	return e, nil
}

// release unlocks a match and records its deadline. It drops a match that a panic has left half
// changed.
func (h *Host) release(e *entry) {
	if e.changing {
		e.drop()
	}
	if e.view != nil {
		m := e.view.Match()
		deadline, ok := m.Deadline()
		h.deadlines.set(e.id, deadline)
		h.deadlines.setWaiting(e.id, !ok && m.Waits())
	}
	h.cache.release(e)
}

// fill loads a match from the log, or the events that it lacks.
func (h *Host) fill(ctx context.Context, e *entry) error {
	behind := h.cache.behind(e)
	if !e.subscribed {
		h.others.Watch(e.id) // before reading the log
		e.subscribed, behind = true, h.options.Others != nil
	}
	switch {
	case e.view == nil:
		e.reset()
	case !behind:
		return nil
	}
	if _, err := h.catchUp(ctx, e); err != nil {
		e.drop()
		return err
	}
	return nil
}

// catchUp loads and publishes events appended by other processes, and returns their number. After
// an error the match is dropped from memory.
func (h *Host) catchUp(ctx context.Context, e *entry) (added int, err error) {
	events, err := h.loadNew(ctx, e)
	if err != nil {
		if unreadable(err) {
			h.report(e.id, err)
		}
		e.drop()
		return 0, matchError(e.id, err)
	}
	if e.published > 0 && e.seq() > e.published {
		h.announce(e, e.published, nil, true)
	}
	e.published = e.seq()
	h.lease.release(e.id, e.seq())
	return len(events), nil
}

// loadNew reads the log's events after those in memory.
func (h *Host) loadNew(ctx context.Context, e *entry) ([]play.Event, error) {
	events, err := h.log.Events(ctx, e.id, e.seq())
	if err != nil {
		return nil, err
	}
	if len(events) == 0 && e.seq() == 0 {
		return nil, play.ErrNoMatch
	}
	e.changing = true
	defer func() { e.changing = false }()
	return events, e.view.Load(events)
}

// commit applies events, appends them to the log and publishes them to all subscribers but except,
// which may be nil. If the append fails, the match is dropped from memory.
func (h *Host) commit(
	ctx context.Context, e *entry, events []play.Event, except pubsub.Subscriber,
) (change pubsub.Message, err error) {
	after := e.seq()
	e.changing = true
	e.view.Apply(events)
	s := scheduleOf(e.view.Match())
	s.Epoch = h.lease.current()
	// The client may disconnect during the append.
	if err := h.log.Append(context.WithoutCancel(ctx), e.id, after, events, s); err != nil {
		e.drop()
		if !errors.Is(err, play.ErrStale) && s.Waits() {
			h.lease.markUnowned() // the append may have succeeded all the same
		}
		return change, matchError(e.id, err)
	}
	e.changing = false
	e.published = e.seq()
	change = h.announce(e, after, except, false)
	m := e.view.Match()
	if m.Over() {
		h.options.OnEnd(e.id)
	}
	if m.Apart() {
		h.options.OnChange(e.id)
	}
	h.keep(e, s)
	return change, nil
}

// keep updates the lease after an append, and calls OnBotTurn if the match waits for a bot.
func (h *Host) keep(e *entry, s play.Schedule) {
	if s.Epoch == 0 && s.Waits() {
		h.lease.markUnowned()
	}
	if !s.Bot {
		h.lease.release(e.id, e.seq())
		return
	}
	if s.Epoch != 0 {
		h.lease.hold(e.id, e.seq())
	}
	h.options.OnBotTurn(e.id)
}

// announce publishes the events after a number to all subscribers but except, which may be nil.
// Events appended by other hosts are published only locally, because those hosts publish them too.
func (h *Host) announce(e *entry, after int, except pubsub.Subscriber, byOthers bool) pubsub.Message {
	change := pubsub.Message{
		Topic: e.topic, Seq: e.seq(), After: after, Data: e.view.Encoded(after), Except: except, Local: byOthers,
	}
	h.publish(change)
	return change
}

// reload loads a match again after a stale append. It returns any other error.
func (h *Host) reload(ctx context.Context, e *entry, err error) error {
	if !errors.Is(err, play.ErrStale) {
		return err
	}
	return h.fill(ctx, e)
}

// unreadable reports whether an error concerns one match's events and will persist when they are
// read again.
func unreadable(err error) bool {
	return errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged)
}

// report logs, once per match, that this program cannot read its events.
func (h *Host) report(id string, err error) {
	if _, known := h.reported.LoadOrStore(id, true); !known {
		h.options.Log.Error("a match cannot be read; all others can", "match", id, "error", err)
	}
}
