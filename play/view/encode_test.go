package view

import (
	"encoding/json"
	"reflect"
	"testing"

	"rosette/narrate"
	"rosette/server/http/wire"
)

// sameJSON compares an encoded frame with package json's result.
func sameJSON(t *testing.T, what string, f Frame) {
	t.Helper()
	want, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.encode()); got != string(want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

// fill sets only the field with that number, with everything in it.
func fill(v reflect.Value, only int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(`a <&"\> é`)
	case reflect.Int, reflect.Int16, reflect.Int64:
		v.SetInt(-1234567)
	case reflect.Float64:
		v.SetFloat(1e-7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), -1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), -1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, -1)
		fill(value, -1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
		v.SetMapIndex(reflect.ValueOf("B2"), value)
		v.SetMapIndex(reflect.ValueOf("A10"), value)
	case reflect.Interface:
		v.Set(reflect.ValueOf(any("@color.b")))
	case reflect.Struct:
		for i := range v.NumField() {
			if only < 0 || i == only {
				fill(v.Field(i), -1)
			}
		}
	}
}

func TestEachFieldOfAFrameIsWrittenAsByPackageJSON(t *testing.T) {
	sameJSON(t, "nothing", Frame{})
	sameJSON(t, "empty lists", Frame{Events: []Event{}, Say: []narrate.Message{}, Moves: []wire.Move{}})
	var all Frame
	fill(reflect.ValueOf(&all).Elem(), -1)
	sameJSON(t, "everything", all)
	for i := range reflect.TypeFor[State]().NumField() {
		f := Frame{Events: []Event{}, Say: []narrate.Message{}}
		fill(reflect.ValueOf(&f.State).Elem(), i)
		sameJSON(t, reflect.TypeFor[State]().Field(i).Name, f)
	}
	f := Frame{Say: []narrate.Message{{Args: map[string]any{"n": 3, "komi": 6.5, "left": int64(2)}}}, Events: []Event{{}}}
	for i := range reflect.TypeFor[Event]().NumField() {
		f.Events = append(f.Events, Event{})
		fill(reflect.ValueOf(&f.Events[i]).Elem(), i)
	}
	for _, komi := range []float64{0, 6.5, -0.25, 7.3, 1e9, 1e21, -1e-9} {
		f.State.Komi = komi
		sameJSON(t, "each field of events", f)
	}
}
