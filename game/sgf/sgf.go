// Package sgf implements game records in the Smart Game Format: trees of nodes
// with properties, as specified in FF[4] by Arno Hollosi, and FF[1] to FF[3] as
// existing files use them.
//
// [Parse] reads the grammar and keeps every property, known or not, as written;
// [Write] writes it back. [Check] reports what is wrong beyond the grammar.
// [Walk], [MainLine] and [Replay] play a tree as games, [FromGame] writes a
// game as a tree, and [Modernize] turns older files into FF[4]. [Coordinates]
// translate between points and letters and read the markup of a node; [ClaimAt]
// reads the end of the game according to a record.
//
// Square boards are ordinary Go, GM[1]. Rosette boards are GM[1975]: SZ is the
// width and height of the brick wall, a point is a letter for its column and
// one for its row from the top, XB is the base, XR the rules as JSON and RU
// their preset.
package sgf

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Collection is the content of a file: usually one tree, sometimes several.
type Collection struct {
	Trees    []*Node   // the root of each tree
	Charset  string    // the encoding of the file, such as "UTF-8"
	Problems []Problem // what a lenient reading found and repaired
}

// A Node is a node of a tree: its properties in the order of the file and its
// children, the main line first.
type Node struct {
	Properties []Property
	Parent     *Node
	Children   []*Node
	src        *source // the text of the file, at the root only
	number     int32   // number in the file, from 1; 0 if the node was not parsed
	at         int32   // offset in the source
}

// A Property is a name and its values. The values are raw: escapes, soft line
// breaks and colons are those of the file, but the charset is always UTF-8.
type Property struct {
	ID     string
	Values []string
	at     int32
}

// A source is the text of a file, to find line numbers.
type source struct {
	text  string
	lines []int // offset of each line
}

// A Problem is an error in a record with its place. Line, Column (in
// characters) and Node count from 1 and are 0 where they are not known.
type Problem struct {
	Line, Column, Node int
	Message            string
}

// Error returns the place and the message in one line. Control characters,
// which a terminal would obey, are replaced.
func (p Problem) Error() string {
	var where []string
	for _, w := range []struct {
		name string
		n    int
	}{{"line ", p.Line}, {"column ", p.Column}, {"node ", p.Node}} {
		if w.n > 0 {
			where = append(where, w.name+itoa(w.n))
		}
	}
	what := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, p.Message)
	if len(where) == 0 {
		return what
	}
	return strings.Join(where, ", ") + ": " + what
}

// place returns the line and column of an offset.
func (s *source) place(at int) (line, column int) {
	if s.lines == nil {
		s.lines = []int{0}
		for i := 0; i < len(s.text); i++ {
			if n := newline(s.text[i:]); n > 0 {
				i += n - 1
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line = sort.SearchInts(s.lines, at+1)
	return line, utf8.RuneCountInString(s.text[s.lines[line-1]:at]) + 1
}

// newline returns the length of the line break that the text begins with, 0 if
// there is none. LF, CR, CRLF and LFCR are one break each.
func newline(s string) int {
	if s[0] != '\n' && s[0] != '\r' {
		return 0
	}
	if len(s) > 1 && s[1] != s[0] && (s[1] == '\n' || s[1] == '\r') {
		return 2
	}
	return 1
}

// problem returns a Problem at the node, or at one of its properties.
func (n *Node) problem(p *Property, what string) Problem {
	found := Problem{Node: int(n.number), Message: what}
	root := n.Root()
	if root.src == nil || n.number == 0 {
		return found
	}
	at := n.at
	if p != nil && p.at > 0 {
		at = p.at
	}
	found.Line, found.Column = root.src.place(int(at))
	return found
}

// ProblemIn returns an error in a property of the node as a Problem at its
// place.
func (n *Node) ProblemIn(id string, wrong error) Problem {
	return n.problem(n.Property(id), id+": "+wrong.Error())
}

// Root returns the root of the tree of n.
func (n *Node) Root() *Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// Property returns the first property of that name, or nil.
func (n *Node) Property(id string) *Property {
	for i := range n.Properties {
		if n.Properties[i].ID == id {
			return &n.Properties[i]
		}
	}
	return nil
}

// Has reports whether the node has a property of that name.
func (n *Node) Has(id string) bool { return n.Property(id) != nil }

// Raw returns the first raw value of a property, "" if the node does not have
// it.
func (n *Node) Raw(id string) string {
	if p := n.Property(id); p != nil && len(p.Values) > 0 {
		return p.Values[0]
	}
	return ""
}

// Info returns the raw value of a property of the game, such as PB or RE, at n
// or at the nearest node above that has it: files that merge games have it
// where a game leaves the others.
func (n *Node) Info(id string) string {
	if p := n.info(id); p != nil && len(p.Values) > 0 {
		return p.Values[0]
	}
	return ""
}

func (n *Node) info(id string) *Property {
	for ; n != nil; n = n.Parent {
		if p := n.Property(id); p != nil {
			return p
		}
	}
	return nil
}

// Last returns the end of the main line that begins with n.
func (n *Node) Last() *Node {
	for len(n.Children) > 0 {
		n = n.Children[0]
	}
	return n
}

// Text returns the first value of a property as text, see [Text].
func (n *Node) Text(id string) string { return Text(n.Raw(id)) }

// Set gives a property raw values. A new property is added behind the others.
// Text must be escaped with [Escape] first.
func (n *Node) Set(id string, raw ...string) {
	if p := n.Property(id); p != nil {
		p.Values = raw
		return
	}
	n.Properties = append(n.Properties, Property{ID: id, Values: raw})
}

// Delete removes every property of that name.
func (n *Node) Delete(id string) {
	n.Properties = slices.DeleteFunc(n.Properties, func(p Property) bool { return p.ID == id })
}

// Add returns a new last child of n.
func (n *Node) Add() *Node {
	child := &Node{Parent: n}
	n.Children = append(n.Children, child)
	return child
}
