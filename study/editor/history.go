package editor

import (
	"slices"

	"rosette/study"
)

// edit applies operations as one edit, all or none.
func (e *Editor) edit(operations ...study.Operation) error {
	before := e.at
	inverse, err := e.apply(operations)
	if err != nil || len(operations) == 0 {
		return err
	}
	e.done = append(e.done, step{inverse, before})
	e.undone = nil
	e.edits = append(e.edits, Edit{Kind: EditMade, Operations: operations, From: string(before.ID)})
	return nil
}

// apply applies operations, all or none, and returns those that revert them.
func (e *Editor) apply(operations []study.Operation) (inverse []study.Operation, err error) {
	for _, o := range operations {
		back, err := e.study.Apply(o)
		if err != nil {
			slices.Reverse(inverse)
			for _, o := range inverse {
				if _, err := e.study.Apply(o); err != nil {
					panic("editor: an inverse is refused: " + err.Error())
				}
				e.touch(o)
			}
			return nil, err
		}
		e.touch(o)
		inverse = append(inverse, back)
	}
	slices.Reverse(inverse)
	return inverse, nil
}

// undo reverts the last edit and returns to the node where it was made.
func (e *Editor) undo(*Request, *Response) error {
	if len(e.done) == 0 {
		return refusal{"undo", "nothing to undo"}
	}
	return e.revert(EditUndone, &e.done, &e.undone)
}

// redo repeats the last edit that was undone.
func (e *Editor) redo(*Request, *Response) error {
	if len(e.undone) == 0 {
		return refusal{"redo", "nothing to repeat"}
	}
	return e.revert(EditRedone, &e.undone, &e.done)
}

// revert reverts the last of from and adds the way back to to.
func (e *Editor) revert(kind EditKind, from, to *[]step) error {
	last := (*from)[len(*from)-1]
	inverse, err := e.apply(last.operations)
	if err != nil {
		return err
	}
	*from = (*from)[:len(*from)-1]
	*to = append(*to, step{inverse, e.at})
	e.edits = append(e.edits, Edit{Kind: kind, Operations: last.operations, From: string(e.at.ID)})
	e.enter(last.at)
	return nil
}

// replay applies a log's entry.
func (e *Editor) replay(entry Edit) error {
	from := e.at
	if at := e.study.Node(study.NodeID(entry.From)); at != nil {
		from = at
	}
	inverse, err := e.apply(entry.Operations)
	if err != nil {
		return err
	}
	switch back := (step{inverse, from}); {
	case entry.Kind == EditUndone && len(e.done) > 0:
		e.done, e.undone = e.done[:len(e.done)-1], append(e.undone, back)
	case entry.Kind == EditRedone && len(e.undone) > 0:
		e.undone, e.done = e.undone[:len(e.undone)-1], append(e.done, back)
	default:
		e.done, e.undone = append(e.done, back), nil
	}
	if at := e.study.Node(study.NodeID(entry.At)); at != nil {
		e.enter(at)
	}
	return nil
}
