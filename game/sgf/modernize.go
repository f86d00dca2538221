package sgf

import (
	"slices"
	"strings"
)

// Modernize turns a tree into FF[4] in UTF-8, in place: lists that stand twice in
// a node are joined, marks M become MA and letters L become LB, passes tt are
// written as empty, decimal commas as points, and FF and CA say so. What has no like in FF[4] stays.
func Modernize(root *Node) {
	ground, _ := CoordinatesOf(root) // without a board, passes stay as they are
	root.Set("FF", "4")
	root.Set("CA", "UTF-8")
	if !root.Has("GM") {
		root.Set("GM", gameGo)
	}
	for todo := []*Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		n.modern(ground)
	}
}

func (n *Node) modern(ground *Coordinates) {
	for i := range n.Properties {
		p := &n.Properties[i]
		switch {
		case p.ID == "M" && !n.Has("MA"):
			p.ID = "MA"
		case p.ID == "L" && !n.Has("LB"):
			p.ID, p.Values = "LB", lettered(p.Values)
		case descriptions[p.ID].kind == real:
			for j, raw := range p.Values {
				if _, err := Real(raw); err == nil {
					p.Values[j] = strings.Replace(raw, ",", ".", 1)
				}
			}
		case (p.ID == "B" || p.ID == "W") && ground != nil && ground.passTT:
			for j, raw := range p.Values {
				if strings.TrimSpace(raw) == "tt" {
					p.Values[j] = ""
				}
			}
		}
	}
	n.join()
}

// lettered labels points with letters in their order, which is what L means.
func lettered(points []string) []string {
	labels := make([]string, len(points))
	for i, p := range points {
		labels[i] = p + ":" + string(rune('a'+i%26))
	}
	return labels
}

// join puts the values of lists that stand twice into the first.
func (n *Node) join() {
	kept := n.Properties[:0]
	for _, p := range n.Properties {
		i := slices.IndexFunc(kept, func(q Property) bool { return q.ID == p.ID })
		if i >= 0 && descriptions[p.ID].form != single {
			kept[i].Values = slices.Concat(kept[i].Values, p.Values)
			continue
		}
		kept = append(kept, p)
	}
	n.Properties = kept
}
