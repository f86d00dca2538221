package socket

import (
	"maps"
	"slices"
	"sync"

	"rosette/server/pubsub"
)

// subscriptions holds the topics that a client has joined and their sources, whose messages are
// sent under the topic. It keeps the subscriber's topics up to date, and is safe for concurrent
// use.
type subscriptions struct {
	feed pubsub.Subscriber

	mu      sync.Mutex
	sources map[string][]string // the sources of each topic
	topics  map[string]string   // the topic of each source
}

func newSubscriptions(feed pubsub.Subscriber) *subscriptions {
	return &subscriptions{feed: feed, sources: map[string][]string{}, topics: map[string]string{}}
}

// add adds a topic with its sources. It returns false if there are already most other topics.
func (s *subscriptions) add(topic string, most int, sources []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, joined := s.sources[topic]; !joined && len(s.sources) >= most {
		return false
	}
	s.feed.Add(topic)
	s.addSources(topic, sources)
	return true
}

// extend adds sources to a topic, unless the client has left it.
func (s *subscriptions) extend(topic string, sources []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, joined := s.sources[topic]; joined {
		s.addSources(topic, sources)
	}
}

// addSources adds sources to a topic. The caller holds the lock.
func (s *subscriptions) addSources(topic string, sources []string) {
	all := s.sources[topic]
	for _, source := range sources {
		if !slices.Contains(all, source) {
			all = append(all, source)
		}
		s.topics[source] = topic
		s.feed.Add(source)
	}
	s.sources[topic] = all
}

// remove removes a topic, and reports whether it was there.
func (s *subscriptions) remove(topic string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, joined := s.sources[topic]
	if !joined {
		return false
	}
	delete(s.sources, topic)
	s.feed.Remove(topic)
	for _, source := range sources {
		delete(s.topics, source)
		s.feed.Remove(source)
	}
	return true
}

// list returns the topics.
func (s *subscriptions) list() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.sources))
}

// topic returns the topic under which a source's messages are sent, or source itself.
func (s *subscriptions) topic(source string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if topic, ok := s.topics[source]; ok {
		return topic
	}
	return source
}
