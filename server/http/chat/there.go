package chat

import (
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"rosette/server/chat"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
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

// thereDelay is how long changes are collected.
const thereDelay = 250 * time.Millisecond

// An attendance knows who follows which rooms in this process, and from its roster who does
// in others. It is safe for concurrent use.
type attendance struct {
	feed   Feed
	roster *roster.Roster
	log    *slog.Logger

	mu   sync.Mutex
	here map[string]map[*Follower]bool // by topic
	due  map[string]bool               // topics that are about to be published
}

// A Follower is a socket that follows rooms.
type Follower struct {
	Name string // of the user, "" for a guest
	Key  string // the same for all sockets of a person
}

// A report is who follows a topic in a process.
type report struct {
	Names  []string `json:"names,omitempty"`
	Guests []uint64 `json:"guests,omitempty"` // as [roster.Person] has them
}

func newAttendance(feed Feed, others *roster.Roster, log *slog.Logger) *attendance {
	a := &attendance{feed: feed, roster: others, log: log, here: map[string]map[*Follower]bool{}, due: map[string]bool{}}
	others.Listen(strings.TrimSuffix(chat.Room{}.Topic(), "/"), a.heard)
	return a
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

// heard notes that others follow a topic in another process than before.
func (a *attendance) heard(topic string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.here[topic]) > 0 {
		a.changed(topic)
	}
}

// changed tells the followers of a topic in this process, and other processes, who follows
// it, soon. The caller holds the lock.
func (a *attendance) changed(topic string) {
	if a.due[topic] {
		return
	}
	a.due[topic] = true
	time.AfterFunc(thereDelay, func() {
		a.mu.Lock()
		delete(a.due, topic)
		own, all := a.report(topic), a.all(topic)
		if len(own.Names)+len(own.Guests) == 0 {
			a.roster.Say(topic, nil)
		} else {
			a.roster.Say(topic, a.encoded(own))
		}
		a.mu.Unlock()
		a.feed.Publish(pubsub.Message{Topic: a.roster.Here(topic), Data: a.encoded(all)})
	})
}

// encoded returns a message as JSON.
func (a *attendance) encoded(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		a.log.Error("api: attendance", "err", err) // only words and numbers: cannot happen
	}
	return data
}

// report returns who follows a topic in this process. The caller holds the lock.
func (a *attendance) report(topic string) (r report) {
	seen := map[string]bool{}
	for f := range a.here[topic] {
		switch {
		case seen[f.Key]:
		case f.Name == "":
			r.Guests = append(r.Guests, roster.Person(f.Key))
		default:
			r.Names = append(r.Names, f.Name)
		}
		seen[f.Key] = true
	}
	slices.Sort(r.Names)
	slices.Sort(r.Guests)
	return r
}

// all returns who follows a topic. The caller holds the lock.
func (a *attendance) all(topic string) There {
	all := a.report(topic)
	for _, data := range a.roster.Others(topic) {
		var r report
		if json.Unmarshal(data, &r) == nil { // else it is of a version that says it otherwise
			all.Names, all.Guests = append(all.Names, r.Names...), append(all.Guests, r.Guests...)
		}
	}
	slices.Sort(all.Names)
	slices.Sort(all.Guests)
	return There{Kind: ThereKind, Topic: topic, Names: append([]string{}, slices.Compact(all.Names)...), Guests: len(slices.Compact(all.Guests))}
}

// of returns who follows a topic.
func (a *attendance) of(topic string) There {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all(topic)
}
