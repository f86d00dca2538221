package sgf

import (
	"errors"
	"fmt"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// MaxViewerNumbers is the largest number of moves that [Viewer] numbers.
const MaxViewerNumbers = 999

// maxViewerValues limits the points in all rectangles that [Viewer] writes separately.
const maxViewerValues = 1 << 20

// viewerProperties maps the node properties that every viewer interprets in the same way to their
// conversions.
var viewerProperties = map[string]func(*viewer, string) []string{
	"N": asWritten, "GB": asWritten, "GW": asWritten, "DM": asWritten, "UC": asWritten, "HO": asWritten, "V": asWritten,
	"CR": (*viewer).list, "MA": (*viewer).list, "SL": (*viewer).list, "SQ": (*viewer).list, "TR": (*viewer).list,
	"DD": (*viewer).list, "TB": (*viewer).list, "TW": (*viewer).list,
	"LB": (*viewer).label, "AR": (*viewer).pair, "LN": (*viewer).pair,
}

// pointMarks lists the marks that exclude each other on a point in FF[4].
var pointMarks = []string{"CR", "MA", "SL", "SQ", "TR", "LB"}

// A viewer copies one tree.
type viewer struct {
	*Coordinates
	size    int                  // lines of the square board
	at      []string             // letters on the square board by point
	lines   []string             // values of LN that draw the board; none for a square board
	numbers int                  // how many of the last moves get their numbers
	left    int                  // values that rectangles may still become
	nodes   map[*Node]viewedNode // those with children to come
}

// A viewedNode has the state after a node, for its children.
type viewedNode struct {
	copy   *Node
	stones []board.Color
	number int         // of the last move
	recent []game.Move // the last moves
}

// Viewer returns a copy of a tree for programs that support only square boards: GM[1] on the
// smallest square SZ that contains the board, with set-up properties instead of moves, one node per
// move. Such programs show the right stones and need no captures. On a honeycomb, rows are two lines
// apart, so that hexagons look like squares; LN draws the lines on all boards that are not square.
// CR marks the last move. If numbers is positive, LB numbers that many last moves instead. C begins
// with the move's number and point.
//
// As in [Replay], illegal moves are played and invalid values skipped; both are returned as problems.
func Viewer(root *Node, numbers int) (view *Node, problems []Problem, err error) {
	coordinates, err := CoordinatesOf(root)
	if err != nil {
		return nil, nil, err
	}
	v := newViewer(coordinates, numbers)
	found := lineProblems{}
	err = Walk(root, func(n *Node, g *game.Game, wrong error) error {
		if p := (Problem{}); errors.As(wrong, &p) {
			found.add(p)
		}
		to := v.node(n, g.Board())
		if n.Parent == nil {
			view = to
		}
		if v.left < 0 {
			return root.problem(nil, FaultTooLarge, fmt.Sprintf("rectangles of over %d points", maxViewerValues))
		}
		return nil
	})
	return view, found.list.all, err
}

func newViewer(c *Coordinates, numbers int) *viewer {
	v := &viewer{Coordinates: c, numbers: numbers, left: maxViewerValues, nodes: map[*Node]viewedNode{}}
	places := make([][2]int, len(c.names))
	for p, name := range c.names {
		x, y := int(coordinate[name[0]]), int(coordinate[name[1]])
		if c.Lattice() == board.Honeycomb {
			y *= 2
		}
		places[p] = [2]int{x, y}
		v.size = max(v.size, x+1, y+1)
		v.at = append(v.at, lettersOf(places[p]))
	}
	if c.Lattice() != board.Grid || c.columns != c.rows {
		v.lines = boardLines(c.Graph, places)
	}
	return v
}

// boardLines returns a board's lines as values for LN. It joins lines that continue each other.
func boardLines(g *board.Graph, places [][2]int) (values []string) {
	type edge struct{ at, step [2]int }
	edges := map[edge]bool{}
	var order []edge
	for _, l := range g.Lines() {
		a, b := places[l[0]], places[l[1]]
		if a[0] > b[0] || a[0] == b[0] && a[1] > b[1] {
			a, b = b, a
		}
		e := edge{a, [2]int{b[0] - a[0], b[1] - a[1]}}
		edges[e] = true
		order = append(order, e)
	}
	for _, e := range order {
		if edges[edge{[2]int{e.at[0] - e.step[0], e.at[1] - e.step[1]}, e.step}] {
			continue
		}
		end := e
		for edges[end] {
			end.at[0] += e.step[0]
			end.at[1] += e.step[1]
		}
		values = append(values, lettersOf(e.at)+":"+lettersOf(end.at))
	}
	return values
}

// node copies a node below its parent's copy. b is the position after the node.
func (v *viewer) node(n *Node, b *board.View) *Node {
	var now viewedNode
	before := make([]board.Color, v.Graph.Points())
	if n.Parent == nil {
		now.copy = &Node{}
		v.setRoot(now.copy, n)
	} else {
		above := v.nodes[n.Parent]
		now = viewedNode{copy: above.copy.Add(), number: above.number, recent: above.recent}
		before = above.stones
		if p := n.Parent; p.Children[len(p.Children)-1] == n {
			delete(v.nodes, p)
		}
	}
	now.stones = v.setChanges(now.copy, before, b)
	heading := v.moves(n, &now)
	for _, p := range n.Properties {
		form := viewerProperties[p.ID]
		if form == nil {
			continue
		}
		var values []string
		for _, raw := range p.Values {
			values = append(values, form(v, raw)...)
		}
		if len(values) > 0 {
			now.copy.Properties = append(now.copy.Properties, Property{ID: p.ID, Values: values})
		}
	}
	v.mark(&now, heading != "")
	if n.Parent == nil {
		heading = v.explanation()
	}
	v.comment(now.copy, heading, n.Raw("C"))
	if len(n.Children) > 0 {
		v.nodes[n] = now
	}
	return now.copy
}

// setRoot sets the root properties: the square around the board and the game information.
func (v *viewer) setRoot(to, root *Node) {
	to.Set("FF", "4")
	to.Set("GM", gameGo)
	to.Set("CA", "UTF-8")
	to.Set("SZ", itoa(v.size))
	for _, p := range root.Properties {
		if descriptions[p.ID].place == gameInfo {
			to.Set(p.ID, p.Values...)
		}
	}
}

// setChanges writes the difference from the previous position as set-up. It returns the new
// position.
func (v *viewer) setChanges(to *Node, before []board.Color, b *board.View) []board.Color {
	now := make([]board.Color, len(before))
	for p := range now {
		now[p] = b.At(board.Point(p))
	}
	for _, s := range setups {
		var values []string
		for p, color := range now {
			if color == s.color && before[p] != color {
				values = append(values, v.at[p])
			}
		}
		if len(values) > 0 {
			to.Set(s.id, values...)
		}
	}
	return now
}

// moves counts the moves in a node. It returns a line about the last one, or "" without a move.
func (v *viewer) moves(n *Node, now *viewedNode) (heading string) {
	for _, p := range n.Properties {
		if p.ID != "B" && p.ID != "W" {
			continue
		}
		color, player := board.Black, "Black"
		if p.ID == "W" {
			color, player = board.White, "White"
		}
		for _, raw := range p.Values {
			at, err := v.Move(raw)
			now.number++
			if err != nil {
				continue
			}
			recent := append(slices.Clone(now.recent), game.Move{Point: at, Color: color})
			now.recent = recent[max(0, len(recent)-max(v.numbers, 1)):]
			heading = fmt.Sprintf("Move %d: %s at %s", now.number, player, v.PointName(at))
			if at == board.Pass {
				heading = fmt.Sprintf("Move %d: %s passes", now.number, player)
			}
		}
	}
	return heading
}

// mark marks the last move, or numbers the last moves, and draws the board. The record's marks have
// precedence.
func (v *viewer) mark(now *viewedNode, moved bool) {
	taken := map[string]bool{}
	for _, id := range pointMarks {
		for raw := range now.copy.list(id) {
			at, _, _ := Split(raw)
			taken[at] = true
		}
	}
	for i := len(now.recent) - 1; i >= 0; i-- {
		m, last := now.recent[i], moved && i == len(now.recent)-1
		if m.Point == board.Pass || taken[v.at[m.Point]] || !last && now.stones[m.Point] != m.Color {
			continue // the last move is marked even if it removed itself
		}
		taken[v.at[m.Point]] = true
		if v.numbers > 0 {
			now.copy.extend("LB", v.at[m.Point]+":"+itoa(now.number-len(now.recent)+1+i))
		} else if last {
			now.copy.extend("CR", v.at[m.Point])
		}
	}
	if len(v.lines) > 0 {
		now.copy.extend("LN", v.lines...)
	}
}

// extend adds values to a property.
func (n *Node) extend(id string, values ...string) {
	if p := n.Property(id); p != nil {
		values = slices.Concat(p.Values, values)
	}
	n.Set(id, values...)
}

// explanation returns the first line for the root's comment, "" for a square board.
func (v *viewer) explanation() string {
	if len(v.lines) == 0 {
		return ""
	}
	return "Board " + v.Name() + ": lines and stones are drawn for programs that know only square boards."
}

// comment sets C to a heading and the record's comment.
func (v *viewer) comment(to *Node, heading, raw string) {
	switch {
	case heading != "" && raw != "":
		to.Set("C", Escape(heading)+"\n"+raw)
	case heading != "":
		to.Set("C", Escape(heading))
	case raw != "":
		to.Set("C", raw)
	}
}

func asWritten(_ *viewer, raw string) []string { return []string{raw} }

// list returns the points in a list's value.
func (v *viewer) list(raw string) (values []string) {
	if raw == "" || v.Lattice() == board.Grid {
		return []string{raw}
	}
	points, err := v.Points(raw)
	if err != nil {
		return nil
	}
	for _, p := range points {
		values = append(values, v.at[p])
	}
	v.left -= len(values)
	return values
}

// label returns a point with its text.
func (v *viewer) label(raw string) []string {
	at, text, _ := Split(raw)
	p, err := v.Point(at)
	if err != nil {
		return nil
	}
	return []string{v.at[p] + ":" + text}
}

// pair returns two points.
func (v *viewer) pair(raw string) []string {
	first, second, _ := Split(raw)
	p, err := v.Point(first)
	if err != nil {
		return nil
	}
	q, err := v.Point(second)
	if err != nil {
		return nil
	}
	return []string{v.at[p] + ":" + v.at[q]}
}

// ForViewers replaces every tree in the collection by its [Viewer] copy and returns all problems.
// It fails at the first tree without a valid board.
func (c *Collection) ForViewers(numbers int) (problems []Problem, err error) {
	for i, root := range c.Trees {
		view, more, err := Viewer(root, numbers)
		if err != nil {
			return nil, err
		}
		c.Trees[i], problems = view, append(problems, more...)
	}
	return problems, nil
}
