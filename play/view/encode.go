package view

import (
	"maps"
	"slices"

	"rosette/internal/plainjson"
	"rosette/narrate"
	"rosette/server/http/wire"
)

// This file writes frames, one per move, without reflection where values occur with most moves.
// Package json writes rare values.

// encode returns the frame in the same form as package json.
func (f *Frame) encode() []byte {
	w := plainjson.Begin(make([]byte, 0, 1024))
	w.Text("kind", f.Kind)
	w.Text("topic", f.Topic)
	w.Int("seq", int64(f.Seq))
	w.Int("after", int64(f.After))
	w.Put(appendList(w.Name("events"), f.Events, (*Event).appendTo))
	w.Put(appendList(w.Name("say"), f.Say, appendMessage))
	w.Put(appendList(w.Name("moves"), f.Moves, appendMove))
	w.Put(f.State.appendTo(w.Name("state")))
	return w.End()
}

// appendList appends each element with one, or null for a nil list.
func appendList[T any](to []byte, list []T, one func(*T, []byte) []byte) []byte {
	if list == nil {
		return append(to, "null"...)
	}
	to = append(to, '[')
	for i := range list {
		if i > 0 {
			to = append(to, ',')
		}
		to = one(&list[i], to)
	}
	return append(to, ']')
}

func appendMove(m *wire.Move, to []byte) []byte {
	to = plainjson.AppendText(append(to, '['), m[0])
	to = plainjson.AppendText(append(to, ','), m[1])
	return append(to, ']')
}

func (e *Event) appendTo(to []byte) []byte {
	w := plainjson.Begin(to)
	w.Int("seq", int64(e.Seq))
	w.Text("kind", e.Kind)
	w.SomeText("color", e.Color)
	w.SomeText("point", e.Point)
	some(&w, "points", e.Points, len(e.Points) > 0)
	w.True("dead", e.Dead)
	w.SomeText("side", e.Side)
	some(&w, "komi", e.Komi, e.Komi != nil)
	w.True("swap", e.Swap)
	w.Int("ply", int64(e.Ply))
	w.SomeText("id", e.ID)
	return w.End()
}

// some writes a rare value if it is there.
func some[T any](w *plainjson.Writer, name string, value T, there bool) {
	if there {
		w.JSON(name, value)
	}
}

func appendMessage(m *narrate.Message, to []byte) []byte {
	w := plainjson.Begin(to)
	w.Text("key", m.Key)
	if len(m.Args) > 0 {
		args := plainjson.Begin(w.Name("args"))
		for _, name := range slices.Sorted(maps.Keys(m.Args)) {
			switch value := m.Args[name].(type) {
			case string:
				args.Text(name, value)
			case int:
				args.Int(name, int64(value))
			default:
				args.JSON(name, value)
			}
		}
		w.Put(args.End())
	}
	w.SomeText("by", m.By)
	w.True("lasting", m.Lasting)
	return w.End()
}

func (s *State) appendTo(to []byte) []byte {
	w := plainjson.Begin(to)
	w.Text("phase", s.Phase)
	w.Text("stones", s.Stones)
	w.SomeText("last", s.Last)
	w.Text("toMove", s.ToMove)
	w.Text("awaits", s.Awaits)
	w.SomeText("undo", s.Undo)
	w.SomeText("asked", s.Asked)
	w.Int("ply", int64(s.Ply))
	w.SomeInt("passes", int64(s.Passes))
	w.SomeText("pass", s.Pass)
	prisoners := plainjson.Begin(w.Name("prisoners"))
	prisoners.Int("b", int64(s.Prisoners.Black))
	prisoners.Int("w", int64(s.Prisoners.White))
	w.Put(prisoners.End())
	some(&w, "left", s.Left, s.Left != nil)
	w.SomeText("button", s.Button)
	w.Float("komi", s.Komi)
	some(&w, "start", s.Start, s.Start != nil)
	w.True("swapped", s.Swapped)
	if len(s.Rosettes) > 0 {
		w.Put(plainjson.AppendInts(w.Name("rosettes"), s.Rosettes))
	}
	if len(s.Immortal) > 0 {
		w.Put(plainjson.AppendInts(w.Name("immortal"), s.Immortal))
	}
	if len(s.Illegal) > 0 {
		illegal := plainjson.Begin(w.Name("illegal"))
		for _, point := range slices.Sorted(maps.Keys(s.Illegal)) {
			illegal.Text(point, s.Illegal[point])
		}
		w.Put(illegal.End())
	}
	if s.Clock != nil {
		w.Put(appendClock(s.Clock, w.Name("clock")))
	}
	s.writeRest(&w)
	return w.End()
}

// writeRest writes the fields other than the position and the clocks.
func (s *State) writeRest(w *plainjson.Writer) {
	some(w, "bidding", s.Bidding, s.Bidding != nil)
	w.SomeInt("toPlace", int64(s.ToPlace))
	some(w, "agreement", s.Agreement, s.Agreement != nil)
	some(w, "confirmation", s.Confirmation, s.Confirmation != nil)
	some(w, "dead", s.Dead, len(s.Dead) > 0)
	some(w, "result", s.Result, s.Result != nil)
	some(w, "score", s.Score, s.Score != nil)
	w.True("estimable", s.Estimable)
	w.True("aidable", s.Aidable)
	w.True("aided", s.Aided)
	some(w, "request", s.Request, s.Request != nil)
	w.True("abortable", s.Abortable)
	w.True("givesTime", s.GivesTime)
	w.SomeInt("paused", s.Paused)
	w.SomeInt("starts", s.Starts)
	some(w, "stall", s.Stall, s.Stall != nil)
	some(w, "vacation", s.Vacation, s.Vacation != nil)
}

func appendClock(c *wire.ClockState, to []byte) []byte {
	w := plainjson.Begin(to)
	w.Put(appendTimeLeft(&c.Black, w.Name("b")))
	w.Put(appendTimeLeft(&c.White, w.Name("w")))
	w.Bool("running", c.Running)
	w.SomeText("side", c.Side)
	w.Int("at", c.At)
	w.True("weekends", c.Weekends)
	return w.End()
}

func appendTimeLeft(l *wire.TimeLeft, to []byte) []byte {
	w := plainjson.Begin(to)
	w.Int("main", l.Main)
	w.SomeInt("period", l.Period)
	w.SomeInt("whole", l.Whole)
	w.SomeInt("periods", int64(l.Periods))
	w.SomeInt("stones", int64(l.Stones))
	return w.End()
}
