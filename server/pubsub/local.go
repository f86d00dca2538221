package pubsub

import "sync"

// Local is a [PubSub] within one process. The zero value is ready to use.
type Local struct {
	// Interest, if not nil, is called when a topic gets its first subscriber and when it loses its
	// last one. It must not call the Local.
	Interest func(topic string, some bool)

	mu     sync.Mutex
	topics map[string]map[*subscriber]bool
}

// subscriber is a Subscriber for a Local. The Local's lock guards it.
type subscriber struct {
	local    *Local
	topics   map[string]bool
	messages chan *Message
	closed   bool
	lagged   bool
}

// Publish implements [PubSub].
func (l *Local) Publish(m Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	except, _ := m.Except.(*subscriber)
	var shared *Message // allocated only if there is a subscriber, as most topics have no others
	for s := range l.topics[m.Topic] {
		if s == except {
			continue
		}
		if shared == nil {
			one := m
			one.Except, shared = nil, &one
		}
		select {
		case s.messages <- shared:
		default:
			s.lagged = true
			s.close()
		}
	}
}

// Subscribe implements [PubSub].
func (l *Local) Subscribe(buffer int) Subscriber {
	return &subscriber{local: l, topics: map[string]bool{}, messages: make(chan *Message, max(1, buffer))}
}

func (s *subscriber) Messages() <-chan *Message { return s.messages }

func (s *subscriber) Add(topic string) {
	s.local.mu.Lock()
	defer s.local.mu.Unlock()
	if s.closed {
		return
	}
	l := s.local
	if l.topics == nil {
		l.topics = map[string]map[*subscriber]bool{}
	}
	if l.topics[topic] == nil {
		l.topics[topic] = map[*subscriber]bool{}
		if l.Interest != nil {
			l.Interest(topic, true)
		}
	}
	l.topics[topic][s], s.topics[topic] = true, true
}

func (s *subscriber) Remove(topic string) {
	s.local.mu.Lock()
	defer s.local.mu.Unlock()
	s.remove(topic)
}

// remove unsubscribes from a topic. The caller holds the lock.
func (s *subscriber) remove(topic string) {
	delete(s.topics, topic)
	subscribers, some := s.local.topics[topic]
	delete(subscribers, s)
	if some && len(subscribers) == 0 {
		delete(s.local.topics, topic)
		if s.local.Interest != nil {
			s.local.Interest(topic, false)
		}
	}
}

func (s *subscriber) Lagged() bool {
	s.local.mu.Lock()
	defer s.local.mu.Unlock()
	return s.lagged
}

func (s *subscriber) Close() {
	s.local.mu.Lock()
	defer s.local.mu.Unlock()
	s.close()
}

// close unsubscribes from all topics and closes the channel. The caller holds the lock, so no
// message is sent on a closed channel.
func (s *subscriber) close() {
	if s.closed {
		return
	}
	s.closed = true
	for topic := range s.topics {
		s.remove(topic)
	}
	close(s.messages)
}
