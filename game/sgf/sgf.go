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

import "slices"

// A Collection is the content of a file: usually one tree, sometimes several.
type Collection struct {
	Trees    []*Node   // the root of each tree
	Charset  string    // the encoding of the file, such as "UTF-8"
	Problems []Problem // what the reading found and repaired
}

// Err returns the worst of the problems that concern more than the characters of
// names and comments as an error, nil if there are only notes.
func (c *Collection) Err() error {
	worst, found := Worst(slices.DeleteFunc(slices.Clone(c.Problems), func(p Problem) bool {
		return p.Fault == FaultCharset || p.Fault == FaultCharsetGuessed
	}))
	if !found {
		return nil
	}
	return worst
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
