package editor

import (
	"math"
	"slices"

	"rosette/game/sgf"
	"rosette/study"
)

// newChapter returns the operation that adds a chapter with a root after the others.
func (e *Editor) newChapter(root []study.Property) study.Operation {
	id, order := study.ChapterID(study.NewID(e.random())), e.study.ChapterOrderAt(nil, math.MaxInt)
	return study.Operation{Kind: study.AddChapter, Chapter: id, Node: e.newNode(), Order: order, Properties: root}
}

// addChapter adds an empty board and shows it.
func (e *Editor) addChapter(in *Request, _ *Response) error {
	root, err := newRoot(in.New)
	if err != nil {
		return err
	}
	return e.addChapters([]chapterCopy{{root: recordProperties(root)}})
}

// recordProperties copies the properties from a node outside a study.
func recordProperties(n *sgf.Node) (all []study.Property) {
	for _, p := range n.Properties {
		all = append(all, study.Property{ID: p.ID, Values: p.Values})
	}
	return all
}

// A chapterCopy is a chapter to be added: its root and what follows, in file order.
type chapterCopy struct {
	root []study.Property
	rest []copied
}

// addChapters adds chapters as one edit and shows the first.
func (e *Editor) addChapters(all []chapterCopy) error {
	var operations []study.Operation
	var first, last study.Operation
	for i, c := range all {
		o := e.newChapter(c.root)
		if i == 0 {
			first = o
		} else {
			o.Order = study.Between(last.Order, "")
		}
		last = o
		operations = append(operations, o)
		operations = append(operations, e.below(c.rest, o.Node)...)
	}
	if err := e.edit(operations...); err != nil {
		return err
	}
	e.enter(e.study.Node(first.Node))
	return nil
}

// below returns the operations that add nodes whose first ones follow a root.
func (e *Editor) below(nodes []copied, root study.NodeID) []study.Operation {
	operations := e.additions(nodes, root, study.Between("", ""))
	last := ""
	for i, n := range nodes {
		if n.parent < 0 {
			operations[i].Order = study.Between(last, "")
			last = operations[i].Order
		}
	}
	return operations
}

// chapter returns the chapter in a request, the current one if it names none.
func (e *Editor) chapter(in *Request) (*study.Chapter, error) {
	if in.Chapter == "" {
		return e.at.Chapter, nil
	}
	c := e.study.Chapter(study.ChapterID(in.Chapter))
	if c == nil {
		return nil, study.ErrChapter
	}
	return c, nil
}

// openChapter shows a chapter's node that was current last.
func (e *Editor) openChapter(in *Request, _ *Response) error {
	c, err := e.chapter(in)
	if err != nil {
		return err
	}
	if c.State != study.Present {
		return study.ErrChapter
	}
	if n := e.left[c]; n != nil {
		e.enter(n)
	} else {
		e.enter(c.Root)
	}
	return nil
}

// nameChapter sets a chapter's title.
func (e *Editor) nameChapter(in *Request, _ *Response) error {
	c, err := e.chapter(in)
	if err != nil {
		return err
	}
	return e.edit(textOperation(c.Root, "GN", in.Text))
}

// moveChapter moves a chapter by some places.
func (e *Editor) moveChapter(in *Request, _ *Response) error {
	c, err := e.chapter(in)
	if err != nil {
		return err
	}
	chapters := e.study.Chapters()
	i := slices.Index(chapters, c)
	if i < 0 {
		return study.ErrChapter
	}
	to := min(max(i+in.By, 0), len(chapters)-1)
	if to == i {
		return nil
	}
	return e.edit(study.Operation{Kind: study.MoveChapter, Chapter: c.ID, Order: e.study.ChapterOrderAt(c, to)})
}

// removeChapter moves a chapter to the bin and shows another one.
func (e *Editor) removeChapter(in *Request, _ *Response) error {
	c, err := e.chapter(in)
	if err != nil {
		return err
	}
	if len(e.study.Chapters()) < 2 {
		return refusal{"last-chapter", "the only chapter cannot be removed"}
	}
	if err := e.edit(study.Operation{Kind: study.RemoveChapter, Chapter: c.ID}); err != nil {
		return err
	}
	e.enter(e.at)
	return nil
}

// restoreChapter takes a chapter from the bin and shows it.
func (e *Editor) restoreChapter(in *Request, _ *Response) error {
	c, err := e.chapter(in)
	if err != nil {
		return err
	}
	if err := e.edit(study.Operation{Kind: study.RestoreChapter, Chapter: c.ID}); err != nil {
		return err
	}
	e.enter(c.Root)
	return nil
}

// splitChapter copies the line to the current node and what follows into a new chapter.
func (e *Editor) splitChapter(*Request, *Response) error {
	return e.addChapters([]chapterCopy{branchCopy(e.at)})
}

// branchCopy returns the line to a node and what follows as a chapter.
func branchCopy(n *study.Node) chapterCopy {
	path := pathTo(n)
	root := slices.DeleteFunc(propertiesOf(path[0]), func(p study.Property) bool { return p.ID == "GN" })
	if n.Parent == nil {
		return chapterCopy{root: root, rest: withoutFirst(copyOf(n))}
	}
	var rest []copied
	for i, m := range path[1 : len(path)-1] {
		rest = append(rest, copied{i - 1, propertiesOf(m)})
	}
	above := len(rest)
	for _, c := range copyOf(n) {
		c.parent += above
		rest = append(rest, c)
	}
	return chapterCopy{root: root, rest: rest}
}

// withoutFirst drops a copy's first node, whose children become first.
func withoutFirst(nodes []copied) (rest []copied) {
	for _, c := range nodes[1:] {
		c.parent--
		rest = append(rest, c)
	}
	return rest
}
