package sgf

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// Check returns the problems in a collection: those that [Parse] found, and beyond the grammar
// invalid values, misplaced or repeated properties, points off the board or marked twice, and moves
// that are illegal under the rules in the file. It accepts unknown properties. It returns at most
// 100 problems, and at most three alike; the third counts the rest in More. [Faults] lists all
// kinds.
func Check(c *Collection) []Problem {
	problems, _ := CheckContext(context.Background(), c) // is never canceled
	return problems
}

// CheckContext is like Check, but fails with the error of ctx, which it checks before each node.
func CheckContext(ctx context.Context, c *Collection) ([]Problem, error) {
	k := &checker{ended: ctx.Err}
	for _, p := range c.Problems {
		k.add(p)
	}
	for _, root := range c.Trees {
		k.tree(root)
	}
	return k.problems.all, ctx.Err()
}

type checker struct {
	ended       func() error // returns the error of the context
	problems    problemList
	found       int     // number of problems, including unlisted ones
	src         *source // of the tree
	coordinates *Coordinates
	marks       []*Property // by point: the property that marks it in this node
	repeated    bool        // a player has moved twice in a row in this tree
	path        path
}

var errEnough = errors.New("enough problems")

func (k *checker) add(p Problem) {
	k.found++
	if k.problems.lists(p.alikeBy()) {
		k.problems.add(p)
	}
}

// problem adds a problem with the node, or with one of its properties.
func (k *checker) problem(n *Node, p *Property, f Fault, message string) {
	k.found++
	if k.problems.lists(message) { // avoids searching for the place of an unlisted problem
		k.problems.add(k.src.problem(n, p, f, message))
	}
}

// addError adds an error from this package, unless the same place already has a problem.
func (k *checker) addError(err error) {
	found := Problem{}
	if !errors.As(err, &found) {
		return
	}
	for _, known := range k.problems.all {
		if known.Line == found.Line && known.Column == found.Column && found.Line > 0 {
			return
		}
	}
	k.add(found)
}

// tree checks every node, and the moves if the tree has a valid board.
func (k *checker) tree(root *Node) {
	var err error
	k.src, k.repeated = root.source(), root.Has("HA") // with a handicap Black may move twice
	k.path = path{}
	if k.coordinates, err = CoordinatesOf(root); err != nil {
		k.nodes(root)
		k.addError(err) // a problem with SZ is listed once
		return
	}
	k.marks = make([]*Property, k.coordinates.Graph.Points())
	info := gameInfoAt(root, k.coordinates, Override{})
	err = Walk(root, func(n *Node, g *game.Game, wrong error) error {
		if err := k.ended(); err != nil {
			return err
		}
		before := k.found
		k.node(n)
		if found := (Problem{}); errors.As(wrong, &found) && (found.Fault != FaultNoPoint || k.found == before) {
			k.addError(wrong) // a bad point is listed once
		}
		k.turn(n, g)
		if k.problems.full() {
			return errEnough
		}
		return nil
	})
	for _, p := range info.Problems {
		if err == nil {
			k.addError(p)
		}
	}
}

// turn reports the first time in a tree that a player moves twice in a row.
func (k *checker) turn(n *Node, g *game.Game) {
	if k.repeated || g.Ply() < 2 || n.moves() != 1 {
		return
	}
	last, before := g.Move(g.Ply()-1), g.Move(g.Ply()-2)
	if last.Color != before.Color {
		return
	}
	k.repeated = true
	p := n.Property(colorID(last.Color))
	if p == nil {
		return // an invalid move
	}
	k.problem(n, p, FaultTurn, last.Color.String()+" moves twice in a row")
}

// nodes checks a tree that cannot be replayed.
func (k *checker) nodes(root *Node) {
	for todo := []*Node{root}; len(todo) > 0 && !k.problems.full() && k.ended() == nil; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		k.node(n)
		for i := len(n.Children) - 1; i >= 0; i-- {
			todo = append(todo, n.Children[i])
		}
	}
}

func (k *checker) node(n *Node) {
	k.path.enter(n)
	var moves, setups, judges *Property
	informs, pointed := false, false
	for i := range n.Properties {
		p := &n.Properties[i]
		d, known := descriptions[p.ID]
		if first := n.Property(p.ID); first != p {
			k.problem(n, p, FaultTwice, p.ID+" stands twice in one node; "+d.joined(known))
		}
		if !known {
			continue
		}
		if found := d.checkValues(p, k.coordinates); found != nil {
			k.problem(n, p, found.fault, found.message)
		}
		switch {
		case d.place == gameInfo && !informs:
			informs = true
			k.gameInfo(n, p)
		case d.place == atRoot && n.Parent != nil:
			k.problem(n, p, FaultNotInRoot, p.ID+" belongs into the first node of the tree")
		case d.place == inSetup:
			setups = p
		case d.place == inMove && d.kind != move:
			judges = p
		case d.kind == move && moves != nil && moves.ID != p.ID:
			k.problem(n, p, FaultTwoMoves, "B and W in one node; make two nodes")
		case d.kind == move:
			moves = p
		}
		pointed = pointed || d.once != nil
		if other := n.excluded(p, d); other != nil && d.kind != move {
			k.problem(n, p, FaultExclusive, p.ID+" and "+other.ID+" exclude each other in a node; keep one")
		}
	}
	if moves != nil && setups != nil {
		k.problem(n, setups, FaultSetupBesideMove,
			fmt.Sprintf("%s sets up in the node of a move; make two nodes", setups.ID))
	}
	if moves == nil && judges != nil {
		k.problem(n, judges, FaultNoMove, judges.ID+" speaks of a move and the node has none; put it beside B or W")
	}
	if k.path.informed == n { // not below another, so that each line is looked at once
		k.handicap(n)
	}
	for _, set := range pointSets {
		if pointed {
			k.overlaps(n, set)
		}
	}
}

