package view

import (
	"slices"
	"time"

	"rosette/play"
)

// maxRecent is the number of events that a Projection keeps. A client that has missed
// more gets a snapshot, so that no frame grows with what was played and taken back.
const maxRecent = 64

// A Projection makes the frames of one match. It keeps the last events for clients
// that come back, and encodes each frame once. It is not safe for concurrent use.
type Projection struct {
	id     string
	match  *play.Match
	at     time.Time // of the last event
	recent []Event
	frames map[int][]byte // by Frame.After, of the present Seq
}

// NewProjection returns the projection of a match without events so far.
func NewProjection(id string, m *play.Match) *Projection {
	return &Projection{id: id, match: m, frames: map[int][]byte{}}
}

// Add takes events that have been applied to the match since the last call.
func (p *Projection) Add(events []play.Event) {
	secret := p.match.Settings().KomiBy == play.KomiSecret
	for _, e := range events {
		p.at = e.At
		p.recent = append(p.recent, eventOf(e, secret))
	}
	if extra := len(p.recent) - maxRecent; extra > 0 {
		p.recent = slices.Delete(p.recent, 0, extra)
	}
	clear(p.frames)
}

// At returns the time of the last event.
func (p *Projection) At() time.Time { return p.at }

// Frame returns what a client needs that has all events up to a number: the events
// after it, or a snapshot if there are too many or the match has no such event.
func (p *Projection) Frame(after int) Frame {
	f := SnapshotOf(p.id, p.match, p.at)
	missed := f.Seq - after
	if after <= 0 || missed < 0 || missed > len(p.recent) {
		return f
	}
	f.After = after
	f.Events = slices.Clone(p.recent[len(p.recent)-missed:])
	if !slices.ContainsFunc(f.Events, func(e Event) bool { return revisesMoves[e.Kind] }) {
		f.Moves = nil
	}
	return f
}

// Encoded returns Frame(after) as JSON. Nobody may change the bytes.
func (p *Projection) Encoded(after int) []byte {
	if after <= 0 || after > p.match.Seq() || p.match.Seq()-after > len(p.recent) {
		after = 0
	}
	data, ok := p.frames[after]
	if !ok {
		data = p.Frame(after).AppendJSON(nil)
		p.frames[after] = data
	}
	return data
}
