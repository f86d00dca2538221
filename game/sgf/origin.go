package sgf

// An origin links a tree to its file.
type origin struct {
	text    *source
	reading Reading
}

// source returns the text of the root's file, or nil.
func (n *Node) source() *source {
	if n.origin == nil {
		return nil
	}
	return n.origin.text
}

// Assume stores how the reader of a file found the charset, the rules and the komi of a tree, for
// [GameInfoAt]. An Assumption without a source leaves what the properties in the tree say.
func (n *Node) Assume(r Reading) { n.origin = &origin{n.source(), r} }

// assumed returns the values that the reader of the file found. A tree without a file is UTF-8.
func (n *Node) assumed() Reading {
	if n.origin == nil || n.origin.reading.Charset.How == "" {
		return Reading{Charset: Assumption{How: Named, Value: "UTF-8"}}
	}
	return n.origin.reading
}
