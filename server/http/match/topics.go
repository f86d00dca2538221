package match

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

// topics lists the topics that a socket has joined, and their sources, whose messages are sent
// under the topic. Both goroutines of the socket use it.
type topics struct {
	mu      sync.Mutex
	all     map[string][]string // the sources of each topic
	sources map[string]string   // the topic of each source
}

// add adds a topic with its sources. It returns false if there are already most other topics.
func (t *topics) add(topic string, most int, sources []string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, joined := t.all[topic]; !joined && len(t.all) >= most {
		return false
	}
	if t.all == nil {
		t.all, t.sources = map[string][]string{}, map[string]string{}
	}
	t.all[topic] = sources
	for _, source := range sources {
		t.sources[source] = topic
	}
	return true
}

// remove removes a topic and returns its sources; ok is false if the topic was not there.
func (t *topics) remove(topic string) (sources []string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	sources, ok = t.all[topic]
	delete(t.all, topic)
	for _, source := range sources {
		delete(t.sources, source)
	}
	return sources, ok
}

// list returns the topics.
func (t *topics) list() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Keys(t.all))
}

// of returns the topic under which a source's messages are sent, or source itself.
func (t *topics) of(source string) string {
	if match, ok := chatTopic(source); ok { // the parts that a client reads may change
		return match
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if topic, ok := t.sources[source]; ok {
		return topic
	}
	return source
}

// reportPresence calls the OnBeat functions with the client's actor.
func (k *socket) reportPresence() {
	if k.visitor.Actor == "" {
		return
	}
	for _, f := range k.onBeat {
		f(k.visitor.Actor)
	}
}

// refresh sends messages that a client may have missed on a topic. It skips a topic that is being
// joined, which is read after the gap.
func (k *socket) refresh(ctx context.Context, topic string) error {
	topic = k.joined.of(topic)
	h := k.topicOf(topic)
	if _, joined := k.seqs[topic]; !joined || h == nil {
		return nil
	}
	return h.refresh(ctx, k, topic)
}

// refuse sends the reason why a topic cannot be joined, and leaves the topic if it was joined
// before.
func (k *socket) refuse(topic string, err error) (output, error) {
	return k.leave(topic, k.reason(topic, err))
}

// leave undoes a join. A client cannot leave control topics, such as the one for ended sessions.
func (k *socket) leave(topic, why string) (output, error) {
	o, err := messages(wire.TopicLeft{Kind: "left", Topic: topic, Reason: why})
	if k.unfollow(topic) {
		o.left = topic
	}
	return o, err
}

// unfollow unsubscribes from a topic, and reports whether the client had joined it.
func (k *socket) unfollow(topic string) bool {
	sources, joined := k.joined.remove(topic)
	if !joined {
		return false
	}
	k.feed.Remove(topic)
	for _, source := range sources {
		k.feed.Remove(source)
	}
	k.topicOf(topic).leave(k, topic)
	return true
}

// endedTopic returns the control topic for an actor's ended sessions.
func endedTopic(actor string) string { return "ended/" + actor }

// EndedMessage notifies an actor's sockets that sessions or tokens have ended. Each socket checks
// its own.
func EndedMessage(actor string) pubsub.Message { return pubsub.Message{Topic: endedTopic(actor)} }

// blocksTopic returns the control topic for changes in an actor's blocks.
func blocksTopic(actor string) string { return "blocks/" + actor }

// BlocksMessage notifies an actor's sockets that the actor's blocks have changed.
func BlocksMessage(actor string) pubsub.Message { return pubsub.Message{Topic: blocksTopic(actor)} }

// subscribeControl subscribes to the control topics for the client's actor.
func (k *socket) subscribeControl(actor string) {
	k.ended, k.blocksChanged = endedTopic(actor), blocksTopic(actor)
	k.feed.Add(k.ended)
	k.feed.Add(k.blocksChanged)
}

// take handles a published message. An error ends the socket.
func (k *socket) take(ctx context.Context, m *pubsub.Message) error {
	switch m.Topic {
	case k.ended:
	case k.blocksChanged:
		k.reloadBlocks()
		return nil
	default:
		return k.pass(ctx, m)
	}
	holds, err := k.Sessions.Holds(ctx, k.visitor.Identity)
	switch {
	case err != nil:
		k.Log.Error("api: socket", "err", err)
		return notNow
	case !holds:
		return signedOut
	}
	return nil
}

// sessionChecked is how often a socket checks its session without a notification, since a message
// from another process may be lost.
const sessionChecked = 5 * time.Minute

// checkSession returns an error if the session has ended. It checks only if the last check is old.
func (k *socket) checkSession(ctx context.Context, checked *time.Time) error {
	now := k.Now()
	if k.visitor.Actor == "" || now.Sub(*checked) < sessionChecked {
		return nil
	}
	*checked = now
	holds, err := k.Sessions.Holds(ctx, k.visitor.Identity)
	if err != nil {
		k.Log.Error("api: socket", "err", err) // checked again later
		return nil
	}
	if !holds {
		return signedOut
	}
	return nil
}

// pass sends a message published to a topic, unless the client already has it.
func (k *socket) pass(ctx context.Context, m *pubsub.Message) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	if m.Gap {
		return k.refresh(ctx, m.Topic)
	}
	if omitted, err := k.omits(ctx, m.From); omitted || err != nil {
		return err
	}
	topic := k.joined.of(m.Topic)
	h := k.topicOf(topic)
	if h == nil {
		return nil
	}
	if _, joined := k.seqs[topic]; !joined {
		h.early(k, topic, m)
		return nil
	}
	return h.send(ctx, k, topic, m)
}

// catchUp sends a frame to a client that has the topic up to seq. If the frame does not follow seq,
// catchUp sends what the client lacks.
func (k *socket) catchUp(ctx context.Context, topic string, seq int, frame *pubsub.Message) error {
	if frame.Data == nil || frame.After != seq {
		return k.topicOf(topic).resync(ctx, k, topic)
	}
	k.seqs[topic] = frame.Seq
	return k.sendBytes(frame.Data)
}

// miss records that a topic being joined has grown to seq. Topics that were left would stay in the
// map, so that miss empties a large map; the next message then reveals the gap.
func (k *socket) miss(topic string, seq int) {
	if len(k.pendingSeqs) > 2*k.Limits.Topics {
		clear(k.pendingSeqs)
	}
	k.pendingSeqs[topic] = seq
}
