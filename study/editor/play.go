package editor

import (
	"fmt"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

// colorOf returns the colour in a request: b, w, or "" for the given one.
func colorOf(text string, usual board.Color) (board.Color, error) {
	switch text {
	case "b":
		return board.Black, nil
	case "w":
		return board.White, nil
	case "":
		return usual, nil
	}
	return board.Empty, refusal{"request", "no such colour; use b or w"}
}

// point returns a request's point on the current board.
func (e *Editor) point(p *int) (board.Point, error) {
	if err := e.line.to(e.at); err != nil {
		return board.Pass, err
	}
	if p == nil || *p < 0 || *p >= e.line.Graph.Points() {
		return board.Pass, refusal{"request", fmt.Sprintf("no such point; use 0 to %d", e.line.Graph.Points()-1)}
	}
	return board.Point(*p), nil
}

// move returns the property for the move in a request, or for the player next.
func (e *Editor) move(in *Request, next board.Color) (study.Property, error) {
	color, err := colorOf(in.Color, next)
	if err != nil {
		return study.Property{}, err
	}
	at := board.Pass
	if in.Point != nil {
		if at, err = e.point(in.Point); err != nil {
			return study.Property{}, err
		}
	}
	id := map[board.Color]string{board.Black: "B", board.White: "W"}[color]
	return study.Property{ID: id, Values: []string{e.line.Write(at)}}, nil
}

// play goes to the child with the move in the request, and adds it if there is none.
func (e *Editor) play(in *Request, _ *Response) error {
	if err := e.line.to(e.at); err != nil {
		return err
	}
	move, err := e.move(in, e.line.replayer.Game().ToMove())
	if err != nil {
		return err
	}
	for _, child := range e.at.Children() {
		if e.plays(child.Record, move) {
			e.enter(child)
			return nil
		}
	}
	return e.addChild([]study.Property{move})
}

// plays reports whether a node has a move.
func (e *Editor) plays(n *sgf.Node, move study.Property) bool {
	p := n.Property(move.ID)
	if p == nil {
		return false
	}
	to, err := e.line.Move(p.Values[0])
	return err == nil && e.line.Write(to) == move.Values[0]
}

// addChild adds a last child to the current node and enters it.
func (e *Editor) addChild(properties []study.Property) error {
	o := study.Operation{
		Kind: study.Add, Node: e.newNode(), Parent: e.at.ID, Order: e.at.NextOrder(), Properties: properties,
	}
	if err := e.edit(o); err != nil {
		return err
	}
	e.enter(e.study.Node(o.Node))
	return nil
}

// newNode returns an unused ID.
func (e *Editor) newNode() study.NodeID {
	for {
		if id := study.NodeID(study.NewID(e.random())); e.study.Node(id) == nil {
			return id
		}
	}
}
