package talk

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"rosette/account"
	"rosette/pubsub"
)

// There says who follows a room. It is sent to who joins and when it changes.
type There struct {
	Kind   string   `json:"kind"`
	Topic  string   `json:"topic"`
	Names  []string `json:"names"`            // of users, sorted
	Guests int      `json:"guests,omitempty"` // persons without an account
}

// ThereKind is the kind of [There].
const ThereKind = "there"

const (
	// attendanceTopic is the topic on which processes tell each other who is there.
	attendanceTopic = "attendance"
	thereDelay      = 250 * time.Millisecond // how long changes are collected
	thereEvery      = 20 * time.Second       // between two reports of a process
	thereLife       = 3 * thereEvery         // how long a report counts
)

// An attendance knows who follows which rooms, in this process and in others, which report
// theirs. It is safe for concurrent use.
type attendance struct {
	process string // names this one
	feed    Feed
	now     func() time.Time
	log     *slog.Logger

	mu        sync.Mutex
	here      map[string]map[*Follower]bool // by topic
	elsewhere map[string]map[string]report  // by topic and process
	due       map[string]bool               // topics that are about to be published
}

// A Follower is a socket that follows rooms.
type Follower struct {
	Name string // of the user, "" for a guest
	Key  string // the same for all sockets of a person
}

// A report is who follows a topic in a process.
type report struct {
	Process string
	Topic   string
	Names   []string
	Guests  int
	at      time.Time
}

func newAttendance(feed Feed, now func() time.Time, log *slog.Logger) *attendance {
	return &attendance{
		process: account.NewKey(), feed: feed, now: now, log: log,
		here: map[string]map[*Follower]bool{}, elsewhere: map[string]map[string]report{}, due: map[string]bool{},
	}
}

// enter notes that a socket follows a topic, leave that it does no longer.
func (a *attendance) enter(topic string, f *Follower) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.here[topic] == nil {
		a.here[topic] = map[*Follower]bool{}
	}
	a.here[topic][f] = true
	a.changed(topic)
}

func (a *attendance) leave(topic string, f *Follower) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.here[topic][f] {
		return
	}
	if delete(a.here[topic], f); len(a.here[topic]) == 0 {
		delete(a.here, topic)
	}
	a.changed(topic)
}

// changed publishes who follows a topic, soon, to its followers and to other processes. The
// caller holds the lock.
func (a *attendance) changed(topic string) {
	if a.due[topic] {
		return
	}
	a.due[topic] = true
	time.AfterFunc(thereDelay, func() {
		a.mu.Lock()
		delete(a.due, topic)
		own, all := a.report(topic), a.all(topic)
		a.mu.Unlock()
		a.send(attendanceTopic, own)
		a.send(topic, all)
	})
}

// send publishes a message.
func (a *attendance) send(topic string, message any) {
	data, err := json.Marshal(message)
	if err != nil {
		a.log.Error("api: attendance", "err", err) // only words and numbers: cannot happen
		return
	}
	a.feed.Publish(pubsub.Message{Topic: topic, Data: data})
}

// report returns who follows a topic in this process. The caller holds the lock.
func (a *attendance) report(topic string) report {
	r, seen := report{Process: a.process, Topic: topic, Names: []string{}}, map[string]bool{}
	for f := range a.here[topic] {
		switch {
		case seen[f.Key]:
		case f.Name == "":
			r.Guests++
		default:
			r.Names = append(r.Names, f.Name)
		}
		seen[f.Key] = true
	}
	slices.Sort(r.Names)
	return r
}

// all returns who follows a topic. The caller holds the lock.
func (a *attendance) all(topic string) There {
	own := a.report(topic)
	m := There{Kind: ThereKind, Topic: topic, Names: own.Names, Guests: own.Guests}
	for _, r := range a.elsewhere[topic] {
		if a.now().Sub(r.at) < thereLife {
			m.Names, m.Guests = append(m.Names, r.Names...), m.Guests+r.Guests
		}
	}
	slices.Sort(m.Names)
	m.Names = slices.Compact(m.Names)
	return m
}

// of returns who follows a topic.
func (a *attendance) of(topic string) There {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all(topic)
}

// note keeps the report of another process.
func (a *attendance) note(data []byte) error {
	var r report
	if err := json.Unmarshal(data, &r); err != nil || r.Process == a.process {
		return err
	}
	a.mu.Lock()
	r.at = a.now()
	if a.elsewhere[r.Topic] == nil {
		a.elsewhere[r.Topic] = map[string]report{}
	}
	before := a.elsewhere[r.Topic][r.Process]
	a.elsewhere[r.Topic][r.Process] = r
	all := a.all(r.Topic)
	a.mu.Unlock()
	if len(all.Names)+all.Guests > 0 && (before.Guests != r.Guests || !slices.Equal(before.Names, r.Names)) {
		a.send(r.Topic, all) // the other process may not have known who is here
	}
	return nil
}

// repeat reports all topics of this process once more, and forgets old reports of others.
func (a *attendance) repeat() {
	a.mu.Lock()
	var own []report
	for topic := range a.here {
		own = append(own, a.report(topic))
	}
	for topic, reports := range a.elsewhere {
		maps.DeleteFunc(reports, func(_ string, r report) bool { return a.now().Sub(r.at) >= thereLife })
		if len(reports) == 0 {
			delete(a.elsewhere, topic)
		}
	}
	a.mu.Unlock()
	slices.SortFunc(own, func(a, b report) int { return cmp.Compare(a.Topic, b.Topic) })
	for _, r := range own {
		a.send(attendanceTopic, r)
	}
}

// Run exchanges with other processes who is there, until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	every := time.NewTicker(thereEvery)
	defer every.Stop()
	others := s.Feed.Subscribe(64)
	defer func() { others.Close() }()
	others.Add(attendanceTopic)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
			s.there.repeat()
		case m, ok := <-others.Messages():
			if !ok { // too many came at once: they are all repeated soon
				others = s.Feed.Subscribe(64)
				others.Add(attendanceTopic)
			} else if err := s.there.note(m.Data); err != nil {
				s.Log.Error("api: attendance", "err", err)
			}
		}
	}
}
