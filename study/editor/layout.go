package editor

import (
	"slices"

	"rosette/game/sgf"
	"rosette/study"
)

// A layout places a chapter's nodes on a grid: the main line in row 0, and each branch in the
// first row below everything that it would cross. It takes time in proportion to the nodes.
type layout struct {
	places  []place             // in file order
	index   map[*study.Node]int // by node, its index in places
	columns [][]int             // by column, indices in places
	rows    int
}

// A place is a node in a layout.
type place struct {
	node   *study.Node
	x, y   int
	number int // the last move's number up to here
}

// layoutOf lays out a chapter.
func layoutOf(c *study.Chapter) *layout {
	l := &layout{index: map[*study.Node]int{}}
	l.list(c.Root)
	l.columns = make([][]int, 0, 64)
	l.descend()
	for i := range l.places {
		p := &l.places[i]
		for len(l.columns) <= p.x {
			l.columns = append(l.columns, nil)
		}
		l.columns[p.x] = append(l.columns[p.x], i)
		l.rows = max(l.rows, p.y+1)
	}
	return l
}

// list lists the nodes in file order with their columns and numbers.
func (l *layout) list(root *study.Node) {
	type item struct {
		node   *study.Node
		x      int
		number int
	}
	for todo := []item{{node: root}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		number := numberAt(at.node, at.number)
		l.index[at.node] = len(l.places)
		l.places = append(l.places, place{node: at.node, x: at.x, number: number})
		for _, child := range slices.Backward(at.node.Children()) {
			todo = append(todo, item{child, at.x + 1, number})
		}
	}
}

// numberAt returns the last move's number up to a node, given its parent's. MN sets the
// the node's own number.
func numberAt(n *study.Node, before int) int {
	if mn, err := sgf.Number(n.Record.Raw("MN")); err == nil {
		before = mn - 1
	}
	if _, _, moves := moveOf(n.Record); moves {
		before++
	}
	return before
}

// A run is a line through first children that waits for its row.
type run struct {
	nodes []int // in places
	next  int   // its node whose branches are placed next, from the last to the first
	child int   // that node's next other child
}

// descend places the lines: each one, then its last node's branches, and so on to its first.
// Whatever is placed later, branches off further left.
func (l *layout) descend() {
	lowest := make([]int, len(l.places)+1) // by column, the lowest row in use
	for x := range lowest {
		lowest[x] = -1
	}
	for open := []run{l.place(0, lowest)}; len(open) > 0; {
		r := &open[len(open)-1]
		if r.next < 0 {
			open = open[:len(open)-1]
			continue
		}
		children := l.places[r.nodes[r.next]].node.Children()
		if r.child >= len(children) {
			r.next, r.child = r.next-1, 1
			continue
		}
		r.child++
		open = append(open, l.place(l.index[children[r.child-1]], lowest))
	}
}

// place puts the line that begins at a node into the first free row.
func (l *layout) place(first int, lowest []int) run {
	r := run{child: 1}
	row := 0
	for i, more := first, true; more; {
		r.nodes = append(r.nodes, i)
		row = max(row, lowest[l.places[i].x]+1)
		children := l.places[i].node.Children()
		if more = len(children) > 0; more {
			i++ // the first child follows its parent
		}
	}
	if x := l.places[first].x; x > 0 {
		lowest[x-1] = max(lowest[x-1], row-1) // the line from the parent comes down there
	}
	for _, i := range r.nodes {
		p := &l.places[i]
		p.y = row
		lowest[p.x] = row
	}
	r.next = len(r.nodes) - 1
	return r
}
