// Package plainjson reads and writes plain JSON without reflection: objects whose values are plain
// text, short whole numbers and booleans. Such objects are sent and stored with each move,
// thousands per second. For other values use package json, which reads and writes the same format.
package plainjson

import "strconv"

// A Value is a field's value: ASCII text without escapes, or a whole number.
type Value struct {
	Text   []byte // if Quoted
	Number int64  // otherwise: not negative, up to 31 bits
	Quoted bool   // the value is text
}

// Object calls field with an object's fields, in order. It returns false if the object needs
// package json or field returns false; the fields read so far are then meaningless.
func Object(object []byte, field func(name []byte, v Value) (plain bool)) bool {
	if len(object) < 2 || object[0] != '{' || object[len(object)-1] != '}' {
		return false
	}
	rest := object[1 : len(object)-1]
	for first := true; len(rest) > 0; first = false {
		if !first {
			if rest[0] != ',' {
				return false
			}
			rest = rest[1:]
		}
		var name, value Value
		var ok bool
		if name, rest, ok = cut(rest); !ok || !name.Quoted || len(rest) == 0 || rest[0] != ':' {
			return false
		}
		if value, rest, ok = cut(rest[1:]); !ok || !field(name.Text, value) {
			return false
		}
	}
	return true
}

// cut removes a value from the beginning of a text.
func cut(text []byte) (v Value, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == '"' {
		for i, b := range text[1:] {
			switch {
			case b == '"':
				return Value{Text: text[1 : i+1], Quoted: true}, text[i+2:], true
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
	return Value{Number: number}, text[n:], err == nil && text[0] != '-'
}
