package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"rosette/game/sgf"
	"rosette/study"
)

const maxComment = 4000 // characters; a longer one from a file may stay as long as it is

// comment sets a node's comment.
func (e *Editor) comment(in *Request, _ *Response) error { return e.text(in, "C") }

// name sets a node's name.
func (e *Editor) name(in *Request, _ *Response) error { return e.text(in, "N") }

// text sets a node's text, or deletes it.
func (e *Editor) text(in *Request, id string) error {
	n, err := e.node(in)
	if err != nil {
		return err
	}
	now := n.Record.Text(id)
	if length := utf8.RuneCountInString(in.Text); length > max(maxComment, utf8.RuneCountInString(now)) {
		return refusal{"comment", fmt.Sprintf("%d characters; the most is %d", length, maxComment)}
	}
	if in.Text == now {
		return nil
	}
	return e.edit(textOperation(n, id, in.Text))
}

// textOperation returns the operation that sets a text, or deletes it if it is empty.
func textOperation(n *study.Node, id, text string) study.Operation {
	if text == "" {
		return set(n, id)
	}
	return set(n, id, sgf.Escape(text))
}

// excluding lists annotations that exclude one another.
var excluding = [][]Annotation{{GoodMove, BadMove, Interesting, Doubtful}, {GoodForBlack, GoodForWhite, Even, Unclear}}

// annotate sets or removes an annotation, and removes those that it excludes.
func (e *Editor) annotate(in *Request, _ *Response) error {
	id, known := annotations[in.Annotation]
	if !known || in.Value != 0 && in.Value != 1 && in.Value != 2 {
		return refusal{"request", "no such annotation; its value is 0, 1 or 2"}
	}
	var operations []study.Operation
	if in.Value == 0 {
		if e.at.Record.Has(id) {
			operations = append(operations, set(e.at, id))
		}
		return e.edit(operations...)
	}
	for _, group := range excluding {
		if !slices.Contains(group, in.Annotation) {
			continue
		}
		for _, other := range group {
			if other != in.Annotation && e.at.Record.Has(annotations[other]) {
				operations = append(operations, set(e.at, annotations[other]))
			}
		}
	}
	value := strconv.Itoa(int(in.Value))
	if in.Annotation == Interesting || in.Annotation == Doubtful {
		value = ""
	}
	return e.edit(append(operations, set(e.at, id, value))...)
}

// number sets the current move's number.
func (e *Editor) number(in *Request, _ *Response) error {
	if in.Value <= 0 {
		return e.edit(set(e.at, "MN"))
	}
	return e.edit(set(e.at, "MN", strconv.Itoa(int(min(in.Value, 1e6)))))
}

// setInfo sets game information where the game has it, or at the start.
func (e *Editor) setInfo(in *Request, _ *Response) error {
	var operations []study.Operation
	for _, id := range slices.Sorted(maps.Keys(in.Info)) {
		if !slices.Contains(infoIDs, id) {
			return refusal{"request", fmt.Sprintf("no game information %.20q", id)}
		}
		n := e.at.Chapter.Root
		for m := e.at; m != nil; m = m.Parent {
			if m.Record.Has(id) {
				n = m
				break
			}
		}
		most := max(maxComment, utf8.RuneCountInString(n.Record.Text(id)))
		if utf8.RuneCountInString(in.Info[id]) > most {
			return refusal{"comment", fmt.Sprintf("%s: the most is %d characters", id, maxComment)}
		}
		operations = append(operations, textOperation(n, id, in.Info[id]))
	}
	return e.edit(operations...)
}