// joined returns the advice for a property that stands twice in a node.
func (d description) joined(known bool) string {
	switch {
	case known && d.form != single:
		return "join its values"
	case d.kind == move:
		return "make a node for each move"
	}
	return "keep one"
}

// excluded returns the first property in a node before p that p excludes, or nil.
func (n *Node) excluded(p *Property, d description) *Property {
	for i := range n.Properties {
		other := &n.Properties[i]
		switch {
		case other == p:
			return nil
		case other.ID != p.ID && slices.Contains(d.apart, other.ID):
			return other
		}
	}
	return nil
}

// gameInfo reports game information below a node with game information.
func (k *checker) gameInfo(n *Node, p *Property) {
	if above := k.path.inform(n); above != nil {
		k.problem(n, p, FaultSecondInfo, fmt.Sprintf("%s is game information, and node %d above has some; use one node",
			p.ID, above.number))
	}
}

// A path follows a walk from parents to children, and keeps the node above with game information.
type path struct {
	at       *Node
	depth    int
	informed *Node
	since    int // depth of informed
}

// enter goes to the next node, in file order.
func (w *path) enter(n *Node) {
	for ; w.at != nil && w.at != n.Parent; w.at = w.at.Parent {
		w.depth--
	}
	w.at = n
	w.depth++
	if w.depth <= w.since {
		w.informed, w.since = nil, 0
	}
}

// inform marks the current node as one with game information, unless one above has some, which it
// returns.
func (w *path) inform(n *Node) (above *Node) {
	if w.informed == nil {
		w.informed, w.since = n, w.depth
		return nil
	}
	return w.informed
}

// handicap reports stones that differ in number from HA. They are set up there or before the first
// move, or are Black's first moves.
func (k *checker) handicap(n *Node) {
	ha, err := Number(n.Raw("HA"))
	if err != nil || ha == 0 || k.coordinates == nil {
		return
	}
	setup := firstSetup(n)
	black, white := k.count(setup, "AB"), k.count(setup, "AW")
	stones, p := black+white, n.Property("HA")
	switch most := k.coordinates.Graph.Points() / 2; {
	case ha < 0 || ha > most:
		what := fmt.Sprintf("HA[%d] is not a handicap on %s; use 2 to %d", ha, k.coordinates.Name(), most)
		k.problem(n, p, FaultHandicap, what)
		return
	case ha == 1 && k.coordinates.Lattice() == board.Grid:
		k.problem(n, p, FaultFreeText, "HA[1] is an even game to other programs, which use 2 or more; omit it")
		return
	}
	if stones == ha || black > 0 && white > 0 { // both colours are a later position
		return
	}
	if stones > 0 {
		k.problem(n, p, FaultHandicapStones, fmt.Sprintf("HA[%d] and a set-up of %s differ; correct one", ha, quote.Count(stones, "stone")))
		return
	}
	if gameInfoAt(n, k.coordinates, Override{}).Rules.SetsStones(ha) && firstMoves(n) < ha {
		k.problem(n, p, FaultHandicapStones, fmt.Sprintf("HA[%d], but no stones are set up; add AB", ha))
	}
}

// firstSetup returns the first node in the main line that sets up stones before any move, or n.
func firstSetup(n *Node) *Node {
	for m := n; !m.Has("B") && !m.Has("W"); m = m.Children[0] {
		if m.Has("AB") || m.Has("AW") {
			return m
		}
		if len(m.Children) == 0 {
			break
		}
	}
	return n
}

// count counts the points in a property.
func (k *checker) count(n *Node, id string) (count int) {
	for raw := range n.list(id) {
		points, err := k.coordinates.Points(raw)
		if err == nil {
			count += len(points)
		}
	}
	return count
}

// firstMoves counts Black's moves before White's first, in the main line.
func firstMoves(n *Node) (moves int) {
	for ; ; n = n.Children[0] {
		if n.Raw("W") != "" {
			return moves
		}
		moves += n.moves()
		if n.Has("W") {
			moves-- // a pass
		}
		if len(n.Children) == 0 {
			return moves
		}
	}
}

// overlaps reports each point that occurs in two properties from a set, or twice in one.
func (k *checker) overlaps(n *Node, set *pointSet) {
	if k.coordinates == nil {
		return
	}
	covers := false
	for i := range n.Properties {
		p := &n.Properties[i]
		if !slices.Contains(set.ids, p.ID) {
			continue
		}
		covers = true
		for _, raw := range p.Values {
			if descriptions[p.ID].compose {
				raw, _, _ = Split(raw)
			}
			points, err := k.coordinates.Points(raw)
			if err != nil {
				continue // already listed
			}
			k.cover(n, p, points, set.fault)
		}
	}
	if covers {
		clear(k.marks)
	}
}

func (k *checker) cover(n *Node, p *Property, points []board.Point, f Fault) {
	for _, at := range points {
		if other := k.marks[at]; other != nil {
			k.problem(n, p, f,
				fmt.Sprintf("%s names %s again after %s; name it once", p.ID, k.coordinates.Write(at), other.ID))
			return
		}
		k.marks[at] = p
	}
}
