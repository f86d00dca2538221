package remote

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"rosette/server/pubsub"
)

// settleWait is how long who follows a topic waits until NATS knows of it.
const settleWait = 500 * time.Millisecond

// interests are the topics that this process follows, and the subscriptions that NATS has
// of it. They are safe for concurrent use.
type interests struct {
	connection *Connection
	prefix     string // of subjects
	in         chan *nats.Msg
	slow       atomic.Bool   // NATS did not answer in time when it was told last: nobody waits for it again
	wake       chan struct{} // holds an element while there are changes

	mu        sync.Mutex
	count     map[string]int           // who follows a topic
	changed   map[string]chan struct{} // topics of which NATS is not told yet, with what is closed when it is
	next      chan struct{}            // closed when NATS knows of the changes since it was made
	following map[string]*nats.Subscription
}

// start makes the interests of a connection, of which none is followed yet.
func (n *interests) start(c *Connection, prefix string, in chan *nats.Msg) {
	n.connection, n.prefix, n.in, n.wake = c, prefix, in, make(chan struct{}, 1)
	n.count, n.changed, n.following = map[string]int{}, map[string]chan struct{}{}, map[string]*nats.Subscription{}
	n.next = make(chan struct{})
}

// want notes that one more follows a topic, or one less. It does not wait.
func (n *interests) want(topic string, more bool) {
	if strings.HasPrefix(topic, pubsub.LocalPrefix) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	before := n.count[topic]
	if more {
		n.count[topic] = before + 1
	} else if n.count[topic] = before - 1; before <= 1 {
		delete(n.count, topic)
	}
	if (before > 0) == (n.count[topic] > 0) {
		return
	}
	n.changed[topic] = n.next
	select {
	case n.wake <- struct{}{}:
	default: // it is noted already
	}
}

// settle waits until NATS knows that a topic is followed, or for a moment if it does not
// answer.
func (n *interests) settle(topic string) {
	n.mu.Lock()
	known, changed := n.changed[topic]
	n.mu.Unlock()
	if !changed || !n.connection.Connected() || n.slow.Load() {
		return
	}
	limit := time.NewTimer(settleWait)
	defer limit.Stop()
	select {
	case <-known:
	case <-limit.C:
	}
}

// topics returns what is followed.
func (n *interests) topics() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.count))
}

// run tells NATS of changes until ended is closed.
func (n *interests) run(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case <-n.wake:
			n.tell()
		}
	}
}

// tell tells NATS of the changes, and waits until it has read them.
func (n *interests) tell() {
	n.mu.Lock()
	told := n.next
	n.next = make(chan struct{})
	wanted := map[string]bool{}
	for topic := range n.changed {
		wanted[topic] = n.count[topic] > 0
	}
	n.mu.Unlock()
	for topic, want := range wanted {
		n.follow(topic, want)
	}
	n.flush()
	n.mu.Lock()
	maps.DeleteFunc(n.changed, func(_ string, by chan struct{}) bool { return by == told })
	n.mu.Unlock()
	close(told)
}

// follow subscribes to a topic or ends that. Only run calls it.
func (n *interests) follow(topic string, want bool) {
	s, has := n.following[topic]
	var err error
	switch {
	case want && !has:
		if s, err = n.connection.conn.ChanSubscribe(subject(n.prefix, topic), n.in); err == nil {
			n.following[topic] = s
		}
	case !want && has:
		delete(n.following, topic)
		err = s.Unsubscribe()
	}
	if err != nil && !n.connection.conn.IsClosed() {
		n.connection.log.Error("NATS does not take a subscription", "topic", topic, "error", err)
	}
}

// flush waits until NATS has read what it was told. If it is away, it is told when it is
// back.
func (n *interests) flush() { n.slow.Store(n.connection.conn.FlushTimeout(settleWait) != nil) }
