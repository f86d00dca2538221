package sgf

import (
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// Check says what is wrong with a collection beyond its grammar, which
// [Parse] has looked at: values that are not of their type, properties in the
// wrong node or twice in one, points off the board and marked twice, and moves
// that the rules of the file forbid. Properties that it does not know are
// nobody's fault. It lists at most 100 problems.
func Check(c *Collection) []Problem {
	k := &checker{problems: append([]Problem(nil), c.Problems...)}
	for _, root := range c.Trees {
		k.tree(root)
	}
	return k.problems[:min(len(k.problems), maxProblems)]
}

type checker struct {
	problems    []Problem
	coordinates *Coordinates
	marks       []*Property // by point, what marks it in this node
}

var errEnough = errors.New("enough problems")

func (k *checker) add(p Problem) { k.problems = append(k.problems, p) }

// addError notes an error of this room, which is a Problem.
func (k *checker) addError(n *Node, err error) {
	found := Problem{}
	if !errors.As(err, &found) {
		found = n.problem(nil, err.Error())
	}
	for _, told := range k.problems {
		if told.Line == found.Line && told.Column == found.Column && found.Line > 0 {
			return
		}
	}
	k.add(found)
}

// tree checks every node, and the moves if there is a board to play them on.
func (k *checker) tree(root *Node) {
	var err error
	if k.coordinates, err = CoordinatesOf(root); err != nil {
		k.nodes(root)
		k.addError(root, err) // what is wrong with the value of SZ is told once
		return
	}
	k.marks = make([]*Property, k.coordinates.Graph.Points())
	if ha, err := Number(root.Raw("HA")); err == nil && ha != 0 && handicap(root, k.coordinates.Graph) == 0 {
		k.add(root.problem(root.Property("HA"), fmt.Sprintf("HA[%d] is no handicap on %s; use 2 to %d", ha, k.coordinates.Name(), k.coordinates.Graph.Points()/2)))
	}
	err = Walk(root, func(n *Node, _ *game.Game, wrong error) error {
		before := len(k.problems)
		k.node(n)
		if wrong != nil && len(k.problems) == before { // a bad point is told once
			k.addError(n, wrong)
		}
		if len(k.problems) >= maxProblems {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		k.nodes(root)
		k.addError(root, err)
	}
}

// nodes checks a tree that cannot be replayed.
func (k *checker) nodes(root *Node) {
	for todo := []*Node{root}; len(todo) > 0 && len(k.problems) < maxProblems; {
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
			k.add(n.problem(p, p.ID+" stands twice in one node; join its values"))
		}
		if !known {
			continue
		}
		if what := d.checkValues(p, k.coordinates); what != "" {
			k.add(n.problem(p, what))
		}
		switch {
		case d.place == atRoot && n.Parent != nil:
			k.add(n.problem(p, p.ID+" belongs into the first node of the tree"))
		case d.place == inSetup:
			setups = p
		case d.place == inMove && d.kind != move:
			judges = p
		case (p.ID == "B" || p.ID == "W") && moves != nil && moves.ID != p.ID:
			k.add(n.problem(p, "B and W in one node; make two nodes"))
		case p.ID == "B" || p.ID == "W":
			moves = p
		}
	}
	if moves != nil && setups != nil {
		k.add(n.problem(setups, fmt.Sprintf("%s sets up in the node of a move; make two nodes", setups.ID)))
	}
	if moves == nil && judges != nil {
		k.add(n.problem(judges, judges.ID+" speaks of a move and the node has none; put it beside B or W"))
	}
	k.overlaps(n, setupIDs)
	k.overlaps(n, markIDs)
}

// Properties of which a point has one at most.
var (
	setupIDs = map[string]bool{"AB": true, "AW": true, "AE": true}
	markIDs  = map[string]bool{"CR": true, "MA": true, "SL": true, "SQ": true, "TR": true}
)

// overlaps notes points that stand twice in properties that exclude each other.
func (k *checker) overlaps(n *Node, ids map[string]bool) {
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
				continue // told already
			}
			k.cover(n, p, points)
		}
	}
	if covers {
		clear(k.marks)
	}
}

func (k *checker) cover(n *Node, p *Property, points []board.Point) {
	for _, at := range points {
		if other := k.marks[at]; other != nil {
			k.add(n.problem(p, fmt.Sprintf("%s names %s again after %s; name it once", p.ID, k.coordinates.Write(at), other.ID)))
			return
		}
		k.marks[at] = p
	}
}
