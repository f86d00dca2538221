package roster

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"rosette/server/pubsub"
)

// A message is what a process publishes. Its name stands in From of the [pubsub.Message].
type message struct {
	Kind    kind                       `json:"kind"`
	Number  int                        `json:"number"`            // of the changes of the process so far
	Of      string                     `json:"of,omitempty"`      // of ask: the process that is asked, "" for all
	Part    int                        `json:"part,omitempty"`    // of whole: the messages before this one
	More    bool                       `json:"more,omitempty"`    // of whole: another one follows
	Reports map[string]json.RawMessage `json:"reports,omitempty"` // by topic; null for nothing
}

// A kind is what a message is for.
type kind string

const (
	kindBeat   kind = "beat"   // a sign of life
	kindChange kind = "change" // what the process says otherwise than before
	kindWhole  kind = "whole"  // all that it says
	kindAsk    kind = "ask"    // asks others for all that they say
	kindLeave  kind = "leave"  // the process ends
)

// Run exchanges with other processes until ctx ends. Then it tells them so.
func (r *Roster) Run(ctx context.Context) error {
	beat, look, flush := time.NewTicker(r.Beat), time.NewTicker(r.Beat/4), time.NewTimer(0)
	defer beat.Stop()
	defer look.Stop()
	defer flush.Stop()
	others := r.subscribe()
	defer func() { others.Close() }()
	for due := true; ; {
		select {
		case <-ctx.Done():
			r.publish(message{Kind: kindLeave})
			return nil
		case <-beat.C:
			r.publish(message{Kind: kindBeat})
		case <-look.C:
			r.look()
		case <-r.wake:
			if !due {
				due = true
				flush.Reset(flushDelay)
			}
		case <-flush.C:
			due = false
			r.flush()
		case m, ok := <-others.Messages():
			if !ok || m.Gap { // too many came at once, or some are lost
				others.Close()
				others = r.subscribe()
			} else if err := r.take(*m); err != nil {
				r.Log.Warn("a message of another process cannot be read", "process", m.From, "err", err)
			}
		}
	}
}

// subscribe returns a new subscription, and asks all others, since it may lack anything that
// was published before.
func (r *Roster) subscribe() pubsub.Subscriber {
	s := r.Feed.Subscribe(buffer)
	s.Add(feedTopic)
	r.askAll()
	return s
}

// askAll asks all others for all that they say.
func (r *Roster) askAll() {
	r.mu.Lock()
	for _, p := range r.peers {
		p.known = false
	}
	r.mu.Unlock()
	r.publish(message{Kind: kindAsk})
}

// publish publishes a message. Only the goroutine of Run does, so that its messages arrive
// in their order.
func (r *Roster) publish(m message) {
	m.Number = r.number
	data, err := json.Marshal(m)
	if err != nil {
		r.Log.Error("what this process says cannot be written", "err", err) // somebody has said what is no JSON
		return
	}
	r.Feed.Publish(pubsub.Message{Topic: feedTopic, From: r.key, Data: data})
}

// flush publishes what has changed, and all that this process says if somebody asks.
func (r *Roster) flush() {
	r.mu.Lock()
	changes, all := map[string]json.RawMessage{}, map[string]json.RawMessage(nil)
	for topic := range r.changed {
		changes[topic] = r.own[topic]
	}
	clear(r.changed)
	if r.wanted {
		r.wanted, all = false, maps.Clone(r.own)
	}
	alone := len(r.peers) == 0
	r.mu.Unlock()
	for _, reports := range inParts(changes) {
		// Who is not known yet and comes to hear this process asks for all.
		if r.number++; !alone {
			r.publish(message{Kind: kindChange, Reports: reports})
		}
	}
	if all == nil {
		return
	}
	parts := append(inParts(all), nil)
	for i, reports := range parts {
		r.publish(message{Kind: kindWhole, Part: i, More: i < len(parts)-1, Reports: reports})
	}
}

// inParts divides reports so that none of the messages becomes too long.
func inParts(reports map[string]json.RawMessage) (parts []map[string]json.RawMessage) {
	size := maxReports
	for topic, report := range reports {
		if size += len(topic) + len(report); size > maxReports {
			parts, size = append(parts, map[string]json.RawMessage{}), len(topic)+len(report)
		}
		parts[len(parts)-1][topic] = report
	}
	return parts
}

