// Package sgf implements game records in the Smart Game Format: trees of nodes with properties, as
// specified in FF[4] by Arno Hollosi, and FF[1] to FF[3] as existing files use them.
//
// [Parse] reads the grammar and retains every property, known or not, as written; [Write] writes it
// back. [Check] reports problems beyond the grammar. [Walk], [MainLine] and [Replay] play a tree as
// games, [FromGame] writes a game as a tree, and [Modernize] converts older files to FF[4].
// [Coordinates] translates between points and letters and parses the markup in a node; [ClaimAt]
// parses the final result in a record.
//
// Square boards are ordinary Go, GM[1]. Rosette boards are GM[1975]: SZ is the width and height of
// the brick wall, a point is a letter for its column and one for its row from the top, XB is the
// base or a custom board as JSON, XR the rules as JSON and RU their preset.
package sgf

import "slices"

// A Collection is a parsed file: usually one tree, sometimes several.
type Collection struct {
	Trees    []*Node   // the root of each tree
	Charset  string    // charset of the first tree, such as "UTF-8"; see [Reading] for the others
	Problems []Problem // problems found by Parse
}

// Err returns the worst problem as an error, or nil if there are only notes. It ignores problems
// that affect only the characters in names and comments.
func (c *Collection) Err() error {
	worst, found := Worst(slices.DeleteFunc(slices.Clone(c.Problems), func(p Problem) bool {
		return p.Fault == FaultCharset || p.Fault == FaultCharsetGuessed
	}))
	if !found {
		return nil
	}
	return worst
}

// A Node is a node in a tree, with its properties in file order and its children, the main line
// first.
type Node struct {
	Properties []Property
	Parent     *Node
	Children   []*Node
	origin     *origin // of the tree, at the root only
	number     int32   // number in the file, from 1; 0 if not parsed
	at         int32   // offset in the source
}

// A Property is a name and its values. The values are raw: escapes, soft line breaks and colons are
// as in the file, but the charset is always UTF-8.
type Property struct {
	ID     string
	Values []string
	at     int32
}

// Root returns the root above n, or n itself.
func (n *Node) Root() *Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// Property returns the first property with that name, or nil.
func (n *Node) Property(id string) *Property {
	for i := range n.Properties {
		if n.Properties[i].ID == id {
			return &n.Properties[i]
		}
	}
	return nil
}

// Has reports whether the node has a property with that name.
func (n *Node) Has(id string) bool { return n.Property(id) != nil }

// Raw returns the first raw value of a property, or "".
func (n *Node) Raw(id string) string {
	if p := n.Property(id); p != nil && len(p.Values) > 0 {
		return p.Values[0]
	}
	return ""
}

// Info returns the raw value of a game property, such as PB or RE, at n or at the nearest node
// above that has it. Files that merge games have it where a game branches off.
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

// Last returns the end of the main line from n.
func (n *Node) Last() *Node {
	for len(n.Children) > 0 {
		n = n.Children[0]
	}
	return n
}

// Text returns the first value of a property as text, see [Text].
func (n *Node) Text(id string) string { return Text(n.Raw(id)) }

// Set sets the raw values of a property. A new property is added after the others. Text must be
// escaped with [Escape] first.
func (n *Node) Set(id string, raw ...string) {
	if p := n.Property(id); p != nil {
		p.Values = raw
		return
	}
	n.Properties = append(n.Properties, Property{ID: id, Values: raw})
}

// Delete removes every property with that name.
func (n *Node) Delete(id string) {
	n.Properties = slices.DeleteFunc(n.Properties, func(p Property) bool { return p.ID == id })
}

// Add adds a new last child to n and returns it.
func (n *Node) Add() *Node {
	child := &Node{Parent: n}
	n.Children = append(n.Children, child)
	return child
}
