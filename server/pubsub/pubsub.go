// Package pubsub implements publish and subscribe by topic: a publisher hands a
// message to all subscribers of its topic and never waits for them. [Local] serves
// one process, package server/pubsub/remote several; package server/pubsub/suite tests any
// implementation of [PubSub].
package pubsub

// A Message is published to a topic. Its Data is shared by all subscribers: nobody
// may change it.
type Message struct {
	Topic string // "match/ID"
	Seq   int    // the number of the last event in Data; 0 for an ephemeral message, which nobody asks for again
	After int    // the number of the event before the first one in Data; a reader who has not reached it has missed something
	From  string // the actor from whom it comes, "" for nobody in particular: some subscribers leave out what somebody says
	Data  []byte // nil for a hint: the topic has grown to Seq, and who wants to know how reads it

	// Gap tells that messages of the topic may have been lost: who follows it reads it
	// anew. There is nothing else in such a message.
	Gap bool

	// Except is a subscriber who gets nothing, because he has the message already; nil for
	// nobody.
	Except Subscriber

	// Local keeps a message from other processes, which have it from elsewhere.
	Local bool
}

// LocalPrefix begins topics of one process: all their messages are as if they were Local,
// and no other process is told that somebody follows them.
const LocalPrefix = "local/"

// A PubSub carries messages from publishers to subscribers. It is safe for concurrent
// use.
type PubSub interface {
	// Publish hands a message to the subscribers of its topic. It never waits: a
	// subscriber whose buffer is full loses its subscription instead. Messages that
	// one goroutine publishes to a topic arrive in their order.
	Publish(m Message)

	// Subscribe returns a subscriber without topics that buffers so many messages,
	// at least one. Close it.
	Subscribe(buffer int) Subscriber
}

// A Subscriber receives the messages of its topics. Its methods are safe for
// concurrent use; after Close or the loss of the subscription they have no effect.
type Subscriber interface {
	Add(topic string)    // messages published from now on arrive; twice is as once; it may wait a moment
	Remove(topic string) // messages that are buffered still arrive

	// Messages returns the channel of messages, always the same one. It is closed by
	// Close, and when the buffer was full: then Lagged reports true, and what the
	// buffer held can still be read.
	// Nobody may change a message, which all subscribers get.
	Messages() <-chan *Message
	Lagged() bool

	Close() // to close twice does no harm
}