// look forgets who has given no sign of life for long.
func (r *Roster) look() {
	r.mu.Lock()
	now, changed := r.Now(), []string(nil)
	// After this process has stood still, signs of life of others may wait to be read.
	deaf := now.Sub(r.looked) > 2*r.Beat || r.isAway(now)
	r.looked = now
	for name, p := range r.peers {
		if deaf {
			p.heard = now
		} else if now.Sub(p.heard) >= silentFor*r.Beat {
			changed = append(changed, r.forget(name)...)
			if len(r.peers) == 0 {
				r.doubt = now
			}
		}
	}
	r.mu.Unlock()
	r.tell(changed)
}

// isAway reports whether the feed reaches nobody, and notes it. The caller holds the lock.
func (r *Roster) isAway(now time.Time) bool {
	away := !r.Connected()
	switch {
	case away && r.doubt.IsZero():
		r.doubt, r.away = now, true
	case !away && r.away && len(r.peers) == 0: // there was nobody
		r.doubt, r.since, r.away = time.Time{}, now, false
	}
	return away
}

// forget forgets a process, and returns the topics of which it said something. The caller
// holds the lock.
func (r *Roster) forget(name string) (topics []string) {
	p := r.peers[name]
	delete(r.peers, name)
	if p == nil {
		return nil
	}
	return slices.Collect(maps.Keys(p.reports))
}

// take reads what another process has published.
func (r *Roster) take(from pubsub.Message) error {
	switch {
	case from.From == r.key:
		return nil
	case from.Gap:
		r.askAll()
		return nil
	}
	var m message
	if err := json.Unmarshal(from.Data, &m); err != nil {
		return err
	}
	r.mu.Lock()
	changed, ask := r.note(from.From, m)
	r.mu.Unlock()
	if ask {
		r.publish(message{Kind: kindAsk, Of: from.From})
	}
	r.tell(changed)
	return nil
}

// note notes a message of another process, and returns the topics of which that says
// something else now, and whether to ask it for all that it says. The caller holds the lock.
func (r *Roster) note(name string, m message) (changed []string, ask bool) {
	now := r.Now()
	if m.Kind == kindLeave {
		return r.forget(name), false
	}
	p := r.peers[name]
	if p == nil {
		p = &peer{reports: map[string]json.RawMessage{}}
		r.peers[name] = p
	}
	p.heard = now
	if !r.doubt.IsZero() {
		r.doubt, r.since, r.away = time.Time{}, now, false
	}
	switch m.Kind {
	case kindAsk:
		if m.Of == "" || m.Of == r.key {
			r.wanted = true
			r.hurry()
		}
	case kindChange:
		changed = p.change(m)
	case kindWhole:
		changed = p.takePart(m)
	}
	if m.Kind != kindWhole {
		p.whole = nil // its parts come one after the other
	}
	if p.known = p.known && m.Number == p.number; p.known || p.whole != nil || now.Sub(p.asked) < r.Beat {
		return changed, false
	}
	p.asked = now
	return changed, true
}

// change notes what a process says otherwise, if it is known what it said before.
func (p *peer) change(m message) (topics []string) {
	if !p.known || m.Number != p.number+1 {
		return nil
	}
	p.number = m.Number
	for topic, report := range m.Reports {
		if string(report) == "null" {
			delete(p.reports, topic)
		} else {
			p.reports[topic] = report
		}
		topics = append(topics, topic)
	}
	return topics
}

// takePart notes a part of all that a process says, if it is not known. It returns the topics
// of which it says something else when the last part has come.
func (p *peer) takePart(m message) (topics []string) {
	switch {
	case p.known && m.Number == p.number:
		return nil
	case m.Part == 0:
		p.whole, p.parts = map[string]json.RawMessage{}, 0
	case m.Part != p.parts || p.whole == nil: // a part before it was lost
		p.whole = nil
		return nil
	}
	p.parts++
	maps.Copy(p.whole, m.Reports)
	if m.More {
		return nil
	}
	for topic, report := range p.whole {
		if !bytes.Equal(report, p.reports[topic]) {
			topics = append(topics, topic)
		}
	}
	for topic := range p.reports {
		if _, still := p.whole[topic]; !still {
			topics = append(topics, topic)
		}
	}
	p.reports, p.whole, p.known, p.number = p.whole, nil, true, m.Number
	return topics
}
