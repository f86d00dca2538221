package study

import (
	"cmp"
	"slices"

	"rosette/game/sgf"
)

// Apply executes an operation and returns its inverse, which restores every byte that the study
// would write. It returns the error from [Study.Decide] and changes nothing if the operation is
// refused. Most operations cost as much as searching the siblings.
func (s *Study) Apply(o Operation) (inverse Operation, err error) {
	if err := s.Decide(o); err != nil {
		return Operation{}, err
	}
	switch o.Kind {
	case Add:
		return s.add(o), nil
	case Set:
		return s.set(o), nil
	case Move:
		return s.move(o), nil
	case Remove, Retract, Restore:
		n := s.nodes[o.Node]
		inverse = Operation{Kind: nodeKinds[n.State], Node: n.ID}
		s.setState(n, states[o.Kind])
		return inverse, nil
	case AddChapter:
		return s.addChapter(o), nil
	}
	c := s.byID[o.Chapter]
	if o.Kind == MoveChapter {
		inverse = Operation{Kind: MoveChapter, Chapter: c.ID, Order: c.Order}
		c.Order = o.Order
		slices.SortFunc(s.chapters, compareChapters)
		return inverse, nil
	}
	inverse = Operation{Kind: chapterKinds[c.State], Chapter: c.ID}
	c.State = states[o.Kind]
	return inverse, nil
}

func compareChapters(a, b *Chapter) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}

func compareNodes(a, b *Node) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}

// newNode adds a node that is not yet among its parent's children.
func (s *Study) newNode(o Operation) *Node {
	n := &Node{ID: o.Node, Order: o.Order, Record: &sgf.Node{}}
	for _, p := range o.Properties {
		n.Record.Properties = append(n.Record.Properties, sgf.Property{ID: p.ID, Values: slices.Clone(p.Values)})
	}
	s.bytes += size(n.Record.Properties...)
	s.nodes[n.ID] = n
	return n
}

func (s *Study) add(o Operation) Operation {
	n := s.newNode(o)
	s.nodes[o.Parent].insert(n)
	return Operation{Kind: Retract, Node: n.ID}
}

func (s *Study) addChapter(o Operation) Operation {
	root := s.newNode(o)
	root.Order = ""
	root.Chapter = &Chapter{ID: o.Chapter, Order: o.Order, Root: root}
	s.byID[o.Chapter] = root.Chapter
	s.chapters = append(s.chapters, root.Chapter)
	slices.SortFunc(s.chapters, compareChapters)
	return Operation{Kind: RetractChapter, Chapter: o.Chapter}
}

func (s *Study) move(o Operation) Operation {
	n := s.nodes[o.Node]
	inverse := Operation{Kind: Move, Node: n.ID, Parent: n.Parent.ID, Order: n.Order}
	n.take()
	n.Order = o.Order
	s.nodes[o.Parent].insert(n)
	return inverse
}

// insert puts a child into its place.
func (n *Node) insert(child *Node) {
	child.Parent, child.Chapter = n, n.Chapter
	child.Record.Parent = n.Record
	i, _ := slices.BinarySearchFunc(n.children, child, compareNodes)
	n.children = slices.Insert(n.children, i, child)
	if child.State == Present {
		n.show(child)
	}
}

// take removes a node from its parent's lists.
func (n *Node) take() {
	if n.State == Present {
		n.Parent.hide(n)
	}
	i, _ := slices.BinarySearchFunc(n.Parent.children, n, compareNodes)
	n.Parent.children = slices.Delete(n.Parent.children, i, i+1)
}

// show adds a child to the present ones.
func (n *Node) show(child *Node) {
	i, _ := slices.BinarySearchFunc(n.present, child, compareNodes)
	n.present = slices.Insert(n.present, i, child)
	n.Record.Children = slices.Insert(n.Record.Children, i, child.Record)
}

// hide removes a child from the present ones.
func (n *Node) hide(child *Node) {
	i, _ := slices.BinarySearchFunc(n.present, child, compareNodes)
	n.present = slices.Delete(n.present, i, i+1)
	n.Record.Children = slices.Delete(n.Record.Children, i, i+1)
}

func (s *Study) setState(n *Node, to State) {
	if n.State == Present && to != Present {
		n.Parent.hide(n)
	}
	if n.State != Present {
		s.gone = slices.DeleteFunc(s.gone, func(m *Node) bool { return m == n })
		if to == Present {
			n.Parent.show(n)
		}
	}
	if n.State = to; to != Present {
		s.gone = append(s.gone, n)
	}
}

// set sets or deletes a property. A property from the node's creation returns to its former place;
// others follow by name, so that the result does not depend on their order.
func (s *Study) set(o Operation) Operation {
	n := s.nodes[o.Node]
	r := n.Record
	if n.first == nil {
		n.first = make([]string, len(r.Properties))
		for i := range r.Properties {
			n.first[i] = r.Properties[i].ID
		}
	}
	inverse := Operation{Kind: Set, Node: n.ID, Property: o.Property}
	i := slices.IndexFunc(r.Properties, func(p sgf.Property) bool { return p.ID == o.Property })
	if i >= 0 {
		inverse.Values = r.Properties[i].Values
		s.bytes -= size(r.Properties[i])
	}
	to := sgf.Property{ID: o.Property, Values: slices.Clone(o.Values)}
	s.bytes += size(to)
	switch {
	case len(o.Values) == 0 && i >= 0:
		r.Properties = slices.Delete(r.Properties, i, i+1)
	case len(o.Values) == 0:
	case i >= 0:
		r.Properties[i] = to
	default:
		i = slices.IndexFunc(r.Properties, func(p sgf.Property) bool { return n.before(o.Property, p.ID) })
		if i < 0 {
			i = len(r.Properties)
		}
		r.Properties = slices.Insert(r.Properties, i, to)
	}
	return inverse
}

// before reports whether a property stands before another one in the node.
func (n *Node) before(a, b string) bool {
	i, j := slices.Index(n.first, a), slices.Index(n.first, b)
	switch {
	case i >= 0 && j >= 0:
		return i < j
	case i < 0 && j < 0:
		return a < b
	}
	return i >= 0
}

// size returns the bytes in all values.
func size(all ...sgf.Property) (bytes int) {
	for _, p := range all {
		for _, raw := range p.Values {
			bytes += len(raw)
		}
	}
	return bytes
}
