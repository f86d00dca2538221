// Package study implements collections of game trees that one person edits or several people share.
//
// A [Study] has chapters, and a chapter is a tree of nodes. A node holds raw SGF properties, so that
// comments, marks, set-up and unknown properties of a file are never lost. Every change is an
// [Operation] with an inverse: [Study.Decide] may refuse it, [Study.Apply] executes it. Removed nodes
// stay in the study and can be restored.
//
// Several people may send operations to a server, which puts them into one order. Operations that
// concern different things (see [Conflict]) have the same effect in every order.
package study

import (
	"slices"

	"rosette/game/sgf"
)

// A NodeID identifies a node in a study. The nodes of a file have their numbers in the file, from 1;
// others have IDs from [NewID].
type NodeID string

// A ChapterID identifies a chapter in a study, like a [NodeID].
type ChapterID string

// A Study is a list of chapters. It is not safe for concurrent use.
type Study struct {
	chapters []*Chapter // by order, removed ones included
	byID     map[ChapterID]*Chapter
	nodes    map[NodeID]*Node
	gone     []*Node // nodes that are not present, the last one last
	bytes    int     // in all property values
}

// A Chapter is a tree. Its fields change only by operations. Its title is the property GN of the
// root.
type Chapter struct {
	ID    ChapterID
	Order string
	State State
	Root  *Node
}

// A State is whether a node or a chapter is part of its study.
type State uint8

// The states.
const (
	Present   State = iota
	Removed         // deleted, and listed in the bin
	Retracted       // its addition was undone
)

// A Node is a node in a tree. Its fields change only by operations.
type Node struct {
	ID      NodeID
	Order   string // among its siblings
	State   State
	Chapter *Chapter
	Parent  *Node // nil for a root
	// Record has the properties, and the present children as a tree for package sgf. It must not be
	// modified.
	Record *sgf.Node

	children []*Node  // by order, removed ones included
	present  []*Node  // children that are present, as in Record
	first    []string // properties at its creation, in order; nil as long as they are those in Record
}

// New returns an empty study.
func New() *Study {
	return &Study{byID: map[ChapterID]*Chapter{}, nodes: map[NodeID]*Node{}}
}

// Node returns the node with that ID, or nil.
func (s *Study) Node(id NodeID) *Node { return s.nodes[id] }

// Chapter returns the chapter with that ID, or nil.
func (s *Study) Chapter(id ChapterID) *Chapter { return s.byID[id] }

// Chapters returns the present chapters in order.
func (s *Study) Chapters() []*Chapter {
	var present []*Chapter
	for _, c := range s.chapters {
		if c.State == Present {
			present = append(present, c)
		}
	}
	return present
}

// Nodes returns the number of nodes, removed ones included.
func (s *Study) Nodes() int { return len(s.nodes) }

// Children returns the present children, the main line first. The slice must not be modified.
func (n *Node) Children() []*Node { return n.present }

// Visible reports whether the node, all nodes above it and its chapter are present.
func (n *Node) Visible() bool {
	for m := n; m != nil; m = m.Parent {
		if m.State != Present {
			return false
		}
	}
	return n.Chapter.State == Present
}

// Bin returns the removed nodes in the present chapters, the last removed one last. A node below
// another removed node is not listed, nor is a node whose addition was undone, unless others have
// added nodes below it.
func (s *Study) Bin() []*Node {
	var removed []*Node
	for _, n := range s.gone {
		if n.Parent.Visible() && (n.State == Removed || n.hasOthers()) {
			removed = append(removed, n)
		}
	}
	return removed
}

// hasOthers reports whether a node below n was not retracted: other people added it.
func (n *Node) hasOthers() bool {
	for todo := slices.Clone(n.children); len(todo) > 0; {
		m := todo[len(todo)-1]
		if m.State == Present {
			return true
		}
		todo = append(todo[:len(todo)-1], m.children...)
	}
	return false
}

// Collection returns the present chapters for package sgf. It shares their nodes.
func (s *Study) Collection() *sgf.Collection {
	c := &sgf.Collection{Charset: "UTF-8"}
	for _, chapter := range s.Chapters() {
		c.Trees = append(c.Trees, chapter.Root.Record)
	}
	return c
}

// NextOrder returns an order after all children, removed ones included.
func (n *Node) NextOrder() string {
	if len(n.children) == 0 {
		return Between("", "")
	}
	return Between(n.children[len(n.children)-1].Order, "")
}

// OrderAt returns the order with which n becomes the i-th of its present siblings, from 0. Removed
// siblings keep their places.
func (n *Node) OrderAt(i int) string {
	return orderAmong(n.Parent.children, i, func(m *Node) (order string, other, present bool) {
		return m.Order, m != n, m.State == Present
	})
}

// ChapterOrderAt returns the order with which a chapter becomes the i-th of the present ones, from 0. A
// nil chapter means a new one.
func (s *Study) ChapterOrderAt(c *Chapter, i int) string {
	return orderAmong(s.chapters, i, func(d *Chapter) (order string, other, present bool) {
		return d.Order, d != c, d.State == Present
	})
}

// orderAmong returns the order of the i-th present sibling. look describes one, by its order.
func orderAmong[T any](all []T, i int, look func(T) (order string, other, present bool)) string {
	before := ""
	for _, s := range all {
		order, other, present := look(s)
		switch {
		case !other:
		case i > 0:
			before = order
			if present {
				i--
			}
		case order > before:
			return Between(before, order)
		}
	}
	return Between(before, "")
}

// RemovedChapters returns the chapters in the bin.
func (s *Study) RemovedChapters() []*Chapter {
	var removed []*Chapter
	for _, c := range s.chapters {
		if c.State == Removed {
			removed = append(removed, c)
		}
	}
	return removed
}
