package editor

import (
	"bytes"
	"fmt"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
	"rosette/study"
)

// Limits for a file.
const (
	maxFile     = 4 << 20 // bytes
	maxProblems = 20      // in a response
)

// fileOptions limits reading a file. A file beyond a limit is refused whole, so that nobody
// edits half a file.
var fileOptions = sgf.Options{MaxBytes: maxFile, MaxNodes: study.MaxFileNodes, MaxValues: 400_000, MaxDepth: 10_000}

// open opens a file or a text, and applies a log to it.
func (e *Editor) open(in *Request, out *Response) error {
	c, err := read(in)
	if err != nil {
		return err
	}
	problems := sgf.Check(c)
	s, err := study.FromCollection(c)
	if err != nil {
		return err
	}
	e.begin(s)
	out.Problems = faults(problems)
	if out.Start, err = text(s.Collection()); err != nil {
		return err
	}
	for i, entry := range in.Log {
		if err := e.replay(entry); err != nil {
			return refusal{"log", fmt.Sprintf("edit %d of %d: %v", i+1, len(in.Log), err)}
		}
	}
	return nil
}

// begin starts a session with a study.
func (e *Editor) begin(s *study.Study) {
	*e = Editor{
		random: e.random, study: s, clipboard: e.clipboard,
		onward: map[*study.Node]*study.Node{}, left: map[*study.Chapter]*study.Node{},
		checked: map[*study.Node]*Fault{}, counts: map[*study.Chapter]int{},
		pictures: map[*study.Chapter]picture{},
	}
	e.enter(s.Chapters()[0].Root)
}

// read reads the file or the text in a request.
func read(in *Request) (*sgf.Collection, error) {
	o, data := fileOptions, in.File
	o.Charset = in.Charset
	if in.Text != "" {
		data, o.Charset = []byte(in.Text), "UTF-8"
	}
	c, err := foreign.Read(bytes.NewReader(data), o)
	if err != nil {
		return nil, err
	}
	for _, p := range c.Problems {
		if p.Fault == sgf.FaultTooLarge {
			return nil, p
		}
	}
	return c, nil
}

// faults returns a file's problems for a response, the worst first.
func faults(all []sgf.Problem) (list []Fault) {
	for _, grade := range []sgf.Grade{sgf.Error, sgf.Warning, sgf.Note} {
		for _, p := range all {
			if p.Grade() == grade && len(list) < maxProblems {
				list = append(list, Fault{
					Grade: grade.String(), Fault: string(p.Fault), Kind: p.Fault.Kind(), Text: p.Error(),
				})
			}
		}
	}
	return list
}

// text returns a collection as SGF.
func text(c *sgf.Collection) (string, error) {
	var out strings.Builder
	err := sgf.Write(&out, c)
	return out.String(), err
}

// newStudy opens an empty board.
func (e *Editor) newStudy(in *Request, out *Response) error {
	root, err := newRoot(in.New)
	if err != nil {
		return err
	}
	s, err := study.FromCollection(&sgf.Collection{Trees: []*sgf.Node{root}})
	if err != nil {
		return err
	}
	e.begin(s)
	out.Start, err = text(s.Collection())
	return err
}

// newRoot returns an empty board's root.
func newRoot(b *NewBoard) (*sgf.Node, error) {
	if b == nil {
		b = &NewBoard{}
	}
	graph, err := b.graph()
	if err != nil {
		return nil, refusal{"board", err.Error()}
	}
	r := game.DefaultRules(graph)
	if b.Rules != "" {
		if r, err = game.Preset(b.Rules); err != nil {
			return nil, refusal{"rules", err.Error()}
		}
	}
	if b.Komi != nil {
		r.Komi = *b.Komi
	}
	if err := r.Check(); err != nil {
		return nil, refusal{"rules", err.Error()}
	}
	start, first := board.New(graph), board.Black
	if b.Handicap > 1 {
		points, err := graph.FixedHandicap(b.Handicap)
		if err != nil {
			return nil, refusal{"handicap", err.Error()}
		}
		stones := make([]board.Color, graph.Points())
		for _, p := range points {
			stones[p] = board.Black
		}
		start, first = board.SetupAny(graph, stones), board.White
	}
	g := game.From(start, r, first)
	g.SetHandicap(b.Handicap)
	root, err := sgf.FromGame(g)
	if err == nil && b.Title != "" {
		root.Set("GN", sgf.Escape(b.Title))
	}
	return root, err
}

// graph returns the board that a request names.
func (b *NewBoard) graph() (*board.Graph, error) {
	if b.File != "" {
		return board.ReadShared(b.File)
	}
	name := b.Board
	if name == "" {
		name = "rosette-5"
	}
	return board.Named(name)
}
