package editor

import (
	"slices"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

// set returns the operation that sets a property of a node, or deletes it if there are no values.
func set(n *study.Node, id string, values ...string) study.Operation {
	return study.Operation{Kind: study.Set, Node: n.ID, Property: id, Values: values}
}

// points lists the valid points in a property.
func (e *Editor) points(n *sgf.Node, id string) (all []board.Point) {
	if p := n.Property(id); p != nil {
		for _, raw := range p.Values {
			list, err := e.line.Points(raw)
			if err == nil {
				all = append(all, list...)
			}
		}
	}
	return all
}

// write returns points as values, one a point.
func (e *Editor) write(all []board.Point) (values []string) {
	for _, p := range all {
		values = append(values, e.line.Write(p))
	}
	return values
}

// without removes a point from a list.
func without(all []board.Point, p board.Point) []board.Point {
	return slices.DeleteFunc(slices.Clone(all), func(q board.Point) bool { return p == q })
}

// setupIDs are the properties with set-up stones, by colour.
var setupIDs = [...]string{board.Empty: "AE", board.Black: "AB", board.White: "AW"}

// setup sets stones at the current node. Since SGF allows no set-up beside a move, a node with a move
// gets a child for it.
func (e *Editor) setup(in *Request, _ *Response) error {
	color, err := colorOf(in.Color, board.Empty)
	if err != nil {
		return err
	}
	all := slices.Clone(in.Points)
	if in.Point != nil {
		all = append(all, *in.Point)
	}
	for _, p := range all {
		if _, err := e.point(&p); err != nil {
			return err
		}
	}
	if err := e.line.to(e.at); err != nil {
		return err
	}
	if _, _, moves := moveOf(e.at.Record); moves {
		return e.setupChild(all, color)
	}
	lists := [3][]board.Point{}
	for c, id := range setupIDs {
		lists[c] = e.points(e.at.Record, id)
	}
	before := e.stonesBefore()
	now := e.line.replayer.Game().Board()
	for _, i := range all {
		p := board.Point(i)
		to := color
		if now.At(p) == color {
			to = board.Empty
		}
		for c := range lists {
			lists[c] = without(lists[c], p)
		}
		if to != before[p] {
			lists[to] = append(lists[to], p)
		}
	}
	var operations []study.Operation
	for c, id := range setupIDs {
		if values := e.write(lists[c]); len(values) > 0 || e.at.Record.Has(id) {
			operations = append(operations, set(e.at, id, values...))
		}
	}
	return e.edit(operations...)
}

// stonesBefore returns the position before the current node.
func (e *Editor) stonesBefore() []board.Color {
	stones := make([]board.Color, e.line.Graph.Points())
	if e.at.Parent == nil {
		return stones
	}
	e.line.back(len(e.line.path) - 1)
	b := e.line.replayer.Game().Board()
	for p := range stones {
		stones[p] = b.At(board.Point(p))
	}
	e.line.step(e.at)
	return stones
}

// setupChild adds a child that sets stones.
func (e *Editor) setupChild(all []int, color board.Color) error {
	b := e.line.replayer.Game().Board()
	lists := [3][]board.Point{}
	for _, i := range all {
		p := board.Point(i)
		to := color
		if b.At(p) == color {
			to = board.Empty
		}
		if b.At(p) != to {
			lists[to] = append(lists[to], p)
		}
	}
	var properties []study.Property
	for c, id := range setupIDs {
		if len(lists[c]) > 0 {
			properties = append(properties, study.Property{ID: id, Values: e.write(lists[c])})
		}
	}
	if len(properties) == 0 {
		return nil
	}
	return e.addChild(properties)
}

// turn sets the player to move, in a child if the node has a move.
func (e *Editor) turn(in *Request, _ *Response) error {
	color, err := colorOf(in.Color, board.Empty)
	if err != nil {
		return err
	}
	if color == board.Empty {
		return refusal{"request", "no player; use b or w"}
	}
	value := map[board.Color]string{board.Black: "B", board.White: "W"}[color]
	if _, _, moves := moveOf(e.at.Record); moves {
		return e.addChild([]study.Property{{ID: "PL", Values: []string{value}}})
	}
	return e.edit(set(e.at, "PL", value))
}

// replace sets the current node's move and keeps what follows.
func (e *Editor) replace(in *Request, _ *Response) error {
	color, _, moves := moveOf(e.at.Record)
	if !moves {
		return refusal{"no-move", "the node has no move"}
	}
	move, err := e.move(in, color)
	if err != nil {
		return err
	}
	operations := []study.Operation{set(e.at, move.ID, move.Values...)}
	if other := map[string]string{"B": "W", "W": "B"}[move.ID]; e.at.Record.Has(other) {
		operations = append([]study.Operation{set(e.at, other)}, operations...)
	}
	return e.edit(operations...)
}
