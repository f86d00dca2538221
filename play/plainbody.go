package play

import (
	"strconv"
	"time"

	"rosette/game/board"
)

// Most events are moves, and a long match is read faster if their bodies do not go
// through reflection. This file decodes the bodies whose values are short numbers,
// truth values and plain text; package json decodes the others.

// A plainValue is the value of a field: text in plain ASCII, or a whole number.
type plainValue struct {
	text   []byte
	number int64
	quoted bool
}

// plainFields set the fields of an event. They return false for a value that the
// field does not take as it is.
var plainFields = map[string]func(e *Event, v plainValue) bool{
	"point":  func(e *Event, v plainValue) bool { e.Point = string(v.text); return v.quoted },
	"id":     func(e *Event, v plainValue) bool { e.ID = string(v.text); return v.quoted },
	"color":  func(e *Event, v plainValue) bool { return v.color(&e.Color) },
	"side":   func(e *Event, v plainValue) bool { return v.color(&e.Side) },
	"left":   func(e *Event, v plainValue) bool { e.Left = int(v.number); return !v.quoted },
	"ply":    func(e *Event, v plainValue) bool { e.Ply = int(v.number); return !v.quoted },
	"credit": func(e *Event, v plainValue) bool { e.Credit = time.Duration(v.number); return !v.quoted },
	"waited": func(e *Event, v plainValue) bool { e.Waited = time.Duration(v.number); return !v.quoted },
}

func (v plainValue) color(c *board.Color) bool {
	*c = board.Color(v.number)
	return !v.quoted && v.number >= 0 && v.number <= 255
}

// decodePlainBody decodes a body of version 2. It returns false if the body has
// anything for package json; then the event has no meaning.
func decodePlainBody(body []byte) (e Event, ok bool) {
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return e, false
	}
	rest := body[1 : len(body)-1]
	for first := true; len(rest) > 0; first = false {
		if !first {
			if rest[0] != ',' {
				return e, false
			}
			rest = rest[1:]
		}
		var name, value plainValue
		if name, rest, ok = cutPlain(rest); !ok || !name.quoted || len(rest) == 0 || rest[0] != ':' {
			return e, false
		}
		if value, rest, ok = cutPlain(rest[1:]); !ok {
			return e, false
		}
		set, known := plainFields[string(name.text)]
		if !known || !set(&e, value) {
			return e, false
		}
	}
	return e, true
}

// cutPlain cuts a plain value off the front of a text.
func cutPlain(text []byte) (v plainValue, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == '"' {
		for i, b := range text[1:] {
			switch {
			case b == '"':
				return plainValue{text: text[1 : i+1], quoted: true}, text[i+2:], true
			case b < ' ' || b > '~' || b == '\\':
				return v, nil, false
			}
		}
		return v, nil, false
	}
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || text[n] == '-') {
		n++
	}
	if n > 1 && text[0] == '0' {
		return v, nil, false // JSON has no leading zeros
	}
	number, err := strconv.ParseInt(string(text[:n]), 10, 32)
	return plainValue{number: number}, text[n:], err == nil && text[0] != '-'
}
