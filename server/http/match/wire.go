package match

import (
	"encoding/json"

	"rosette/internal/plainjson"
	"rosette/play/view"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

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

// QueueMessage returns what is published while the computer is to act in a match;
// place is its place in the queue, 0 if it is thinking.
func QueueMessage(id string, place int) pubsub.Message {
	data, err := json.Marshal(wire.QueuePlace{Kind: "waiting", Topic: view.Topic(id), Place: place})
	if err != nil {
		panic(err) // a number and two strings: cannot happen
	}
	return pubsub.Message{Topic: view.Topic(id), Data: data}
}

// Most messages of the socket are moves and the replies to them. What follows reads and writes
// those without reflection; package json does the others.

// requestTexts are the fields of a request that are texts.
var requestTexts = map[string]func(r *wire.Request) *string{
	"kind":    func(r *wire.Request) *string { return &r.Kind },
	"topic":   func(r *wire.Request) *string { return &r.Topic },
	"id":      func(r *wire.Request) *string { return &r.ID },
	"command": func(r *wire.Request) *string { return &r.Command },
	"as":      func(r *wire.Request) *string { return &r.As },
	"point":   func(r *wire.Request) *string { return &r.Point },
	"side":    func(r *wire.Request) *string { return &r.Side },
	"text":    func(r *wire.Request) *string { return &r.Text },
}

// plainRequest reads a request. It returns false if the request has anything for package
// json; then what it returns means nothing.
func plainRequest(data []byte) (r wire.Request, ok bool) {
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

// encodeReply returns the reply as package json writes it.
func encodeReply(r *wire.Reply) []byte {
	w := plainjson.Begin(make([]byte, 0, 128))
	w.Text("kind", r.Kind)
	w.Text("topic", r.Topic)
	w.Text("id", r.ID)
	w.Int("seq", int64(r.Seq))
	w.SomeText("refused", r.Refused)
	return w.End()
}
