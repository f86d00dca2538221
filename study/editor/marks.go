package editor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

const maxMarks = 400 // in a node

// markIDs are the properties with marks on points; a point has at most one.
var markIDs = map[MarkKind]string{
	Circle: "CR", Square: "SQ", Triangle: "TR", Cross: "MA", Selected: "SL", Label: "LB",
}

// allMarks are the properties that [Clear] deletes.
var allMarks = []string{"CR", "SQ", "TR", "MA", "SL", "LB", "AR", "LN", "DD"}

// mark marks a point. The same mark again goes away, and another one is replaced.
func (e *Editor) mark(in *Request, _ *Response) error {
	p, err := e.point(in.Point)
	if err != nil {
		return err
	}
	r := e.at.Record
	if in.Mark == Dim {
		dimmed := e.points(r, "DD")
		if slices.Contains(dimmed, p) {
			return e.edit(set(e.at, "DD", e.write(without(dimmed, p))...))
		}
		return e.edit(set(e.at, "DD", e.write(append(dimmed, p))...))
	}
	kind := in.Mark
	if kind == Letter || kind == Digit {
		kind = Label
	}
	id, known := markIDs[kind]
	if !known {
		return refusal{"request", "no such mark"}
	}
	marks, _ := e.line.Marks(r)
	has := func(m sgf.Mark) bool {
		return m.At == p && markKinds[m.Kind] == kind && (in.Mark != Label || m.Text == in.Text)
	}
	again := slices.ContainsFunc(marks, has)
	if !again && len(marks) >= maxMarks {
		return refusal{"marks", fmt.Sprintf("over %d marks in a node", maxMarks)}
	}
	var operations []study.Operation
	for _, other := range markIDs {
		values := e.unmarked(r, other, p)
		if other == id && !again {
			values = append(values, e.markValue(in, marks, p))
		}
		if property := r.Property(other); len(values) > 0 || property != nil {
			if property == nil || !slices.Equal(property.Values, values) {
				operations = append(operations, set(e.at, other, values...))
			}
		}
	}
	slices.SortFunc(operations, func(a, b study.Operation) int { return cmp.Compare(a.Property, b.Property) })
	return e.edit(operations...)
}

// unmarked returns a property's values except those for a point.
func (e *Editor) unmarked(r *sgf.Node, id string, p board.Point) (values []string) {
	property := r.Property(id)
	switch {
	case property == nil:
		return nil
	case id != "LB":
		if all := e.points(r, id); slices.Contains(all, p) {
			return e.write(without(all, p))
		}
		return slices.Clone(property.Values)
	}
	return slices.DeleteFunc(slices.Clone(property.Values), func(raw string) bool {
		first, _, _ := sgf.Split(raw)
		at, err := e.line.Point(first)
		return err == nil && at == p
	})
}

// markValue returns the value for a mark on a point.
func (e *Editor) markValue(in *Request, marks []sgf.Mark, p board.Point) string {
	text := in.Text
	switch in.Mark {
	case Letter, Digit:
		text = nextLabel(in.Mark, marks)
	case Label:
	default:
		return e.line.Write(p)
	}
	return e.line.Write(p) + ":" + sgf.Escape(text)
}

// nextLabel returns the first letter or number that no label has.
func nextLabel(kind MarkKind, marks []sgf.Mark) string {
	used := map[string]bool{}
	for _, m := range marks {
		used[m.Text] = true
	}
	if kind == Letter {
		for _, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" {
			if !used[string(letter)] {
				return string(letter)
			}
		}
	}
	for i := 1; ; i++ {
		if !used[strconv.Itoa(i)] {
			return strconv.Itoa(i)
		}
	}
}

// draw draws an arrow or a line. The same again goes away; a line has no direction.
func (e *Editor) draw(in *Request, _ *Response) error {
	from, err := e.point(in.Point)
	if err != nil {
		return err
	}
	to, err := e.point(in.To)
	if err != nil {
		return err
	}
	id := map[MarkKind]string{Arrow: "AR", Line: "LN"}[in.Mark]
	if id == "" || from == to {
		return refusal{"request", "draw an arrow or a line between two points"}
	}
	var values []string
	if p := e.at.Record.Property(id); p != nil {
		values = slices.Clone(p.Values)
	}
	value, reverse := e.line.Write(from)+":"+e.line.Write(to), e.line.Write(to)+":"+e.line.Write(from)
	rest := slices.DeleteFunc(slices.Clone(values), func(raw string) bool {
		return raw == value || id == "LN" && raw == reverse
	})
	if len(rest) == len(values) {
		if len(values) >= maxMarks {
			return refusal{"marks", fmt.Sprintf("over %d lines in a node", maxMarks)}
		}
		rest = append(rest, value)
	}
	return e.edit(set(e.at, id, rest...))
}

// clear removes the marks and lines.
func (e *Editor) clear(*Request, *Response) error {
	var operations []study.Operation
	for _, id := range allMarks {
		if e.at.Record.Has(id) {
			operations = append(operations, set(e.at, id))
		}
	}
	return e.edit(operations...)
}

// territory marks a point as territory. The same colour again goes away.
func (e *Editor) territory(in *Request, _ *Response) error {
	p, err := e.point(in.Point)
	if err != nil {
		return err
	}
	color, err := colorOf(in.Color, board.Empty)
	if err != nil {
		return err
	}
	var operations []study.Operation
	for c, id := range map[board.Color]string{board.Black: "TB", board.White: "TW"} {
		all := e.points(e.at.Record, id)
		had := slices.Contains(all, p)
		if c == color && !had {
			all = append(all, p)
		} else if had {
			all = without(all, p)
		} else {
			continue
		}
		operations = append(operations, set(e.at, id, e.write(all)...))
	}
	return e.edit(operations...)
}
