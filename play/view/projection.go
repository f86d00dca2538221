package view

import (
	"slices"
	"time"

	"rosette/narrate"
	"rosette/play"
)

// maxRecent is the number of events that a Projection keeps. A client that has missed
// more gets a snapshot, so that no frame grows with what was played and taken back.
const maxRecent = 64

// A Projection is a match with the frames that clients get of it. It keeps the last
// events for clients that come back, and encodes each frame once. It is not safe for
// concurrent use.
type Projection struct {
	topic  string
	match  *play.Match
	at     time.Time // of the last event
	recent []recentEvent
	frames map[int][]byte // by Frame.After, of the present Seq
}

type recentEvent struct {
	Event
	say []narrate.Message
}

// NewProjection returns a match without events.
func NewProjection(id string) *Projection {
	return &Projection{topic: Topic(id), match: play.NewMatch(), frames: map[int][]byte{}}
}

// Match returns the match. Events are applied by Load and Apply only.
func (p *Projection) Match() *play.Match { return p.match }

// Load applies events of a log, as [play.Match.Load] does. After an error the
// projection is of no use.
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

// Apply applies events that the match has decided.
func (p *Projection) Apply(events []play.Event) {
	for _, e := range events {
		_ = p.take(e, func(e play.Event) error { p.match.Apply(e); return nil }) // Apply does not fail
	}
}

// take applies an event and keeps what clients see of it.
func (p *Projection) take(e play.Event, apply func(play.Event) error) error {
	var before narrate.Before
	if p.match.Seq() > 0 {
		before = narrate.StateOf(p.match)
	}
	if err := apply(e); err != nil {
		return err
	}
	p.at = e.At
	if len(p.recent) == 2*maxRecent { // seldom, so that an event costs no copy of all
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

// Bytes of memory that a match takes, as measured on boards of 54 to 361 points: 28 KB
// when it is opened, 100 KB after 50 plies and 410 KB after 300, besides its frames.
const (
	bytesOfMatch = 32 << 10
	bytesOfEvent = 300
	bytesOfPly   = 1200
)

// Cost returns an estimate of the bytes of memory that the match and its encoded
// frames take. It costs next to nothing.
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

// since returns the events after a number; ok is false if the match has no such event
// or too many have followed it.
func (p *Projection) since(after int) (events []recentEvent, ok bool) {
	missed := p.match.Seq() - after
	if after <= 0 || missed < 0 || missed > min(len(p.recent), maxRecent) {
		return nil, false
	}
	return p.recent[len(p.recent)-missed:], true
}

// Frame returns what a client needs that has all events up to a number: the events
// after it, or a snapshot if there are too many or the match has no such event.
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

// Encoded returns Frame(after) as JSON. Nobody may change the bytes.
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
