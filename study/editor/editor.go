// Package editor implements one person's session with a study: the current node, its position, the
// commands, undo, the tree's layout, and files in and out.
//
// [Editor.Do] takes a request and returns a response, both as JSON, so that it can run in a browser
// or behind a socket. Illegal moves are played and marked, as in package sgf. Nothing that a command
// removes is lost: it goes to the bin, and every edit can be undone.
package editor

import (
	"encoding/json"
	"errors"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

// An Editor is a session. It is not safe for concurrent use. The zero value is not usable; use [New].
type Editor struct {
	random func() uint64
	study  *study.Study                   // nil before the first open
	at     *study.Node                    // the current node
	onward map[*study.Node]*study.Node    // by node, the child on the line last looked at
	left   map[*study.Chapter]*study.Node // by chapter, the node that was current last

	undone, done []step
	edits        []Edit // from the present request
	clipboard    *clipboard

	line     walker                 // to the current node
	checker  walker                 // to the nodes in the view
	checked  map[*study.Node]*Fault // by node: nil for a legal one
	layout   *layout                // for the current chapter, nil if it has changed
	pictures map[*study.Chapter]picture
	counts   map[*study.Chapter]int // node counts, if known
	ground   *board.Graph           // in the last response
}

// A step is an edit that can be reverted.
type step struct {
	operations []study.Operation // that revert it, in this order
	at         *study.Node       // the current node before it
}

// New returns an editor without a study. random returns random bits for new IDs.
func New(random func() uint64) *Editor { return &Editor{random: random} }

// A refusal is an error with a catalogue key after editor.refusal.
type refusal struct{ code, text string }

func (r refusal) Error() string { return r.text }

// commands maps commands to their implementation. A command either fails and changes nothing, or
// changes the editor and adds to the response.
func commands() map[Command]func(*Editor, *Request, *Response) error {
	return map[Command]func(*Editor, *Request, *Response) error{
		Open: (*Editor).open, NewStudy: (*Editor).newStudy,
		Look: (*Editor).look,
		Go:   (*Editor).goTo, To: (*Editor).to, Step: (*Editor).step, First: (*Editor).first, Last: (*Editor).last,
		Branch: (*Editor).branch, NextBranch: (*Editor).nextBranch,
		Play: (*Editor).play, Replace: (*Editor).replace, Setup: (*Editor).setup, Turn: (*Editor).turn,
		Mark: (*Editor).mark, DrawLine: (*Editor).draw, Clear: (*Editor).clear, Territory: (*Editor).territory,
		Comment: (*Editor).comment, Name: (*Editor).name, Annotate: (*Editor).annotate, Number: (*Editor).number,
		SetInfo: (*Editor).setInfo,
		Cut:     (*Editor).cut, Copy: (*Editor).copy, Paste: (*Editor).paste, Delete: (*Editor).delete,
		Restore: (*Editor).restore, Promote: (*Editor).promote, Demote: (*Editor).demote, Main: (*Editor).main,
		AddChapter: (*Editor).addChapter, OpenChapter: (*Editor).openChapter, NameChapter: (*Editor).nameChapter,
		MoveChapter: (*Editor).moveChapter, RemoveChapter: (*Editor).removeChapter,
		RestoreChapter: (*Editor).restoreChapter, SplitChapter: (*Editor).splitChapter,
		Find: (*Editor).find, Import: (*Editor).importGames, Export: (*Editor).export, LineMoves: (*Editor).moveLine,
		Undo: (*Editor).undo, Redo: (*Editor).redo,
	}
}

// Do executes a request and returns the response. It never fails: the response to an invalid request
// has Refused and the unchanged state.
func (e *Editor) Do(request []byte) (response []byte) {
	var in Request
	out := Response{}
	err := json.Unmarshal(request, &in)
	if err != nil {
		err = refusal{"request", "not a request in JSON: " + err.Error()}
	} else {
		err = e.do(&in, &out)
	}
	if err != nil {
		out.Refused = refused(err)
	}
	if e.study != nil {
		e.respond(&in, &out)
	}
	response, err = json.Marshal(out)
	if err != nil {
		// only a number that JSON does not have, which no field can hold
		return []byte(`{"refused":{"code":"request","text":"the response cannot be written"}}`)
	}
	return response
}

// do executes a request.
func (e *Editor) do(in *Request, out *Response) error {
	command, known := commands()[in.Command]
	if !known {
		return refusal{"request", "no such command"}
	}
	if e.study == nil && in.Command != Open && in.Command != NewStudy {
		return refusal{"closed", "no study is open; open a file or a new board first"}
	}
	e.edits = nil
	err := command(e, in, out)
	if len(e.edits) > 0 {
		e.edits[len(e.edits)-1].At = string(e.at.ID)
	}
	out.Edits = e.edits
	return err
}

func (e *Editor) look(*Request, *Response) error { return nil }

// refused returns an error for a response.
func refused(err error) *Refused {
	var own refusal
	var reason study.Refusal
	var problem sgf.Problem
	switch {
	case errors.As(err, &own):
		return &Refused{own.code, own.text}
	case errors.As(err, &reason):
		return &Refused{string(reason), err.Error()}
	case errors.As(err, &problem) && problem.Fault == sgf.FaultTooLarge:
		return &Refused{"too-large", err.Error()}
	}
	return &Refused{"unreadable", err.Error()}
}
