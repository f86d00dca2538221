package editor

import (
	"fmt"
	"slices"

	"rosette/internal/quote"
	"rosette/study"
)

// enter makes a node the current one, or the last node above it that is present. The lines through
// it become those last looked at.
func (e *Editor) enter(n *study.Node) {
	if n.Chapter.State != study.Present {
		n = e.study.Chapters()[0].Root
	}
	visible := n
	for m := n; m != nil; m = m.Parent {
		if m.State != study.Present {
			visible = m.Parent
		}
	}
	e.at = visible
	for m := visible; m.Parent != nil && e.onward[m.Parent] != m; m = m.Parent {
		e.onward[m.Parent] = m
	}
	if e.left[visible.Chapter] == nil || e.left[visible.Chapter].Chapter == visible.Chapter {
		e.left[visible.Chapter] = visible
	}
}

// next returns the child on the line last looked at, or nil.
func (e *Editor) next(n *study.Node) *study.Node {
	if child := e.onward[n]; child != nil && child.State == study.Present && child.Parent == n {
		return child
	}
	if children := n.Children(); len(children) > 0 {
		return children[0]
	}
	return nil
}

// lineNodes returns the nodes on the line through the current node, from the root, and the index for the current
// one.
func (e *Editor) lineNodes() (nodes []*study.Node, index int) {
	nodes = pathTo(e.at)
	index = len(nodes) - 1
	for n := e.next(e.at); n != nil; n = e.next(n) {
		nodes = append(nodes, n)
	}
	return nodes, index
}

// pathTo returns the nodes from the root to n.
func pathTo(n *study.Node) (path []*study.Node) {
	for ; n != nil; n = n.Parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// node returns the node in a request, the current one if it names none.
func (e *Editor) node(in *Request) (*study.Node, error) {
	if in.Node == "" {
		return e.at, nil
	}
	n := e.study.Node(study.NodeID(in.Node))
	if n == nil || !n.Visible() {
		return nil, refusal{"node", fmt.Sprintf("no node %q", quote.Clip(in.Node, 24))}
	}
	return n, nil
}

func (e *Editor) goTo(in *Request, _ *Response) error {
	n, err := e.node(in)
	if err == nil {
		e.enter(n)
	}
	return err
}

func (e *Editor) to(in *Request, _ *Response) error {
	nodes, _ := e.lineNodes()
	e.enter(nodes[min(max(in.Index, 0), len(nodes)-1)])
	return nil
}

func (e *Editor) step(in *Request, _ *Response) error {
	nodes, index := e.lineNodes()
	by := min(max(in.By, -len(nodes)), len(nodes))
	e.enter(nodes[min(max(index+by, 0), len(nodes)-1)])
	return nil
}

func (e *Editor) first(*Request, *Response) error {
	e.enter(e.at.Chapter.Root)
	return nil
}

func (e *Editor) last(*Request, *Response) error {
	nodes, _ := e.lineNodes()
	e.enter(nodes[len(nodes)-1])
	return nil
}

// branch goes to another child below the parent, or below the nearest fork above.
func (e *Editor) branch(in *Request, _ *Response) error {
	n := e.at
	for n.Parent != nil && len(n.Parent.Children()) < 2 {
		n = n.Parent
	}
	if n.Parent == nil {
		return nil
	}
	siblings := n.Parent.Children()
	i := slices.Index(siblings, n)
	by := min(max(in.By, -len(siblings)), len(siblings))
	e.enter(siblings[min(max(i+by, 0), len(siblings)-1)])
	return nil
}

// nextBranch goes along the line to the next node with several children, or to the end.
func (e *Editor) nextBranch(in *Request, _ *Response) error {
	nodes, i := e.lineNodes()
	by := 1
	if in.Back {
		by = -1
	}
	for i += by; i > 0 && i < len(nodes)-1 && len(nodes[i].Children()) < 2; {
		i += by
	}
	e.enter(nodes[min(max(i, 0), len(nodes)-1)])
	return nil
}
