// Package roster exchanges reports on topics between processes, such as the followers of a match.
// Each process publishes its own report on a topic and stores the others' reports. If a process ends
// or falls silent, its reports are removed.
//
// All processes publish to one topic. Each sends a heartbeat every second, and a report only when
// it changes. Changes are numbered, and a heartbeat contains the last number. If another process
// finds a number missing, it requests all reports again. Every process stores all reports, about
// 200 bytes per topic and process, so lookups need no communication.
package roster

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"hash/fnv"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"rosette/server/pubsub"
)

const (
	// feedTopic is the topic for all processes' messages.
	feedTopic = "roster"

	usualBeat  = time.Second
	silentFor  = 5 // missing beats after which a process is removed
	flushDelay = 50 * time.Millisecond
	maxReports = 64 << 10 // bytes for reports in a message, unless a single report is larger
	buffer     = 1024
)

// longestDoubt limits how long [Roster.Sure] waits for another process after all have fallen
// silent. After that they are assumed to have ended.
const longestDoubt = 15 * time.Minute

// A Feed carries messages between processes.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// Options configure a roster. Feed is required. Zero values of the others mean their defaults.
type Options struct {
	Feed Feed
	Now  func() time.Time // default time.Now
	Log  *slog.Logger     // default discards
	Beat time.Duration    // interval between heartbeats; default 1 s

	// Connected reports whether the feed currently reaches other processes. While it returns false,
	// no process is removed. The default always returns true.
	Connected func() bool
}

// A Roster contains this process's reports on topics and those from other processes. It is safe for
// concurrent use. Before Run it only contains this process's reports.
type Roster struct {
	Options
	key  string        // this process's name
	here string        // prefix for the topics from [Roster.Here]
	wake chan struct{} // wakes Run to publish changes

	mu        sync.Mutex
	listeners map[string]func(topic string) // by kind of topic
	own       map[string]json.RawMessage    // this process's reports by topic
	changed   map[string]bool               // topics with unpublished changes
	wanted    bool                          // another process has requested all reports
	number    int                           // number of published changes
	peers     map[string]*peer              // the other processes by name
	// doubt is since when all others are silent although at least one has not announced its end.
	// It is zero if there is no doubt.
	doubt  time.Time
	away   bool      // the doubt began because the feed was disconnected
	since  time.Time // end of the last doubt
	looked time.Time // last check for silent processes
}

// A peer is another process.
type peer struct {
	heard   time.Time // last heartbeat
	asked   time.Time // last request for all its reports
	known   bool      // all its reports are known
	number  int       // number of its known changes
	reports map[string]json.RawMessage
	whole   map[string]json.RawMessage // parts of its full reports received so far
	parts   int                        // number of messages in whole so far
}

// New returns a roster. Call Run.
func New(o Options) *Roster {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Connected == nil {
		o.Connected = func() bool { return true }
	}
	if o.Beat == 0 {
		o.Beat = usualBeat
	}
	key := rand.Text()
	return &Roster{
		Options: o, key: key, here: pubsub.LocalPrefix + key + "/", wake: make(chan struct{}, 1),
		listeners: map[string]func(string){}, own: map[string]json.RawMessage{}, changed: map[string]bool{},
		peers: map[string]*peer{},
	}
}

// Listen registers f, which is called with each topic of a kind when another process's report on it
// changes. The kind is the part of the topic before the first slash. f must not block.
func (r *Roster) Listen(kind string, f func(topic string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listeners[kind] = f
}

// Say replaces this process's report on a topic. report is JSON, or nil for no report. The other
// processes receive it soon.
func (r *Roster) Say(topic string, report []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if bytes.Equal(r.own[topic], report) {
		return
	}
	if report == nil {
		delete(r.own, topic)
	} else {
		r.own[topic] = report
	}
	r.changed[topic] = true
	r.hurry()
}

// hurry makes Run publish soon.
func (r *Roster) hurry() {
	select {
	case r.wake <- struct{}{}:
	default: // already requested
	}
}

// Others returns the other processes' reports on a topic. The caller must not change them.
func (r *Roster) Others(topic string) (all [][]byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(r.peers)) {
		if report, ok := r.peers[name].reports[topic]; ok {
			all = append(all, report)
		}
	}
	return all
}

// Sure returns since when this process has known all others. ok is false while the feed is
// disconnected, and while all others are silent without having announced their end: either they
// have ended, or messages are lost and people who seem absent may be present.
func (r *Roster) Sure() (since time.Time, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.doubt.IsZero() {
		return r.since, true
	}
	end := r.doubt.Add(longestDoubt)
	return end, !r.Now().Before(end)
}

// Here returns the feed topic on which this process sends its own subscribers the combined result
// for a topic. The other processes get the same result, perhaps a moment later, and send it to
// theirs.
func (r *Roster) Here(topic string) string { return r.here + topic }

// Person returns a number that represents a person in all processes, so that each person is counted
// once. Two people are very unlikely to have the same number.
func Person(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// tell calls the listeners for topics. The caller must not hold the lock.
func (r *Roster) tell(topics []string) {
	for _, topic := range topics {
		kind, _, _ := strings.Cut(topic, "/")
		r.mu.Lock()
		f := r.listeners[kind]
		r.mu.Unlock()
		if f != nil {
			f(topic)
		}
	}
}
