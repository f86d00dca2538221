// Package pubsub implements publish and subscribe by topic. A publisher sends a message to all
// subscribers of its topic and never waits for them. [Local] works within one process, package
// server/pubsub/remote between several. Package server/pubsub/suite tests any implementation of
// [PubSub].
package pubsub

// A Message is published to a topic. All subscribers share Data and must not change it.
type Message struct {
	Topic string // "match/ID"
	Seq   int    // number of the last event in Data; 0 for an ephemeral message, which cannot be read again
	// After is the number of the event before the first one in Data. A subscriber that has not
	// reached it has missed events.
	After int
	From  string // the sending actor, or ""; some subscribers skip messages from some actors
	Data  []byte // nil for a hint that the topic has grown to Seq; interested subscribers must read the events

	// Gap means that messages for the topic may have been lost, so subscribers must read the topic
	// again. The other fields except Topic are empty.
	Gap bool

	// Except is a subscriber that already has the message and does not receive it, or nil.
	Except Subscriber

	// Local keeps the message within this process, because other processes receive it in another
	// way.
	Local bool
}

// LocalPrefix starts topics that exist within one process. Their messages are Local, and other
// processes receive no information about their subscribers.
const LocalPrefix = "local/"

// A PubSub delivers messages from publishers to subscribers. It is safe for concurrent use.
type PubSub interface {
	// Publish sends a message to its topic's subscribers. It never blocks. A subscriber with a full
	// buffer loses its subscription instead. Messages from one goroutine to one topic arrive in
	// order.
	Publish(m Message)

	// Subscribe returns a subscriber without topics. buffer is the number of messages it can hold,
	// at least 1. The caller must close it.
	Subscribe(buffer int) Subscriber
}

// A Subscriber receives its topics' messages. Its methods are safe for concurrent use. After Close
// or the loss of the subscription they have no effect.
type Subscriber interface {
	Add(topic string)    // messages published from now on arrive; a second call has no effect; it may block briefly
	Remove(topic string) // buffered messages still arrive

	// Messages returns the channel for messages, always the same one. It is closed by Close and
	// when the buffer was full. In the second case Lagged reports true, and the buffered messages
	// can still be read. Messages are shared with other subscribers and must not be changed.
	Messages() <-chan *Message
	Lagged() bool

	Close() // may be called twice
}
