package remote

import (
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"rosette/server/pubsub"
)

const (
	outgoing = 1 << 14 // messages waiting for NATS; further ones are lost
	incoming = 1 << 16 // messages from other processes waiting for subscribers
)

// A Feed is a [pubsub.PubSub] across all processes on a NATS server. Each process receives the
// topics it has subscribers for. While NATS is unreachable, messages reach only subscribers in
// their own process. When it is reachable again, each topic gets a message with Gap. The caller
// must close the feed.
type Feed struct {
	connection *Connection
	prefix     string // prefix for subjects
	heard      func(pubsub.Message)
	local      pubsub.Local
	interests  interests
	out        chan pubsub.Message
	in         chan *nats.Msg
	ended      chan struct{}
	once       sync.Once
	running    sync.WaitGroup
}

// NewFeed returns a connection's feed for the processes of one server. The server's name must not
// contain spaces or dots. If heard is not nil, it is called with each message from another process
// and each gap, before subscribers receive it. There should be one feed per connection.
func NewFeed(c *Connection, server string, heard func(pubsub.Message)) *Feed {
	f := &Feed{
		connection: c, prefix: "rosette.feed." + server + ".", heard: heard, ended: make(chan struct{}),
		out: make(chan pubsub.Message, outgoing), in: make(chan *nats.Msg, incoming),
	}
	f.interests.start(c, f.prefix, f.in)
	f.local.Interest = f.interests.want
	c.on(f.restored, func(s *nats.Subscription) { f.lost(s.Subject) })
	for _, run := range []func(){f.send, f.receive, func() { f.interests.run(f.ended) }} {
		f.running.Go(run)
	}
	return f
}

// Close ends the exchange with other processes.
func (f *Feed) Close() {
	f.once.Do(func() { close(f.ended) })
	f.running.Wait()
}

// Publish implements [pubsub.PubSub].
func (f *Feed) Publish(m pubsub.Message) {
	here := m
	if s, ok := m.Except.(*subscriber); ok {
		here.Except = s.Subscriber
	}
	f.local.Publish(here)
	if m.Local || m.Gap || strings.HasPrefix(m.Topic, pubsub.LocalPrefix) {
		return
	}
	select {
	case f.out <- m:
	default: // lost, as without NATS
	}
}

// Subscribe implements [pubsub.PubSub].
func (f *Feed) Subscribe(buffer int) pubsub.Subscriber {
	return &subscriber{f.local.Subscribe(buffer), &f.interests}
}

// Watch causes heard to be called with a topic's messages even without subscribers, until Unwatch
// is called equally often. It returns once that is in effect, or after a moment if NATS is
// unreachable.
func (f *Feed) Watch(topic string) {
	f.interests.want(topic, true)
	f.interests.settle(topic)
}

// Unwatch undoes Watch.
func (f *Feed) Unwatch(topic string) { f.interests.want(topic, false) }

// A subscriber waits until NATS has its subscriptions.
type subscriber struct {
	pubsub.Subscriber
	interests *interests
}

func (s *subscriber) Add(topic string) {
	s.Subscriber.Add(topic)
	s.interests.settle(topic)
}

// send publishes messages to NATS. When the feed is closed it still publishes the waiting ones,
// which may announce the end of this process.
func (f *Feed) send() {
	for {
		select {
		case m := <-f.out:
			f.sendOne(m)
			continue
		default:
		}
		select {
		case <-f.ended:
			if len(f.out) == 0 {
				return
			}
		case m := <-f.out:
			f.sendOne(m)
		}
	}
}

// sendOne publishes a message to NATS, or a hint if the message is too long. Messages that cannot
// be sent are lost, as while NATS is unreachable.
func (f *Feed) sendOne(m pubsub.Message) {
	conn := f.connection.conn
	data := encode(m)
	if most := conn.MaxPayload(); most > 0 && int64(len(data)) > most {
		if m.Seq == 0 {
			f.connection.log.Error("a message is too long for NATS: increase its max_payload", "topic", m.Topic,
				"bytes", len(data))
			return
		}
		data = encode(pubsub.Message{Seq: m.Seq, After: -1, From: m.From})
	}
	if err := conn.Publish(subject(f.prefix, m.Topic), data); err != nil && conn.IsConnected() {
		f.connection.log.Error("cannot send a message to other processes", "topic", m.Topic, "error", err)
	}
}

// receive passes messages from other processes to subscribers.
func (f *Feed) receive() {
	for {
		select {
		case <-f.ended:
			return
		case sent := <-f.in:
			m, err := decode(topicOf(f.prefix, sent.Subject), sent.Data)
			if err != nil {
				f.connection.log.Error("cannot decode a message from another process", "subject", sent.Subject, "err",
					err)
				continue
			}
			f.hand(m)
		}
	}
}

// hand passes a message from another process, or a gap, to all followers in this process.
func (f *Feed) hand(m pubsub.Message) {
	if f.heard != nil {
		f.heard(m)
	}
	f.local.Publish(m)
}

// restored publishes a gap on all topics after the reconnection to NATS.
func (f *Feed) restored() {
	f.interests.flush()
	for _, topic := range f.interests.topics() {
		f.gap(topic)
	}
}

// lost publishes a gap on a subject's topic if it belongs to this feed.
func (f *Feed) lost(subject string) {
	if strings.HasPrefix(subject, f.prefix) {
		f.gap(topicOf(f.prefix, subject))
	}
}

func (f *Feed) gap(topic string) { f.hand(pubsub.Message{Topic: topic, Gap: true}) }

// topicOf returns the topic for a subject with a prefix.
func topicOf(prefix, subject string) string {
	escaped := strings.TrimPrefix(subject, prefix)
	var b strings.Builder
	for i := 0; i < len(escaped); i++ {
		if escaped[i] == '%' && i+2 < len(escaped) {
			b.WriteByte(hexDigit(escaped[i+1])<<4 | hexDigit(escaped[i+2]))
			i += 2
			continue
		}
		b.WriteByte(escaped[i])
	}
	return b.String()
}

// hexDigit returns the value of a hexadecimal digit from subject.
func hexDigit(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}
