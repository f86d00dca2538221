package study

import (
	"fmt"
	"slices"
	"strconv"

	"rosette/game/sgf"
)

// MaxFileNodes is the largest number of nodes in a file. It leaves room for changes.
const MaxFileNodes = 50_000

// FromCollection returns a study whose chapters are the games of a file. It takes ownership of the
// trees and converts them to FF[4] with one move a node, see [sgf.Modernize] and [sgf.SeparateMoves].
// The study is the same for the file that [sgf.Write] makes of the result. It fails for a tree
// without a valid board and for more than MaxFileNodes nodes.
func FromCollection(c *sgf.Collection) (*Study, error) {
	if len(c.Trees) > MaxChapters {
		return nil, refuse(ErrChapters, fmt.Sprintf("%d games; the most is %d", len(c.Trees), MaxChapters))
	}
	c.Modernize()
	s := New()
	for i, root := range c.Trees {
		if _, err := sgf.CoordinatesOf(root); err != nil {
			return nil, refuse(ErrProperty, err.Error())
		}
		sgf.SeparateMoves(root)
		chapter := &Chapter{ID: ChapterID(strconv.Itoa(i + 1)), Order: orderAt(i)}
		if err := s.read(chapter, root); err != nil {
			return nil, err
		}
		s.byID[chapter.ID] = chapter
		s.chapters = append(s.chapters, chapter)
	}
	return s, nil
}

// read adds a tree's nodes in file order.
func (s *Study) read(c *Chapter, root *sgf.Node) error {
	type place struct {
		record *sgf.Node
		parent *Node
		index  int
	}
	for todo := []place{{record: root}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(s.nodes) == MaxFileNodes {
			return refuse(ErrNodes, fmt.Sprintf("over %d nodes; split the file", MaxFileNodes))
		}
		at.record.Properties = joined(at.record.Properties)
		n := &Node{ID: NodeID(strconv.Itoa(len(s.nodes) + 1)), Chapter: c, Parent: at.parent, Record: at.record}
		s.nodes[n.ID] = n
		if s.bytes += size(n.Record.Properties...); s.bytes > MaxBytes {
			return refuse(ErrTooLarge, fmt.Sprintf("over %d bytes of text; split the file", MaxBytes))
		}
		if at.parent == nil {
			c.Root = n
		} else {
			n.Order = orderAt(at.index)
			at.parent.children = append(at.parent.children, n)
			at.parent.present = append(at.parent.present, n)
		}
		for i, child := range slices.Backward(at.record.Children) {
			todo = append(todo, place{child, n, i})
		}
	}
	return nil
}

// joined joins the values of properties that occur twice in a node. Readers use the first value, as
// before.
func joined(all []sgf.Property) []sgf.Property {
	kept := all[:0]
	for _, p := range all {
		if i := slices.IndexFunc(kept, func(q sgf.Property) bool { return q.ID == p.ID }); i >= 0 {
			kept[i].Values = slices.Concat(kept[i].Values, p.Values)
			continue
		}
		kept = append(kept, p)
	}
	return kept
}
