package sgf

import (
	"slices"
	"strings"
)

// Modernize converts a tree to FF[4] in UTF-8, in place: it joins repeated lists in a node,
// replaces M by MA and L by LB, makes tt passes empty, writes colours such as 1 as B and W and
// decimal commas as points, and sets FF and CA. It leaves properties without an FF[4] counterpart.
func Modernize(root *Node) {
	coordinates, _ := CoordinatesOf(root) // without a valid board, passes stay
	root.Set("FF", "4")
	root.Set("CA", "UTF-8")
	root.Set("GM", gameOf(root))
	if root.Has("SZ") && strings.TrimSpace(root.Raw("SZ")) == "" {
		root.Delete("SZ")
	}
	for todo := []*Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		n.modernize(coordinates)
	}
}

// Modernize converts every tree in the collection to FF[4], see [Modernize].
func (c *Collection) Modernize() {
	for _, root := range c.Trees {
		Modernize(root)
	}
}

func (n *Node) modernize(coordinates *Coordinates) {
	for i := range n.Properties {
		p := &n.Properties[i]
		switch {
		case p.ID == "M" && !n.Has("MA"):
			p.ID = "MA"
		case p.ID == "L" && !n.Has("LB"):
			p.ID, p.Values = "LB", lettered(p.Values)
		case p.ID == "SZ", descriptions[p.ID].kind == real, descriptions[p.ID].kind == color:
			for j, raw := range p.Values {
				p.Values[j] = descriptions[p.ID].proper(raw)
			}
		case (p.ID == "B" || p.ID == "W") && coordinates != nil && coordinates.passTT:
			for j, raw := range p.Values {
				if strings.TrimSpace(raw) == "tt" {
					p.Values[j] = ""
				}
			}
		}
	}
	n.join()
}

// lettered returns labels a, b, c, … for the points, as L means.
func lettered(points []string) []string {
	labels := make([]string, len(points))
	for i, p := range points {
		labels[i] = p + ":" + string(rune('a'+i%26))
	}
	return labels
}

// join appends the values of a repeated list in a node to its first occurrence.
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

// SeparateMoves gives each move in a tree its own node, in place. Other programs read only the
// first move in a node. A node with several moves becomes a line of nodes in file order. Set-up, PL
// with it, and game information stay in the first node; comments, marks and other properties about
// the position after all moves go to the last.
func SeparateMoves(root *Node) {
	for todo := []*Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		n.separateMoves()
	}
}

func (n *Node) separateMoves() {
	var moves, first, last []Property
	setup := n.Has("AB") || n.Has("AW") || n.Has("AE")
	for _, p := range n.Properties {
		switch d, known := descriptions[p.ID]; {
		case d.kind == move:
			for _, raw := range p.Values {
				moves = append(moves, Property{ID: p.ID, Values: []string{raw}, at: p.at})
			}
		case known && (d.place == anywhere || d.place == inMove) && p.ID != "MN", p.ID == "PL" && !setup:
			last = append(last, p)
		default:
			first = append(first, p)
		}
	}
	if len(moves) < 2 {
		return
	}
	children := n.Children
	n.Properties, n.Children = append(first, moves[0]), nil
	end := n
	for _, m := range moves[1:] {
		end = end.Add()
		end.Properties = []Property{m}
		end.number = n.number
		end.at = n.at
	}
	end.Properties, end.Children = append(end.Properties, last...), children
	for _, child := range children {
		child.Parent = end
	}
}
