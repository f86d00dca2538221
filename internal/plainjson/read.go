// Package plainjson reads and writes plain JSON without reflection: objects whose values
// are plain text, short whole numbers and truth values. That is what is sent and stored with
// each move, by the thousand a second. What is not plain is left to package json, which reads
// and writes the same.
package plainjson

import "strconv"

// A Value is the value of a field: text in ASCII without escapes, or a whole number.
type Value struct {
	Text   []byte // of a text
	Number int64  // of a number, not negative, up to 31 bits
	Quoted bool   // it is a text
}

// Object calls field with the fields of an object in their order. It returns false if the
// object has anything for package json, or if field does; what was read then means nothing.
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

// cut cuts a value off the front of a text.
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
