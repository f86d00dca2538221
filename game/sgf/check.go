package sgf

import (
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
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
	if k.coordinates, err = CoordinatesOf(root); err != nil {
		k.nodes(root)
		k.addError(err) // a problem with SZ is listed once
		return
	}
	k.marks = make([]*Property, k.coordinates.Graph.Points())
	info := gameInfoAt(root, k.coordinates, Override{})
	if ha, err := Number(root.Raw("HA")); err == nil && ha != 0 && info.Handicap == 0 {
		what := fmt.Sprintf("HA[%d] is no handicap on %s; use 2 to %d", ha, k.coordinates.Name(),
			k.coordinates.Graph.Points()/2)
		k.problem(root, root.Property("HA"), FaultHandicap, what)
	}
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
	var moves, setups, judges *Property
	for i := range n.Properties {
		p := &n.Properties[i]
		d, known := descriptions[p.ID]
		if first := n.Property(p.ID); first != p {
			k.problem(n, p, FaultTwice, p.ID+" stands twice in one node; join its values")
		}
		if !known {
			continue
		}
		if f, what := d.checkValues(p, k.coordinates); what != "" {
			k.problem(n, p, f, what)
		}
		switch {
		case d.place == atRoot && n.Parent != nil:
			k.problem(n, p, FaultNotInRoot, p.ID+" belongs into the first node of the tree")
		case d.place == inSetup:
			setups = p
		case d.place == inMove && d.kind != move:
			judges = p
		case (p.ID == "B" || p.ID == "W") && moves != nil && moves.ID != p.ID:
			k.problem(n, p, FaultTwoMoves, "B and W in one node; make two nodes")
		case p.ID == "B" || p.ID == "W":
			moves = p
		}
	}
	if moves != nil && setups != nil {
		k.problem(n, setups, FaultSetupBesideMove,
			fmt.Sprintf("%s sets up in the node of a move; make two nodes", setups.ID))
	}
	if moves == nil && judges != nil {
		k.problem(n, judges, FaultNoMove, judges.ID+" speaks of a move and the node has none; put it beside B or W")
	}
	k.overlaps(n, setupIDs, FaultSetupTwice)
	k.overlaps(n, markIDs, FaultMarkTwice)
}

// In each of these sets, a point may occur in at most one property.
var (
	setupIDs = map[string]bool{"AB": true, "AW": true, "AE": true}
	markIDs  = map[string]bool{"CR": true, "MA": true, "SL": true, "SQ": true, "TR": true}
)

// overlaps adds a problem for each point that occurs in two properties, or twice in one.
func (k *checker) overlaps(n *Node, ids map[string]bool, f Fault) {
	if k.coordinates == nil {
		return
	}
	covers := false
	for i := range n.Properties {
		p := &n.Properties[i]
		if !ids[p.ID] {
			continue
		}
		covers = true
		for _, raw := range p.Values {
			points, err := k.coordinates.Points(raw)
			if err != nil {
				continue // already listed
			}
			k.cover(n, p, points, f)
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
