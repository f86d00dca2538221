package api

import "rosette/plainjson"

// Most messages of the socket are moves and the replies to them. This file reads and writes
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
