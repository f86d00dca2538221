package view

import (
	"slices"
	"time"

	"rosette/narrate"
	"rosette/play"
)

// maxRecent is the number of events that a Projection keeps. A client that has missed more gets a
// snapshot, so that undone moves cannot make a frame grow.
const maxRecent = 64

// A Projection is a match with its frames for clients. It keeps the last events for clients that
// reconnect, and encodes each frame once. It is not safe for concurrent use.
type Projection struct {
	topic  string
	match  *play.Match
	at     time.Time // of the last event
	recent []recentEvent
	frames map[int][]byte // by Frame.After, for the current Seq
}

type recentEvent struct {
	Event
	say []narrate.Message
}

// NewProjection returns a match without events.
func NewProjection(id string) *Projection {
	return &Projection{topic: Topic(id), match: play.NewMatch(), frames: map[int][]byte{}}
}

// Match returns the match. Only Load and Apply may apply events to it.
func (p *Projection) Match() *play.Match { return p.match }

// Load applies events from a log, like [play.Match.Load]. After an error the projection must not be
// used.
func (p *Projection) Load(events []play.Event) error {
	old := max(0, len(events)-maxRecent)
	if err := p.match.Load(events[:old]); err != nil {
		return err
	}
	for i := range events[old:] {
		if err := p.take(events[old+i], func(e play.Event) error { return p.match.Load([]play.Event{e}) }); err != nil {
			return err
		}
	}
	return nil
}

// Apply applies events decided by the match.
func (p *Projection) Apply(events []play.Event) {
	for _, e := range events {
		_ = p.take(e, func(e play.Event) error { p.match.Apply(e); return nil }) // Apply does not fail
	}
}

// take applies an event and stores its view.
func (p *Projection) take(e play.Event, apply func(play.Event) error) error {
	var before narrate.Before
	if p.match.Seq() > 0 {
		before = narrate.StateOf(p.match)
	}
	if err := apply(e); err != nil {
		return err
	}
	p.at = e.At
	if len(p.recent) == 2*maxRecent { // rarely, so that an event does not copy the whole list
		p.recent = slices.Clone(p.recent[maxRecent:])
	}
	p.recent = append(p.recent, recentEvent{
		eventOf(e, p.match.OriginalSettings().KomiBy == play.KomiSecret),
		narrate.Events(before, p.match, []play.Event{e}),
	})
	clear(p.frames)
	return nil
}

// At returns the time of the last event.
func (p *Projection) At() time.Time { return p.at }

// Memory of a match in bytes, measured on boards with 54 to 361 points: 28 KB when opened, 100 KB
// after 50 plies and 410 KB after 300, without its frames.
const (
	bytesOfMatch = 32 << 10
	bytesOfEvent = 300
	bytesOfPly   = 1200
)

// Cost returns an estimate of the match's and its encoded frames' memory in bytes. It is cheap.
func (p *Projection) Cost() int {
	cost := bytesOfMatch + bytesOfEvent*p.match.Seq()
	if g := p.match.Game(); g != nil {
		cost += bytesOfPly * g.Ply()
	}
	for _, data := range p.frames {
		cost += cap(data)
	}
	return cost
}

// since returns the events after a number. Ok is false if the match has no such event or more than
// maxRecent have followed.
func (p *Projection) since(after int) (events []recentEvent, ok bool) {
	missed := p.match.Seq() - after
	if after <= 0 || missed < 0 || missed > min(len(p.recent), maxRecent) {
		return nil, false
	}
	return p.recent[len(p.recent)-missed:], true
}

// Frame returns an update for a client that has all events up to after: later events, or a snapshot
// if there are too many or the match has no such event.
func (p *Projection) Frame(after int) Frame {
	f := Frame{
		Kind: FrameKind, Topic: p.topic, Seq: p.match.Seq(),
		Events: []Event{}, Say: []narrate.Message{}, State: StateOf(p.match, p.at),
	}
	events, ok := p.since(after)
	revised := !ok
	if ok {
		f.After = after
	}
	for _, e := range events {
		f.Events, f.Say = append(f.Events, e.Event), append(f.Say, e.say...)
		revised = revised || revisesMoves[e.Kind]
	}
	if revised {
		f.Moves = moves(p.match.Game())
	}
	return f
}

// Encoded returns Frame(after) as JSON. The bytes must not be changed.
func (p *Projection) Encoded(after int) []byte {
	if _, ok := p.since(after); !ok {
		after = 0
	}
	data, ok := p.frames[after]
	if !ok {
		f := p.Frame(after)
		data = f.encode()
		p.frames[after] = data
	}
	return data
}
