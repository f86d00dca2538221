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

// settleWait limits how long a new follower waits for NATS to have the subscription.
const settleWait = 500 * time.Millisecond

// interests manages the topics that this process follows and their NATS subscriptions. It is safe
// for concurrent use.
type interests struct {
	connection *Connection
	prefix     string // prefix for subjects
	in         chan *nats.Msg
	slow       atomic.Bool   // NATS did not answer the last flush in time, so nothing waits for it
	wake       chan struct{} // holds an element while there are changes

	mu        sync.Mutex
	count     map[string]int           // number of followers by topic
	changed   map[string]chan struct{} // topics not yet sent to NATS, with channels that are closed when they are
	next      chan struct{}            // closed when NATS has all changes since its creation
	following map[string]*nats.Subscription
}

// start initializes the interests of a connection.
func (n *interests) start(c *Connection, prefix string, in chan *nats.Msg) {
	n.connection = c
	n.prefix = prefix
	n.in = in
	n.wake = make(chan struct{}, 1)
	n.count = map[string]int{}
	n.changed = map[string]chan struct{}{}
	n.following = map[string]*nats.Subscription{}
	n.next = make(chan struct{})
}

// want adds or removes one follower of a topic. It does not block.
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
	default: // already requested
	}
}

// settle waits until NATS has the subscription to a topic, or for a moment if NATS is unreachable.
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

// topics returns the followed topics.
func (n *interests) topics() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.count))
}

// run sends changes to NATS until ended is closed.
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

// tell sends the changes to NATS and waits until it has read them.
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

// follow subscribes to a topic or unsubscribes from it. It is called only by run.
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
		n.connection.log.Error("NATS refuses a subscription", "topic", topic, "error", err)
	}
}

// flush waits until NATS has read all subscriptions. If NATS is unreachable, it receives them on
// the reconnection.
func (n *interests) flush() { n.slow.Store(n.connection.conn.FlushTimeout(settleWait) != nil) }
