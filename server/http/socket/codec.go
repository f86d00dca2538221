package socket

import (
	"rosette/internal/plainjson"
	"rosette/server/http/wire"
)

// Most socket messages are moves and their replies. The functions below read and write these
// without reflection; package json handles the others.

// requestTexts lists the string fields of a request, by name.
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

// plainRequest decodes a request. It returns false if the request needs package json; r is then
// meaningless.
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

// encodeReply encodes the reply like package json.
func encodeReply(r *wire.Reply) []byte {
	w := plainjson.Begin(make([]byte, 0, 128))
	w.Text("kind", r.Kind)
	w.Text("topic", r.Topic)
	w.Text("id", r.ID)
	w.Int("seq", int64(r.Seq))
	w.SomeText("refused", r.Refused)
	return w.End()
}
