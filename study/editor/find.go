package editor

import (
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

// find goes to the next node with a text, or with the current position in any symmetry.
func (e *Editor) find(in *Request, out *Response) error {
	var matches func(n *study.Node) bool
	if text := strings.ToLower(strings.TrimSpace(in.Text)); text != "" {
		matches = func(n *study.Node) bool { return hasText(n.Record, text) }
	} else {
		if err := e.line.to(e.at); err != nil {
			return err
		}
		matches = samePosition(e.line.replayer.Game().Board())
	}
	var found []*study.Node
	here := -1 // the last index at or before the current node
	past := false
	for _, c := range e.study.Chapters() {
		for todo := []*study.Node{c.Root}; len(todo) > 0; {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, child := range slices.Backward(n.Children()) {
				todo = append(todo, child)
			}
			if matches(n) {
				found = append(found, n)
			}
			if past = past || n == e.at; !past || n == e.at {
				here = len(found) - 1
			}
		}
	}
	count := len(found)
	out.Found = &count
	if count == 0 {
		return nil
	}
	next := here + 1
	if in.Back {
		next = here - 1
		if here < 0 || found[here] != e.at {
			next = here
		}
	}
	e.enter(found[(next+count)%count])
	return nil
}

// hasText reports whether a comment, name or label has a text in small letters.
func hasText(n *sgf.Node, text string) bool {
	for _, id := range []string{"C", "N", "LB", "GC", "PB", "PW", "EV", "GN"} {
		if p := n.Property(id); p != nil {
			for _, raw := range p.Values {
				if strings.Contains(strings.ToLower(sgf.Text(raw)), text) {
					return true
				}
			}
		}
	}
	return false
}

// samePosition returns a function that reports whether a node has the stones of a position, turned
// or reflected. Nodes must be passed in file order, so that each costs one step.
func samePosition(b *board.View) func(n *study.Node) bool {
	graph := b.Graph()
	wanted := map[board.Hash]bool{b.Hash(): true}
	for _, s := range graph.Symmetries() {
		var h board.Hash
		for p := range graph.Points() {
			if c := b.At(board.Point(p)); c != board.Empty {
				h = h.Xor(board.Key(s[p], c))
			}
		}
		wanted[h] = true
	}
	var w walker
	return func(n *study.Node) bool {
		if w.to(n) != nil {
			return false
		}
		at := w.replayer.Game().Board()
		return at.Graph() == graph && wanted[at.Hash()]
	}
}
