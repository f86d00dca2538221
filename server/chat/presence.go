package chat

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"rosette/server/pubsub/roster"
)

// A Presence lists the people who follow a room.
type Presence struct {
	Topic  string
	Names  []string // users' names, sorted
	Guests int      // number of people without an account
}

// presenceDelay is the time for which changes are collected before they are published.
const presenceDelay = 250 * time.Millisecond

// followers holds the followers of rooms in this process, and gets those in other
// processes from its roster. It is safe for concurrent use. A nil *followers has no followers.
type followers struct {
	publisher Publisher
	roster    *roster.Roster

	mu      sync.Mutex
	local   map[string]map[any]Follower // by topic and connection
	pending map[string]bool             // topics to be published soon
}

// A Follower is a person who follows rooms.
type Follower struct {
	Name string // the user's name; "" for a guest
	Key  string // the same for all connections of one person
}

// A processReport lists a topic's followers in one process.
type processReport struct {
	Names  []string `json:"names,omitempty"`
	Guests []uint64 `json:"guests,omitempty"` // see [roster.Person]
}

func newFollowers(p Publisher, r *roster.Roster) *followers {
	a := &followers{publisher: p, roster: r, local: map[string]map[any]Follower{}, pending: map[string]bool{}}
	r.Listen(strings.TrimSuffix(roomPrefix, "/"), a.remoteChange)
	return a
}

// enter adds a follower's connection to a topic.
func (a *followers) enter(topic string, conn any, f Follower) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.local[topic] == nil {
		a.local[topic] = map[any]Follower{}
	}
	a.local[topic][conn] = f
	a.changed(topic)
}

// leave removes a connection from a topic.
func (a *followers) leave(topic string, conn any) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, joined := a.local[topic][conn]; !joined {
		return
	}
	if delete(a.local[topic], conn); len(a.local[topic]) == 0 {
		delete(a.local, topic)
	}
	a.changed(topic)
}

// remoteChange publishes a topic whose followers have changed in another process.
func (a *followers) remoteChange(topic string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.local[topic]) > 0 {
		a.changed(topic)
	}
}

// changed publishes a topic's followers to this process and others after presenceDelay. The caller
// holds the lock.
func (a *followers) changed(topic string) {
	if a.pending[topic] {
		return
	}
	a.pending[topic] = true
	time.AfterFunc(presenceDelay, func() {
		a.mu.Lock()
		delete(a.pending, topic)
		own, all := a.report(topic), a.all(topic)
		if len(own.Names)+len(own.Guests) == 0 {
			a.roster.Say(topic, nil)
		} else {
			a.roster.Say(topic, own.encode())
		}
		a.mu.Unlock()
		a.publisher.Presence(a.roster.Here(topic), all)
	})
}

// encode returns the report as JSON.
func (r processReport) encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings and numbers: cannot happen
	}
	return data
}

// report returns a topic's followers in this process. The caller holds the lock.
func (a *followers) report(topic string) (r processReport) {
	seen := map[string]bool{}
	for _, f := range a.local[topic] {
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

// all returns a topic's followers in all processes. The caller holds the lock.
func (a *followers) all(topic string) Presence {
	all := a.report(topic)
	for _, data := range a.roster.Others(topic) {
		var r processReport
		if json.Unmarshal(data, &r) == nil { // otherwise sent by another version
			all.Names, all.Guests = append(all.Names, r.Names...), append(all.Guests, r.Guests...)
		}
	}
	slices.Sort(all.Names)
	slices.Sort(all.Guests)
	return Presence{
		Topic: topic, Names: append([]string{}, slices.Compact(all.Names)...), Guests: len(slices.Compact(all.Guests)),
	}
}

// presence returns a topic's followers.
func (a *followers) presence(topic string) Presence {
	if a == nil {
		return Presence{Topic: topic, Names: []string{}}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all(topic)
}
