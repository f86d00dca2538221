package editor

import (
	"slices"

	"rosette/study"
)

const maxView = 400 // columns and rows

// tree returns the part of the layout in a view. line has the nodes on the line through the current
// node, and index its index.
func (e *Editor) tree(v View, line []*study.Node, index int) *Tree {
	if e.layout == nil || e.layout.places[0].node != e.at.Chapter.Root {
		e.layout = layoutOf(e.at.Chapter)
	}
	l := e.layout
	v.Columns, v.Rows = min(max(v.Columns, 1), maxView), min(max(v.Rows, 1), maxView)
	t := &Tree{Columns: len(l.columns), Rows: l.rows, Nodes: []TreeNode{}, Edges: []TreeEdge{}}
	now := l.places[l.index[e.at]]
	// the current node is at about 42 % of the width
	t.Column = corner(v.Column, now.x-v.Columns*42/100, t.Columns-v.Columns)
	t.Row = corner(v.Row, now.y-v.Rows/2, t.Rows-v.Rows)
	inLine := func(p place) bool { return p.x < len(line) && line[p.x] == p.node }
	var visible []int
	for x := t.Column; x < min(t.Column+v.Columns+1, len(l.columns)); x++ {
		for _, i := range l.columns[x] {
			p := l.places[i]
			if x < t.Column+v.Columns && p.y >= t.Row && p.y < t.Row+v.Rows {
				visible = append(visible, i)
			}
			if x == 0 {
				continue
			}
			from := l.places[l.index[p.node.Parent]]
			if p.y >= t.Row && from.y < t.Row+v.Rows {
				t.Edges = append(t.Edges, TreeEdge{
					From: [2]int{from.x, from.y}, To: [2]int{p.x, p.y}, Main: p.y == from.y, Line: inLine(p),
				})
			}
		}
	}
	slices.Sort(visible)
	for _, i := range visible {
		p := l.places[i]
		n := TreeNode{
			ID: string(p.node.ID), X: p.x, Y: p.y, Number: p.number, Comment: p.node.Record.Has("C"),
			Wrong: e.check(p.node) != nil, Children: len(p.node.Children()), Line: inLine(p),
		}
		if n.Color, n.Point = e.moveEntry(p.node.Record); n.Color == "" {
			n.Number = 0
		}
		t.Nodes = append(t.Nodes, n)
	}
	return t
}

// corner returns a part's first column or row: the given one, or the usual one, within the
// layout.
func corner(given *int, usual, last int) int {
	if given != nil {
		usual = *given
	}
	return max(min(usual, last), 0)
}

// check returns why a node is illegal, or nil.
func (e *Editor) check(n *study.Node) *Fault {
	fault, known := e.checked[n]
	if known {
		return fault
	}
	if err := e.checker.to(n); err != nil {
		return &Fault{Text: err.Error()}
	}
	fault = e.checker.faults[len(e.checker.faults)-1]
	e.checked[n] = fault
	return fault
}

// playing are the properties that change positions, whole are a root's.
var playing = []string{"B", "W", "AB", "AW", "AE", "PL", "MN", "RU", "XR", "KM", "HA", "GM", "SZ", "XB"}

// touch drops what was derived from the nodes that an operation changed.
func (e *Editor) touch(o study.Operation) {
	n := e.study.Node(o.Node)
	switch o.Kind {
	case study.Set:
		if !slices.Contains(playing, o.Property) {
			return
		}
	case study.Move: // the former place may be anywhere
		n = n.Chapter.Root
	case study.Add, study.Remove, study.Retract, study.Restore:
		n = n.Parent
	default:
		return
	}
	e.layout = nil
	delete(e.counts, n.Chapter)
	clear(e.checked)
	e.line.forget(n)
	e.checker.forget(n)
}
