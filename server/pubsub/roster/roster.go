// Package roster implements what processes tell each other of topics, such as who follows a
// match: each process says something of a topic, and knows what the others say. A process
// that ends, or falls silent, is forgotten with all it said.
//
// All processes publish to one topic. Each sends a sign of life every second, and what it
// says only when that changes; its changes are numbered, and the sign of life has the last
// number, so that the others notice what was lost and ask for all of it again. Everybody
// keeps what everybody says, about 200 bytes a topic and process, so that no question waits
// for an answer.
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
	// feedTopic is the topic of the messages of all processes.
	feedTopic = "roster"

	usualBeat  = time.Second
	silentFor  = 5 // beats after which a process is forgotten
	flushDelay = 50 * time.Millisecond
	maxReports = 64 << 10 // bytes of reports in a message, but for one that is larger alone
	buffer     = 1024
)

// longestDoubt is how long [Roster.Sure] waits for a sign of any other process after all of
// them have fallen silent. After that they are believed to have ended.
const longestDoubt = 15 * time.Minute

// A Feed carries the messages between processes.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// Options are what a roster needs. Feed must be set; of the others the zero value means the
// default.
type Options struct {
	Feed Feed
	Now  func() time.Time // time.Now
	Log  *slog.Logger     // discards
	Beat time.Duration    // between two signs of life; 1 s

	// Connected reports whether the feed reaches other processes at the moment; it does
	// without it. While it does not, nobody is forgotten.
	Connected func() bool
}

// A Roster is what this process and others say of topics. It is safe for concurrent use.
// Before Run it knows of this process alone.
type Roster struct {
	Options
	key  string        // names this process
	here string        // begins the topics of [Roster.Here]
	wake chan struct{} // something is to be published soon

	mu        sync.Mutex
	listeners map[string]func(topic string) // by the kind of topic
	own       map[string]json.RawMessage    // what this process says, by topic
	changed   map[string]bool               // topics whose change is not published yet
	wanted    bool                          // somebody asks for all that this process says
	number    int                           // of changes that were published
	peers     map[string]*peer              // the other processes, by their names
	doubt     time.Time                     // since when no other process is heard though none has said that it ends; zero if one is heard
	away      bool                          // the doubt began because the feed reaches nobody
	since     time.Time                     // when the last doubt ended
	looked    time.Time                     // when the silent were last looked for
}

// A peer is another process.
type peer struct {
	heard   time.Time // when it last gave a sign of life
	asked   time.Time // when it was last asked for all that it says
	known   bool      // all that it says is known
	number  int       // of its changes that are known
	reports map[string]json.RawMessage
	whole   map[string]json.RawMessage // what it says, as far as it has been told after a question
	parts   int                        // messages that whole consists of so far
}

// New returns a roster. Run it.
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
		listeners: map[string]func(string){}, own: map[string]json.RawMessage{}, changed: map[string]bool{}, peers: map[string]*peer{},
	}
}

// Listen has f called with each topic of a kind of which another process says something
// else than before. The kind is what stands before the first slash of the topic. f must not
// wait.
func (r *Roster) Listen(kind string, f func(topic string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listeners[kind] = f
}

// Say tells the other processes something of a topic, as JSON. It stands for what this
// process has said of the topic before; nil is nothing. Soon the others know it.
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

// hurry has Run publish soon what is to be published.
func (r *Roster) hurry() {
	select {
	case r.wake <- struct{}{}:
	default: // it will
	}
}

// Others returns what each of the other processes says of a topic, which nobody may change.
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

// Sure returns since when this process has known of all others. ok is false while the feed
// reaches nobody, and after others have fallen silent while no other is heard: either they
// have ended without a word, or messages do not come through, and somebody who seems to be
// nowhere may be there.
func (r *Roster) Sure() (since time.Time, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.doubt.IsZero() {
		return r.since, true
	}
	end := r.doubt.Add(longestDoubt)
	return end, !r.Now().Before(end)
}

// Here returns the topic of the feed on which this process tells its own subscribers what it
// concludes of a topic. Another process concludes the same, perhaps a moment later, and tells
// its own.
func (r *Roster) Here(topic string) string { return r.here + topic }

// Person returns a number that stands for a person in all processes, by which they count
// whom they all know once. Two persons hardly ever have the same.
func Person(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// tell calls the listeners of topics. The caller does not hold the lock.
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
