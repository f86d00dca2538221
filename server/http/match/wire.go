package match

import (
	"encoding/json"
	"maps"
	"slices"

	"rosette/internal/plainjson"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/pubsub"
)

// Messages of the socket at /api/socket are JSON objects as text. A client sends
// join, leave, do, say and probe; the server sends hello first, then joined, frames,
// replies, left, waiting, presence, chat and beats. Times are milliseconds since 1970 by the
// server's clock.

// A Request is a message of a client. Topic is "match/" and the game's id.
type Request struct {
	Kind    string   `json:"kind"` // join, leave, do, say or probe
	Topic   string   `json:"topic,omitempty"`
	ID      string   `json:"id,omitempty"`      // of do and probe: chosen by the client, up to 64 printable ASCII characters; the reply repeats it
	After   int      `json:"after,omitempty"`   // of join and do: the seq of the last event that the client knows; 0 if it knows none
	Command string   `json:"command,omitempty"` // of do
	As      string   `json:"as,omitempty"`      // of do: b or w, for a client that holds both seats; otherwise the player who must act
	Point   string   `json:"point,omitempty"`   // of play, place, confirm, and of pass for a ko: the name of a point
	Points  []string `json:"points,omitempty"`  // of mark: at least one stone of each chain
	Dead    bool     `json:"dead,omitempty"`    // of mark
	Komi    float64  `json:"komi,omitempty"`    // of offer and bid
	Side    string   `json:"side,omitempty"`    // of take: the colour; of choose-mover: the player who is to move; of claim: the sender for a win, empty for a draw; b or w
	Text    string   `json:"text,omitempty"`    // of say: up to 300 characters
}

// Kinds of a Request.
const (
	kindJoin  = "join"
	kindLeave = "leave"
	kindDo    = "do"
	kindProbe = "probe"
	kindSay   = "say"
)

// requestKinds are all kinds, with whether one needs an id.
var requestKinds = map[string]bool{kindJoin: false, kindLeave: false, kindDo: true, kindProbe: true, kindSay: true}

// A Hello is the first message of the server.
type Hello struct {
	Kind string `json:"kind"`
	Now  int64  `json:"now"`
	Beat int64  `json:"beat"` // milliseconds between two beats; a line without any for longer is dead
}

// TopicJoined says that a topic has been joined. A frame follows that leads from the
// client's After to Seq, or holds the whole state.
type TopicJoined struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	Seq   int    `json:"seq"`
	Seat  string `json:"seat"` // the client's seats by the colours of the opening: b, w, bw or empty; state.swapped exchanges them
}

// A Reply says what became of a do or probe.
type Reply struct {
	Kind    string `json:"kind"`
	Topic   string `json:"topic"`
	ID      string `json:"id"`
	Seq     int    `json:"seq"`               // of the last event that the command caused, the same when it is sent again; if it was refused, of the last one of the match
	Refused string `json:"refused,omitempty"` // why, as a key of the catalogue; missing if it was done
}

// TopicLeft says that a topic is not joined, or no longer.
type TopicLeft struct {
	Kind   string `json:"kind"`
	Topic  string `json:"topic"`
	Reason string `json:"reason"` // no-match, unknown-event, damaged, private, not-now or too-many; empty if the client has left
}

// QueuePlace says that the computer is to act and has to wait. It is sent whenever the
// place changes, and to who joins meanwhile; a frame with a later move ends it.
type QueuePlace struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	Place int    `json:"place"` // in the queue: 1 is next; 0: it is thinking
}

// QueueMessage returns what is published while the computer is to act in a match;
// place is its place in the queue, 0 if it is thinking.
func QueueMessage(id string, place int) pubsub.Message {
	data, err := json.Marshal(QueuePlace{"waiting", view.Topic(id), place})
	if err != nil {
		panic(err) // a number and two strings: cannot happen
	}
	return pubsub.Message{Topic: view.Topic(id), Data: data}
}

// A Beat is sent at regular times, so that a client notices a dead line.
type Beat struct {
	Kind string `json:"kind"`
	Now  int64  `json:"now"`
}

// commands are the commands that a client may send. Those of the server, such as
// flag and propose, are not among them.
var commands = map[play.Kind]bool{
	play.Offer: true, play.Take: true, play.Bid: true, play.Yield: true, play.Place: true,
	play.Play: true, play.Pass: true, play.Mark: true, play.Agree: true, play.Dispute: true,
	play.ChooseMover: true, play.Confirm: true, play.Void: true, play.Resign: true,
	play.Undo: true, play.Grant: true, play.Refuse: true, play.Abort: true, play.Pause: true,
	play.Continue: true, play.AddTime: true, play.Claim: true, play.Aid: true,
}

// Commands returns the commands that a client may send, sorted.
func Commands() []string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(commands)) {
		all = append(all, string(kind))
	}
	return all
}

// Most messages of the socket are moves and the replies to them. What follows reads and writes
// those without reflection; package json does the others.

// requestTexts are the fields of a request that are texts.
var requestTexts = map[string]func(r *Request) *string{
	"kind":    func(r *Request) *string { return &r.Kind },
	"topic":   func(r *Request) *string { return &r.Topic },
	"id":      func(r *Request) *string { return &r.ID },
	"command": func(r *Request) *string { return &r.Command },
	"as":      func(r *Request) *string { return &r.As },
	"point":   func(r *Request) *string { return &r.Point },
	"side":    func(r *Request) *string { return &r.Side },
	"text":    func(r *Request) *string { return &r.Text },
}

// plainRequest reads a request. It returns false if the request has anything for package
// json; then what it returns means nothing.
func plainRequest(data []byte) (r Request, ok bool) {
	ok = plainjson.Object(data, func(name []byte, v plainjson.Value) bool {
		if text, known := requestTexts[string(name)]; known {
			*text(&r) = string(v.Text)
			return v.Quoted
		}
		r.After = int(v.Number)
		return string(name) == "after" && !v.Quoted
	})
	return r, ok
}

// encode returns the reply as package json writes it.
func (r *Reply) encode() []byte {
	w := plainjson.Begin(make([]byte, 0, 128))
	w.Text("kind", r.Kind)
	w.Text("topic", r.Topic)
	w.Text("id", r.ID)
	w.Int("seq", int64(r.Seq))
	w.SomeText("refused", r.Refused)
	return w.End()
}
