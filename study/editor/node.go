package editor

import (
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play/view/position"
	"rosette/study"
)

// nodeState returns the current node's contents.
func (e *Editor) nodeState() NodeState {
	n, r := e.at, e.at.Record
	s := NodeState{
		ID: string(n.ID), Children: []ChildEntry{}, Siblings: 1, Number: numberOf(n),
		Setup: r.Has("AB") || r.Has("AW") || r.Has("AE"), Wrong: e.line.faults[len(e.line.faults)-1],
		Name: sgf.SimpleText(r.Raw("N")), Comment: r.Text("C"), Annotations: annotationsOf(r),
	}
	s.Color, s.Point = e.moveEntry(r)
	if n.Parent != nil {
		s.Parent = string(n.Parent.ID)
		s.Sibling, s.Siblings = slices.Index(n.Parent.Children(), n), len(n.Parent.Children())
	}
	for _, child := range n.Children() {
		entry := ChildEntry{ID: string(child.ID), Name: sgf.SimpleText(child.Record.Raw("N"))}
		entry.Color, entry.Point = e.moveEntry(child.Record)
		s.Children = append(s.Children, entry)
	}
	e.addMarks(&s)
	s.addTime(r)
	return s
}

// moveEntry is like the function on the current board.
func (e *Editor) moveEntry(n *sgf.Node) (color string, point *int) {
	c, raw, moves := moveOf(n)
	if !moves {
		return "", nil
	}
	return position.Letter(c), pointIn(e.line.Coordinates, raw)
}

// numberOf returns the last move's number up to a node.
func numberOf(n *study.Node) (number int) {
	for _, m := range pathTo(n) {
		number = numberAt(m, number)
	}
	return number
}

// markKinds maps sgf's marks to marks on points.
var markKinds = map[sgf.MarkKind]MarkKind{
	sgf.Circle: Circle, sgf.Square: Square, sgf.Triangle: Triangle, sgf.Cross: Cross, sgf.Selected: Selected,
	sgf.Label: Label,
}

// addMarks adds the marks, lines and territory.
func (e *Editor) addMarks(s *NodeState) {
	s.Marks, s.Dimmed = []PointMark{}, []int{}
	s.Arrows, s.Lines = []Stroke{}, []Stroke{}
	marks, _ := e.line.Marks(e.at.Record)
	for _, m := range marks {
		switch kind := markKinds[m.Kind]; {
		case kind != "":
			s.Marks = append(s.Marks, PointMark{kind, int(m.At), m.Text})
		case m.Kind == sgf.Arrow:
			s.Arrows = append(s.Arrows, Stroke{int(m.At), int(m.To)})
		case m.Kind == sgf.Line:
			s.Lines = append(s.Lines, Stroke{int(m.At), int(m.To)})
		case m.Kind == sgf.Dim:
			s.Dimmed = append(s.Dimmed, int(m.At))
		}
	}
	owner, _ := e.line.Territory(e.at.Record)
	if owner == nil {
		return
	}
	var letters strings.Builder
	for _, c := range owner {
		letters.WriteByte(".bw"[c])
	}
	s.Territory = letters.String()
}

// annotations maps annotations to their properties.
var annotations = map[Annotation]string{
	GoodForBlack: "GB", GoodForWhite: "GW", Even: "DM", Unclear: "UC",
	GoodMove: "TE", BadMove: "BM", Interesting: "IT", Doubtful: "DO", Hotspot: "HO",
}

// annotationsOf returns the annotations in a node.
func annotationsOf(n *sgf.Node) map[Annotation]float64 {
	found := map[Annotation]float64{}
	for a, id := range annotations {
		if !n.Has(id) {
			continue
		}
		found[a] = 1
		if strong, err := sgf.Double(n.Raw(id)); err == nil {
			found[a] = float64(strong)
		}
	}
	return found
}

// addTime adds the time left after the move.
func (s *NodeState) addTime(n *sgf.Node) {
	ids := map[string][2]string{position.Letter(board.Black): {"BL", "OB"}, position.Letter(board.White): {"WL", "OW"}}
	id, moves := ids[s.Color]
	if !moves {
		return
	}
	if left, err := sgf.Real(n.Raw(id[0])); err == nil {
		s.TimeLeft = &left
	}
	if stones, err := sgf.Number(n.Raw(id[1])); err == nil {
		s.StonesLeft = &stones
	}
}
