package play

import (
	"time"

	"rosette/game/board"
	"rosette/internal/plainjson"
)

// Most events are moves, and a long match loads faster if their bodies avoid reflection. This file
// decodes bodies with plain values; package json decodes the others.

// plainFields set an event's fields. They return false if the field does not accept the value.
var plainFields = map[string]func(e *Event, v plainjson.Value) bool{
	"point":  func(e *Event, v plainjson.Value) bool { e.Point = string(v.Text); return v.Quoted },
	"id":     func(e *Event, v plainjson.Value) bool { e.ID = string(v.Text); return v.Quoted },
	"color":  func(e *Event, v plainjson.Value) bool { return plainColor(v, &e.Color) },
	"side":   func(e *Event, v plainjson.Value) bool { return plainColor(v, &e.Side) },
	"left":   func(e *Event, v plainjson.Value) bool { e.Left = int(v.Number); return !v.Quoted },
	"ply":    func(e *Event, v plainjson.Value) bool { e.Ply = int(v.Number); return !v.Quoted },
	"credit": func(e *Event, v plainjson.Value) bool { e.Credit = time.Duration(v.Number); return !v.Quoted },
	"waited": func(e *Event, v plainjson.Value) bool { e.Waited = time.Duration(v.Number); return !v.Quoted },
}

func plainColor(v plainjson.Value, c *board.Color) bool {
	*c = board.Color(v.Number)
	return !v.Quoted && v.Number >= 0 && v.Number <= 255
}

// decodePlainBody decodes a body since version 2. If the body needs package json, it returns false
// and a meaningless event.
func decodePlainBody(body []byte) (e Event, ok bool) {
	ok = plainjson.Object(body, func(name []byte, v plainjson.Value) bool {
		set, known := plainFields[string(name)]
		return known && set(&e, v)
	})
	return e, ok
}
