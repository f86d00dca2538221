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

// A message is published by a process. From in the [pubsub.Message] is the process's name.
type message struct {
	Kind    kind                       `json:"kind"`
	Number  int                        `json:"number"`            // the process's number of changes so far
	Of      string                     `json:"of,omitempty"`      // for ask: the process to answer, or "" for all
	Part    int                        `json:"part,omitempty"`    // for whole: number of messages before this one
	More    bool                       `json:"more,omitempty"`    // for whole: another message follows
	Reports map[string]json.RawMessage `json:"reports,omitempty"` // by topic; null for no report
}

// A kind is a kind of message.
type kind string

const (
	kindBeat   kind = "beat"   // a heartbeat
	kindChange kind = "change" // the process's changed reports
	kindWhole  kind = "whole"  // all the process's reports
	kindAsk    kind = "ask"    // requests all reports from others
	kindLeave  kind = "leave"  // the process ends
)

// Run exchanges messages with other processes until ctx ends. Then it publishes the end of this
// process.
func (r *Roster) Run(ctx context.Context) error {
	beat := time.NewTicker(r.Beat)
	look := time.NewTicker(r.Beat / 4)
	flush := time.NewTimer(0)
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
			if !ok || m.Gap { // the buffer was full, or messages were lost
				others.Close()
				others = r.subscribe()
			} else if err := r.take(*m); err != nil {
				r.Log.Warn("cannot decode a message from another process", "process", m.From, "err", err)
			}
		}
	}
}

// subscribe returns a new subscription. It requests all reports because earlier messages may be
// missing.
func (r *Roster) subscribe() pubsub.Subscriber {
	s := r.Feed.Subscribe(buffer)
	s.Add(feedTopic)
	r.askAll()
	return s
}

// askAll requests all reports from all others.
func (r *Roster) askAll() {
	r.mu.Lock()
	for _, p := range r.peers {
		p.known = false
	}
	r.mu.Unlock()
	r.publish(message{Kind: kindAsk})
}

// publish publishes a message. Only Run's goroutine calls it, so that messages arrive in order.
func (r *Roster) publish(m message) {
	m.Number = r.number
	data, err := json.Marshal(m)
	if err != nil {
		r.Log.Error("cannot encode the reports of this process", "err", err) // a report is not valid JSON
		return
	}
	r.Feed.Publish(pubsub.Message{Topic: feedTopic, From: r.key, Data: data})
}

// flush publishes the changed reports, and all reports if another process has requested them.
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
		// A process that joins later will request everything.
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

// inParts divides reports so that each message stays within the limit.
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

// look removes processes without recent heartbeats.
func (r *Roster) look() {
	r.mu.Lock()
	now, changed := r.Now(), []string(nil)
	// After a pause in this process, heartbeats may still be waiting in the buffer.
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

// isAway reports whether the feed is disconnected. It also records in doubt and away since when
// other processes may have been missed. The caller holds the lock.
func (r *Roster) isAway(now time.Time) bool {
	away := !r.Connected()
	switch {
	case away && r.doubt.IsZero():
		r.doubt, r.away = now, true
	case !away && r.away && len(r.peers) == 0: // there were no others before
		r.doubt = time.Time{}
		r.since = now
		r.away = false
	}
	return away
}

// forget removes a process and returns the topics it reported on. The caller holds the lock.
func (r *Roster) forget(name string) (topics []string) {
	p := r.peers[name]
	delete(r.peers, name)
	if p == nil {
		return nil
	}
	return slices.Collect(maps.Keys(p.reports))
}

// take processes a message from another process.
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

// note records a message from another process. It returns the topics whose reports changed, and
// whether to request all reports from that process. The caller holds the lock.
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
		r.doubt = time.Time{}
		r.since = now
		r.away = false
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
		p.whole = nil // its parts are consecutive
	}
	if p.known = p.known && m.Number == p.number; p.known || p.whole != nil || now.Sub(p.asked) < r.Beat {
		return changed, false
	}
	p.asked = now
	return changed, true
}

// change records a process's changes if its earlier reports are known.
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

// takePart records one part of a process's full reports if they are not already known. After the
// last part it returns the topics whose reports changed.
func (p *peer) takePart(m message) (topics []string) {
	switch {
	case p.known && m.Number == p.number:
		return nil
	case m.Part == 0:
		p.whole, p.parts = map[string]json.RawMessage{}, 0
	case m.Part != p.parts || p.whole == nil: // an earlier part was lost
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
	p.reports = p.whole
	p.whole = nil
	p.known = true
	p.number = m.Number
	return topics
}
