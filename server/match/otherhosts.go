package match

import (
	"context"
	"time"

	"rosette/play/view"
	"rosette/server/pubsub"
)

// Others connects a host to the other hosts on the same log.
type Others interface {
	// Watch requests notifications, through [Host.NotePeerSeq], about events that others append to
	// a match from now on. They arrive with the connection's delay. Watch may block for a moment.
	Watch(id string)
	Unwatch(id string)

	// Connected reports whether the connection to the others works.
	Connected() bool
}

// alone implements Others for a host that does not share its log.
type alone struct{}

func (alone) Watch(string)    {}
func (alone) Unwatch(string)  {}
func (alone) Connected() bool { return true }

const (
	// pollInterval is how often the host polls the log for events without a notification, such as
	// the last event from a host that died.
	pollInterval = time.Second

	// fastPollInterval is the interval without a connection to the others.
	fastPollInterval = 250 * time.Millisecond
)

// NotePeerSeq notifies the host that another one has appended to a match, up to an event. It does
// not block. The match is read when it is next used.
func (h *Host) NotePeerSeq(id string, seq int) { h.cache.noteRemoteSeq(id, seq) }

// InvalidateSeq notifies the host that a notification about a match may be lost.
func (h *Host) InvalidateSeq(id string) { h.cache.noteRemoteSeq(id, unknownSeq) }

// followLog polls the log for events appended by others until ctx ends. It notifies local followers
// about events without an earlier notification.
func (h *Host) followLog(ctx context.Context) {
	if h.options.Others == nil {
		return
	}
	position := int64(-1)
	failed := false
	wait := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if wait = pollInterval; !h.others.Connected() {
			wait = fastPollInterval
		}
		grown, last, err := h.log.Grown(ctx, position)
		if err != nil && ctx.Err() == nil && !failed {
			h.options.Log.Error("what other servers append is not known at the moment", "error", err)
		}
		if failed = err != nil; failed {
			continue
		}
		if position < 0 { // grown lacks events appended since matches were first read here
			for _, id := range h.cache.ids() {
				h.InvalidateSeq(id)
				h.publish(pubsub.Message{Topic: view.Topic(id), Gap: true})
			}
		}
		position = last
		for id, seq := range grown {
			if !h.cache.noteRemoteSeq(id, seq) {
				h.publish(pubsub.Message{Topic: view.Topic(id), Seq: seq, After: -1, Local: true})
			}
		}
	}
}
