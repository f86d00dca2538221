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

// topics are the topics that a socket has joined, and those whose messages are sent as
// theirs. Both of its goroutines use them.
type topics struct {
	mu      sync.Mutex
	all     map[string][]string // the sources of each topic
	sources map[string]string   // the topic of each source
}

// add adds a topic with its sources, and reports false if there are most others already.
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

// remove removes a topic and returns its sources. It reports whether the topic was there.
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

// of returns the topic as whose messages those of a source are sent, a topic itself if it
// is no source.
func (t *topics) of(source string) string {
	if match, ok := chatTopic(source); ok { // which parts a client reads may change
		return match
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if topic, ok := t.sources[source]; ok {
		return topic
	}
	return source
}

// reportPresence tells the server that the client's actor has a page open.
func (k *socket) reportPresence() {
	if k.visitor.Actor == "" {
		return
	}
	for _, f := range k.onBeat {
		f(k.visitor.Actor)
	}
}

// refresh sends a client what it may have missed of a topic. A topic that it is just
// joining is read after the gap.
func (k *socket) refresh(ctx context.Context, topic string) error {
	topic = k.joined.of(topic)
	h := k.topicOf(topic)
	if _, joined := k.seqs[topic]; !joined || h == nil {
		return nil
	}
	return h.refresh(ctx, k, topic)
}

// refuse says why a topic cannot be joined. If the client had joined it before, it is there
// no longer.
func (k *socket) refuse(topic string, err error) (output, error) {
	return k.leave(topic, k.reason(topic, err))
}

// leave ends what came of a join. Of what a socket hears besides, such as that its session
// has ended, a client cannot take leave.
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

// endedTopic returns the topic on which sockets of an actor hear that they may have ended.
func endedTopic(actor string) string { return "ended/" + actor }

// EndedMessage tells the sockets of an actor that sessions or tokens of his have ended.
// Each looks whether it was its own.
func EndedMessage(actor string) pubsub.Message { return pubsub.Message{Topic: endedTopic(actor)} }

// blocksTopic returns the topic on which sockets of an actor hear that they may know no
// longer whom their person blocks.
func blocksTopic(actor string) string { return "blocks/" + actor }

// BlocksMessage tells the sockets of an actor that he blocks somebody, or no longer.
func BlocksMessage(actor string) pubsub.Message { return pubsub.Message{Topic: blocksTopic(actor)} }

// subscribeControl subscribes to what the server itself has to know of the client's actor.
func (k *socket) subscribeControl(actor string) {
	k.ended, k.blocksChanged = endedTopic(actor), blocksTopic(actor)
	k.feed.Add(k.ended)
	k.feed.Add(k.blocksChanged)
}

// take passes on what was published. The error is why the socket ends.
func (k *socket) take(ctx context.Context, m *pubsub.Message) error {
	switch m.Topic {
	case k.ended:
	case k.blocksChanged:
		k.forgetBlocks()
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

// sessionChecked is how often a socket looks whether its session has ended, though nobody has
// told it: another process may not have been heard.
const sessionChecked = 5 * time.Minute

// checkSession returns why the socket ends, if its session was not looked at for long and has
// ended.
func (k *socket) checkSession(ctx context.Context, checked *time.Time) error {
	now := k.Now()
	if k.visitor.Actor == "" || now.Sub(*checked) < sessionChecked {
		return nil
	}
	*checked = now
	holds, err := k.Sessions.Holds(ctx, k.visitor.Identity)
	if err != nil {
		k.Log.Error("api: socket", "err", err) // it is looked at again
		return nil
	}
	if !holds {
		return signedOut
	}
	return nil
}

// pass sends what was published to a topic, unless the client has it already.
func (k *socket) pass(ctx context.Context, m *pubsub.Message) error {
	k.writing.Lock()
	defer k.writing.Unlock()
	if m.Gap {
		return k.refresh(ctx, m.Topic)
	}
	if left, err := k.leavesOut(ctx, m.From); left || err != nil {
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

// catchUp sends a frame to a client that has the topic up to seq, or what the topic has if
// that frame does not follow.
func (k *socket) catchUp(ctx context.Context, topic string, seq int, frame *pubsub.Message) error {
	if frame.Data == nil || frame.After != seq {
		return k.topicOf(topic).resync(ctx, k, topic)
	}
	k.seqs[topic] = frame.Seq
	return k.sendBytes(frame.Data)
}

// miss notes that a topic that is not joined yet has grown to seq. What has been left
// would stay in the map, so it is emptied when it is large; the next message then
// shows the gap.
func (k *socket) miss(topic string, seq int) {
	if len(k.pendingSeqs) > 2*k.Limits.Topics {
		clear(k.pendingSeqs)
	}
	k.pendingSeqs[topic] = seq
}
