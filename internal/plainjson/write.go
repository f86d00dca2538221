package plainjson

import (
	"encoding/json"
	"math"
	"strconv"
)

// A Writer writes an object like package json, field by field. Create it with [Begin].
type Writer struct{ text []byte }

// Begin begins an object at the end of a text.
func Begin(text []byte) Writer { return Writer{append(text, '{')} }

// End returns the text with the object.
func (w *Writer) End() []byte { return append(w.text, '}') }

// Name begins a field and returns the text. Append the value to it for [Writer.Put].
func (w *Writer) Name(name string) []byte {
	if w.text[len(w.text)-1] != '{' {
		w.text = append(w.text, ',')
	}
	w.text = append(AppendText(w.text, name), ':')
	return w.text
}

// Put sets the text to the result of [Writer.Name] with a value appended.
func (w *Writer) Put(text []byte) { w.text = text }

// Text writes a text.
func (w *Writer) Text(name, value string) { w.text = AppendText(w.Name(name), value) }

// SomeText writes a text unless it is empty.
func (w *Writer) SomeText(name, value string) {
	if value != "" {
		w.Text(name, value)
	}
}

// Int writes a whole number.
func (w *Writer) Int(name string, value int64) { w.text = strconv.AppendInt(w.Name(name), value, 10) }

// SomeInt writes a whole number unless it is 0.
func (w *Writer) SomeInt(name string, value int64) {
	if value != 0 {
		w.Int(name, value)
	}
}

// Bool writes a boolean.
func (w *Writer) Bool(name string, value bool) { w.text = strconv.AppendBool(w.Name(name), value) }

// True writes a boolean if it is true.
func (w *Writer) True(name string, value bool) {
	if value {
		w.Bool(name, true)
	}
}

// Float writes a number, which must be representable in JSON.
func (w *Writer) Float(name string, value float64) {
	if math.Abs(value) < 1e9 && value*4 == math.Trunc(value*4) {
		w.text = strconv.AppendFloat(w.Name(name), value, 'f', -1, 64)
		return
	}
	w.JSON(name, value)
}

// JSON writes a value like package json. The value must be representable in JSON.
func (w *Writer) JSON(name string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic("plainjson: " + err.Error())
	}
	w.text = append(w.Name(name), data...)
}

// AppendText appends a text in quotes.
func AppendText(to []byte, text string) []byte {
	for i := range len(text) {
		if b := text[i]; b < ' ' || b > '~' || b == '"' || b == '\\' || b == '<' || b == '>' || b == '&' {
			data, err := json.Marshal(text)
			if err != nil {
				panic("plainjson: " + err.Error()) // a string cannot fail
			}
			return append(to, data...)
		}
	}
	to = append(to, '"')
	to = append(to, text...)
	return append(to, '"')
}

// AppendInts appends a list of whole numbers.
func AppendInts[T ~int | ~int16](to []byte, list []T) []byte {
	to = append(to, '[')
	for i, n := range list {
		if i > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(n), 10)
	}
	return append(to, ']')
}
