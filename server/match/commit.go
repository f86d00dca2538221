package match

import (
	"context"
	"errors"

	"rosette/play"
	"rosette/server/pubsub"
)

// open returns a match, read and locked. Release it.
func (h *Host) open(ctx context.Context, id string) (*entry, error) {
	e, err := h.cache.acquire(ctx, id)
	if err != nil {
		return nil, matchError(id, err)
	}
	filled := false
	defer func() {
		if !filled { // by an error or a panic
			h.release(e)
		}
	}()
	if err := h.fill(ctx, e); err != nil {
		return nil, err
	}
	filled = true
	return e, nil
}

// release unlocks a match and notes its clock. A match that a panic has left half
// changed is forgotten.
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

// fill reads a match from the log, or what it lacks of it, unless it is in memory.
func (h *Host) fill(ctx context.Context, e *entry) error {
	behind := h.cache.behind(e)
	if !e.subscribed {
		h.others.Watch(e.id) // before it is read
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

// catchUp reads the events that other processes have appended, publishes them and
// returns their number. After an error the match is dropped from memory.
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

// loadNew loads the events that the log has after those of a match in memory.
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

// commit applies events, appends them to the log and publishes them to all but a
// subscriber, who may be nil. If the log does not take them the match is dropped from memory.
func (h *Host) commit(
	ctx context.Context, e *entry, events []play.Event, except pubsub.Subscriber,
) (change pubsub.Message, err error) {
	after := e.seq()
	e.changing = true
	e.view.Apply(events)
	s := scheduleOf(e.view.Match())
	s.Epoch = h.lease.current()
	// The sender may go away while the events are being written.
	if err := h.log.Append(context.WithoutCancel(ctx), e.id, after, events, s); err != nil {
		e.drop()
		if !errors.Is(err, play.ErrStale) && s.Waits() {
			h.lease.markUnowned() // it may be kept all the same
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

// keep notes whose a match is that has been appended to, and has the bot move for which it
// waits.
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

// announce publishes what has happened after a number to all but a subscriber, who may be
// nil. What others have appended they have published themselves.
func (h *Host) announce(e *entry, after int, except pubsub.Subscriber, byOthers bool) pubsub.Message {
	change := pubsub.Message{
		Topic: e.topic, Seq: e.seq(), After: after, Data: e.view.Encoded(after), Except: except, Local: byOthers,
	}
	h.publish(change)
	return change
}

// reload reads a match again after an append that the log refused as stale, and
// returns any other error.
func (h *Host) reload(ctx context.Context, e *entry, err error) error {
	if !errors.Is(err, play.ErrStale) {
		return err
	}
	return h.fill(ctx, e)
}

// unreadable reports whether an error is of the events of one match, which will not be
// better when they are read again.
func unreadable(err error) bool {
	return errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged)
}

// report logs, once for each match, that this program cannot read its events.
func (h *Host) report(id string, err error) {
	if _, known := h.reported.LoadOrStore(id, true); !known {
		h.options.Log.Error("a match cannot be read; all others can", "match", id, "error", err)
	}
}
