package remote

import (
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"rosette/server/pubsub"
)

const (
	outgoing = 1 << 14 // messages that wait for NATS; more are lost
	incoming = 1 << 16 // messages of other processes that wait for subscribers
)

// A Feed is a [pubsub.PubSub] of all processes on one NATS. Each receives the topics that
// it has subscribers for. While NATS is away, messages reach the subscribers of their own
// process; when it is back, each topic gets one with a Gap. Close it.
type Feed struct {
	connection *Connection
	prefix     string // of subjects
	heard      func(pubsub.Message)
	local      pubsub.Local
	interests  interests
	out        chan pubsub.Message
	in         chan *nats.Msg
	ended      chan struct{}
	once       sync.Once
	running    sync.WaitGroup
}

// NewFeed returns the feed of a connection for the processes of one server, which has a
// name without spaces or dots. It calls heard, unless that is nil, with each
// message of another process and with each gap, before subscribers get it. There should be
// one for a connection.
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
	default: // as if NATS had lost it
	}
}

// Subscribe implements [pubsub.PubSub].
func (f *Feed) Subscribe(buffer int) pubsub.Subscriber {
	return &subscriber{f.local.Subscribe(buffer), &f.interests}
}

// Watch has heard called with the messages of a topic that has no subscribers, until
// Unwatch is called as often. It returns when that has begun, or after a moment if NATS
// does not answer.
func (f *Feed) Watch(topic string) {
	f.interests.want(topic, true)
	f.interests.settle(topic)
}

// Unwatch ends what Watch began.
func (f *Feed) Unwatch(topic string) { f.interests.want(topic, false) }

// A subscriber waits until NATS knows of its topics.
type subscriber struct {
	pubsub.Subscriber
	interests *interests
}

func (s *subscriber) Add(topic string) {
	s.Subscriber.Add(topic)
	s.interests.settle(topic)
}

// send hands messages to NATS, also those that wait when the feed is closed: they may say that
// this process ends.
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

// sendOne hands a message to NATS, or a hint if it is too long. What cannot be sent is
// lost, as it is when NATS is away.
func (f *Feed) sendOne(m pubsub.Message) {
	conn := f.connection.conn
	data := encode(m)
	if most := conn.MaxPayload(); most > 0 && int64(len(data)) > most {
		if m.Seq == 0 {
			f.connection.log.Error("a message is too long for NATS; raise its max_payload", "topic", m.Topic, "bytes", len(data))
			return
		}
		data = encode(pubsub.Message{Seq: m.Seq, After: -1, From: m.From})
	}
	if err := conn.Publish(subject(f.prefix, m.Topic), data); err != nil && conn.IsConnected() {
		f.connection.log.Error("a message could not be sent to other processes", "topic", m.Topic, "error", err)
	}
}

// receive hands the messages of other processes to subscribers.
func (f *Feed) receive() {
	for {
		select {
		case <-f.ended:
			return
		case sent := <-f.in:
			m, err := decode(topicOf(f.prefix, sent.Subject), sent.Data)
			if err != nil {
				f.connection.log.Error("a message of another process cannot be read", "subject", sent.Subject, "err", err)
				continue
			}
			f.hand(m)
		}
	}
}

// hand gives a message of another process, or a gap, to all who follow its topic here.
func (f *Feed) hand(m pubsub.Message) {
	if f.heard != nil {
		f.heard(m)
	}
	f.local.Publish(m)
}

// restored tells all topics of a gap once NATS hears of them again.
func (f *Feed) restored() {
	f.interests.flush()
	for _, topic := range f.interests.topics() {
		f.gap(topic)
	}
}

// lost tells the topic of a subject of a gap, if it is one of this feed.
func (f *Feed) lost(subject string) {
	if strings.HasPrefix(subject, f.prefix) {
		f.gap(topicOf(f.prefix, subject))
	}
}

func (f *Feed) gap(topic string) { f.hand(pubsub.Message{Topic: topic, Gap: true}) }

// topicOf returns the topic of a subject, after a prefix.
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

// hexDigit returns the value of a digit that subject wrote.
func hexDigit(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}
