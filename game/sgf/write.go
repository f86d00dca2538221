package sgf

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"rosette/game/sgf/charset"
)

// lineWidth is the column after which a line is broken before the next node.
const lineWidth = 72

// Write writes the collection in UTF-8. Properties keep their order and their
// raw values; CA says UTF-8 where it names another charset, and where there is
// none but text that readers would take for another charset's. [Parse] of the result is
// the same collection.
func Write(w io.Writer, c *Collection) error {
	out := &printer{w: bufio.NewWriter(w)}
	for _, root := range c.Trees {
		out.tree(root)
	}
	if err := out.w.Flush(); err != nil {
		return fmt.Errorf("sgf: %w", err)
	}
	return nil
}

// String returns the tree as text in SGF.
func (n *Node) String() string {
	var text strings.Builder
	out := &printer{w: bufio.NewWriter(&text)}
	out.tree(n)
	out.w.Flush() // a strings.Builder takes everything
	return text.String()
}

const escape = '\x1b'

// A printer breaks lines between nodes. Write errors are kept by w until Flush.
type printer struct {
	w      *bufio.Writer
	column int
}

func (o *printer) put(parts ...string) {
	for _, s := range parts {
		o.w.WriteString(s)
		o.column += len(s)
		if i := strings.LastIndexByte(s, '\n'); i >= 0 {
			o.column = len(s) - i - 1
		}
	}
}

// tree writes a tree without recursion, because it may be deep.
func (o *printer) tree(root *Node) {
	type branch struct {
		node  *Node
		close bool // the parenthesis after a variation
	}
	for todo := []branch{{root, true}, {node: root}}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := next.node
		if next.close {
			o.put(")")
			continue
		}
		if n == root || len(n.Parent.Children) > 1 {
			if o.column > 0 {
				o.put("\n")
			}
			o.put("(")
		} else if o.column > lineWidth {
			o.put("\n")
		}
		o.put(";")
		if n == root {
			o.charset(root)
		}
		o.properties(n, n == root)
		for i := len(n.Children) - 1; i >= 0; i-- {
			if len(n.Children) > 1 {
				todo = append(todo, branch{node: n, close: true})
			}
			todo = append(todo, branch{node: n.Children[i]})
		}
	}
	o.put("\n")
}

// charset writes CA into a root that has none, if the tree's text needs it.
func (o *printer) charset(root *Node) {
	if root.Has("CA") || root.plain() {
		return
	}
	o.put("CA[UTF-8]")
}

// plain reports whether all text of a tree is ASCII, and nothing in it looks like a change
// of charset, as ISO-2022 has it.
func (n *Node) plain() bool {
	for todo := []*Node{n}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		for _, p := range n.Properties {
			if slices.ContainsFunc(p.Values, func(raw string) bool {
				return !charset.ASCII(raw) ||
					strings.IndexByte(raw, escape) >= 0
			}) {
				return false
			}
		}
	}
	return true
}

func (o *printer) properties(n *Node, root bool) {
	for i := range n.Properties {
		p := &n.Properties[i]
		o.put(p.ID)
		if root && p.ID == "CA" {
			o.put("[UTF-8]")
			continue
		}
		if len(p.Values) == 0 {
			o.put("[]")
		}
		for j, raw := range p.Values {
			if j > 0 && o.column > lineWidth {
				o.put("\n")
			}
			o.put("[", raw, "]")
		}
	}
}
