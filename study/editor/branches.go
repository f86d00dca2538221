package editor

import (
	"slices"

	"rosette/study"
)

// delete moves a node and what follows to the bin, and shows its parent.
func (e *Editor) delete(in *Request, _ *Response) error {
	n, err := e.node(in)
	if err != nil {
		return err
	}
	if err := e.edit(study.Operation{Kind: study.Remove, Node: n.ID}); err != nil {
		return err
	}
	e.enter(e.at)
	return nil
}

// restore takes a node from the bin and shows it.
func (e *Editor) restore(in *Request, _ *Response) error {
	n := e.study.Node(study.NodeID(in.Node))
	if n == nil {
		return refusal{"node", "no such node in the bin"}
	}
	if err := e.edit(study.Operation{Kind: study.Restore, Node: n.ID}); err != nil {
		return err
	}
	e.enter(n)
	return nil
}

// forkAt returns the node at or above n that may move by some places among its siblings, and its
// place, or nil.
func forkAt(n *study.Node, by int) (*study.Node, int) {
	for ; n.Parent != nil; n = n.Parent {
		siblings := n.Parent.Children()
		if i := slices.Index(siblings, n); i+by >= 0 && i+by < len(siblings) {
			return n, i
		}
	}
	return nil, 0
}

// moveTo returns the operation that moves a node to a place among its siblings.
func moveTo(n *study.Node, to int) study.Operation {
	return study.Operation{Kind: study.Move, Node: n.ID, Parent: n.Parent.ID, Order: n.OrderAt(to)}
}

func (e *Editor) promote(in *Request, _ *Response) error { return e.shift(in, -1) }
func (e *Editor) demote(in *Request, _ *Response) error  { return e.shift(in, 1) }

// shift moves the nearest branch by one place.
func (e *Editor) shift(in *Request, by int) error {
	n, err := e.node(in)
	if err != nil {
		return err
	}
	fork, i := forkAt(n, by)
	if fork == nil {
		return nil
	}
	return e.edit(moveTo(fork, i+by))
}

// main makes the line through a node the main line.
func (e *Editor) main(in *Request, _ *Response) error {
	n, err := e.node(in)
	if err != nil {
		return err
	}
	var operations []study.Operation
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Children()[0] != n {
			operations = append(operations, moveTo(n, 0))
		}
	}
	return e.edit(operations...)
}

// copy copies a branch to the clipboard.
func (e *Editor) copy(in *Request, _ *Response) error {
	n, err := e.node(in)
	if err != nil {
		return err
	}
	if n.Parent == nil {
		return study.ErrRoot
	}
	e.clipboard = &clipboard{copyOf(n)}
	return nil
}

// copyOf returns a branch's nodes in file order.
func copyOf(n *study.Node) (nodes []copied) {
	type item struct {
		node   *study.Node
		parent int
	}
	for todo := []item{{n, -1}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		nodes = append(nodes, copied{at.parent, propertiesOf(at.node)})
		for _, child := range slices.Backward(at.node.Children()) {
			todo = append(todo, item{child, len(nodes) - 1})
		}
	}
	return nodes
}

// propertiesOf copies a node's properties.
func propertiesOf(n *study.Node) (all []study.Property) {
	for _, p := range n.Record.Properties {
		all = append(all, study.Property{ID: p.ID, Values: slices.Clone(p.Values)})
	}
	return all
}

// cut copies a branch and moves it to the bin.
func (e *Editor) cut(in *Request, out *Response) error {
	if err := e.copy(in, out); err != nil {
		return err
	}
	return e.delete(in, out)
}

// paste adds the branch in the clipboard below the current node and shows its first node.
func (e *Editor) paste(*Request, *Response) error {
	if e.clipboard == nil {
		return refusal{"clipboard", "nothing was copied"}
	}
	operations := e.additions(e.clipboard.nodes, e.at.ID, e.at.NextOrder())
	if err := e.edit(operations...); err != nil {
		return err
	}
	e.enter(e.study.Node(operations[0].Node))
	return nil
}

// additions returns the operations that add nodes below one.
func (e *Editor) additions(nodes []copied, below study.NodeID, order string) (operations []study.Operation) {
	ids := make([]study.NodeID, len(nodes))
	last := map[int]string{-1: order} // by parent, its last child's order
	for i, n := range nodes {
		ids[i] = e.newNode()
		o := study.Operation{Kind: study.Add, Node: ids[i], Parent: below, Order: order, Properties: n.properties}
		if n.parent >= 0 {
			o.Parent = ids[n.parent]
			o.Order = study.Between(last[n.parent], "")
			last[n.parent] = o.Order
		}
		operations = append(operations, o)
	}
	return operations
}
