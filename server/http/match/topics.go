package match

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// topics are the topics that a socket has joined. Both of its goroutines use them.
type topics struct {
	mu  sync.Mutex
	all map[string]bool
}

// add adds a topic, and reports false if there are most others already.
func (t *topics) add(topic string, most int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.all[topic] && len(t.all) >= most {
		return false
	}
	if t.all == nil {
		t.all = map[string]bool{}
	}
	t.all[topic] = true
	return true
}

// remove removes a topic, and reports whether it was there.
func (t *topics) remove(topic string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.all[topic]
	delete(t.all, topic)
	return ok
}

// list returns the topics.
func (t *topics) list() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Keys(t.all))
}

// subscribe has come what is published to a topic, and who follows it.
func (k *socket) subscribe(topic string) {
	if topic == turnsTopic {
		for _, actor := range k.who.Own() {
			k.feed.Add(ownTurns(actor))
		}
		return
	}
	k.feed.Add(topic)
	if isMatch(topic) || chat.HasTopic(topic) {
		k.feed.Add(k.Roster.Here(topic))
	}
}

// unsubscribe ends what subscribe began.
func (k *socket) unsubscribe(topic string) {
	k.feed.Remove(topic)
	k.feed.Remove(k.Roster.Here(topic))
	if topic != turnsTopic {
		return
	}
	for _, actor := range k.who.Own() {
		k.feed.Remove(ownTurns(actor))
	}
}

// besides returns the topic that clients know, if messages of another one are sent to those
// who have joined it: what is said in the chat of a match, who follows a topic, and that the
// turn has changed in a game of the client.
func (k *socket) besides(topic string) (of string, ok bool) {
	if match, ok := chatTopic(topic); ok {
		return match, true
	}
	if isOwnTurns(topic) {
		return turnsTopic, true
	}
	return k.Roster.TopicHere(topic)
}

// present says that the client's actor is there.
func (k *socket) present() {
	if k.Topics != nil && k.who.Actor != "" {
		k.Topics.Present(k.who.Actor)
	}
}

// A follower says what is said to who joins a topic.
type follower interface {
	Follow(ctx context.Context, who web.Visitor, topic string) (said [][]byte, err error)
}

// topicsOf returns who knows a topic that is no match, nil if nobody does.
func (k *socket) topicsOf(topic string) follower {
	switch {
	case topic == turnsTopic:
		return turns{}
	case !chat.HasTopic(topic):
		return k.Topics
	case k.Chat == nil:
		return nil
	}
	return chathttp.Topics{Service: k.Chat}
}

// sayAgain says once more what is said to who joins a topic that is no match.
func (k *socket) sayAgain(ctx context.Context, topic string) error {
	said, err := k.topicsOf(topic).Follow(ctx, k.who, topic)
	if err != nil {
		k.Log.Error("api: topic", "topic", topic, "err", err)
		return notNow
	}
	for _, data := range said {
		if err := k.sendBytes(data); err != nil {
			return err
		}
	}
	return nil
}

// refresh sends a client what it may have missed of a topic. A topic that it is just
// joining is read after the gap.
func (k *socket) refresh(ctx context.Context, topic string) error {
	if isOwnTurns(topic) {
		topic = turnsTopic
	}
	if _, joined := k.seqs[topic]; !joined || isPerson(topic) { // of a person, pages show what is
		return nil
	}
	if err := k.resync(ctx, topic); err != nil {
		return err
	}
	id, ok := matchOf(topic)
	if _, joined := k.seqs[topic]; !ok || !joined {
		return nil
	}
	c, err := k.chatOf(ctx, id)
	if err != nil {
		return err
	}
	return k.sendChat(ctx, topic, c)
}

// refuse says why a topic cannot be joined. If the client had joined it before, it is there
// no longer.
func (k *socket) refuse(topic string, err error) (outgoing, error) {
	return k.leave(topic, k.reason(topic, err))
}

// leave ends what came of a join. Of what a socket hears besides, such as that its session
// has ended, a client cannot take leave.
func (k *socket) leave(topic, why string) (outgoing, error) {
	o, err := messages(Left{"left", topic, why})
	if k.unfollow(topic) {
		if k.Chat != nil {
			k.Chat.Leave(topic, k.follower())
		}
		o.left = topic
	}
	return o, err
}

// unfollow has nothing come any more of a topic, and reports whether the client had joined it.
func (k *socket) unfollow(topic string) bool {
	if !k.joined.remove(topic) {
		return false
	}
	k.unsubscribe(topic)
	if id, ok := matchOf(topic); ok {
		k.presence.leave(id, k)
		k.leaveChat(id)
	}
	return true
}

// follow subscribes to a topic that is no match.
func (k *socket) follow(ctx context.Context, topic string) (outgoing, error) {
	said, err := k.topicsOf(topic).Follow(ctx, k.who, topic)
	if err != nil {
		return k.refuse(topic, err)
	}
	if chat.HasTopic(topic) {
		k.Chat.Enter(topic, k.follower())
	}
	o, err := messages(Joined{Kind: "joined", Topic: topic})
	o.messages = append(o.messages, said...)
	o.joined = topic
	k.present()
	return o, err
}

// isMatch reports whether a topic is one of matches, if of any.
func isMatch(topic string) bool { return strings.HasPrefix(topic, view.Topic("")) }

// isPerson reports whether a topic is somebody's own.
func isPerson(topic string) bool { return strings.HasPrefix(topic, web.Actor("").Topic()) }

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

// attend subscribes to what the server itself has to know of the client's actor.
func (k *socket) attend(actor string) {
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
	holds, err := k.Sessions.Holds(ctx, k.who.Identity)
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
	if k.who.Actor == "" || now.Sub(*checked) < sessionChecked {
		return nil
	}
	*checked = now
	holds, err := k.Sessions.Holds(ctx, k.who.Identity)
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
	if topic, ok := k.besides(m.Topic); ok {
		if _, joined := k.seqs[topic]; joined {
			return k.sendBytes(m.Data)
		}
		if !isMatch(topic) { // what a match has besides is sent to who joins it
			k.miss(&pubsub.Message{Topic: topic})
		}
		return nil
	}
	seq, joined := k.seqs[m.Topic]
	switch {
	case !joined && m.Seq == 0 && isMatch(m.Topic):
		return nil
	case !joined:
		k.miss(m)
		return nil
	case m.Seq == 0:
		return k.sendBytes(m.Data)
	case m.Seq <= seq:
		return nil
	}
	return k.catchUp(ctx, m.Topic, seq, m)
}

// catchUp sends a frame to a client that has the topic up to seq, or what the topic has if
// that frame does not follow.
func (k *socket) catchUp(ctx context.Context, topic string, seq int, frame *pubsub.Message) error {
	if frame.Data == nil || frame.After != seq {
		return k.resync(ctx, topic)
	}
	k.seqs[topic] = frame.Seq
	return k.sendBytes(frame.Data)
}

// miss notes that a topic that is not joined yet has grown. What has been left
// would stay in the map, so it is emptied when it is large; the next message then
// shows the gap.
func (k *socket) miss(m *pubsub.Message) {
	if len(k.missed) > 2*k.Limits.Topics {
		clear(k.missed)
	}
	k.missed[m.Topic] = max(m.Seq, 1)
}
