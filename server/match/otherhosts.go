package match

import (
	"context"
	"time"

	"rosette/play/view"
	"rosette/server/pubsub"
)

// Others are the hosts that share the log with this one.
type Others interface {
	// Watch has the host hear, by Heard, of what others append to a match from now on, as
	// fast as they are heard at all. It may wait a moment.
	Watch(id string)
	Unwatch(id string)

	// Connected reports whether the others are heard at the moment.
	Connected() bool
}

// alone is Others of a host that has its log for itself.
type alone struct{}

func (alone) Watch(string)    {}
func (alone) Unwatch(string)  {}
func (alone) Connected() bool { return true }

const (
	// pollInterval is how often the host looks in the log for what others have appended and
	// nobody has heard of, such as the last event of a host that died.
	pollInterval = time.Second

	// fastPollInterval is how often it does while others are not heard.
	fastPollInterval = 250 * time.Millisecond
)

// NotePeerSeq tells the host that another one has appended to a match, up to an event. It does
// not wait. The match is read when somebody needs it.
func (h *Host) NotePeerSeq(id string, seq int) { h.cache.noteRemoteSeq(id, seq) }

// InvalidateSeq tells the host that what another one has appended to a match may not have been
// heard.
func (h *Host) InvalidateSeq(id string) { h.cache.noteRemoteSeq(id, unknownSeq) }

// followLog looks for what others have appended until ctx ends. Whoever follows a match
// here is told of what was not heard otherwise.
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
		if position < 0 { // what was appended since matches were first read here is not among grown
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
