package sgf

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"rosette/game/sgf/charset"
)

// lineWidth is the column after which the next node starts a new line.
const lineWidth = 72

// Write writes the collection in UTF-8. Properties retain their order and raw values, except that
// CA becomes UTF-8. Write adds CA if the text needs it: non-ASCII text, or text that looks like
// another charset, and explains boards that only this program supports in the root's comment.
// [Parse] of the output returns the same collection.
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

// String returns the tree as SGF.
func (n *Node) String() string {
	var text strings.Builder
	out := &printer{w: bufio.NewWriter(&text)}
	out.tree(n)
	out.w.Flush() // a strings.Builder does not fail
	return text.String()
}

const escape = '\x1b'

// A printer writes a tree and breaks lines between nodes. w holds write errors until Flush.
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

// tree writes a tree without recursion, because trees may be deep.
func (o *printer) tree(root *Node) {
	type branch struct {
		node  *Node
		close bool // write the parenthesis after a variation
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

// charset writes CA in a root without one, if the text needs it.
func (o *printer) charset(root *Node) {
	if root.Has("CA") || root.plain() {
		return
	}
	o.put("CA[UTF-8]")
}

// plain reports whether all text in a tree is ASCII without escape characters, which ISO-2022 uses
// to change the charset.
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
	explained := !root || !n.explained()
	for i := range n.Properties {
		p := &n.Properties[i]
		o.put(p.ID)
		if root && p.ID == "CA" {
			o.put("[UTF-8]")
			continue
		}
		values := p.Values
		if len(values) == 0 {
			values = []string{""}
		}
		if p.ID == "C" && !explained {
			explained = true
			values = slices.Concat([]string{explanation + afterExplanation + values[0]}, values[1:])
		}
		for j, raw := range values {
			if j > 0 && o.column > lineWidth {
				o.put("\n")
			}
			o.put("[", raw, "]")
		}
	}
	if !explained {
		o.put("C[", explanation, "]")
	}
}
