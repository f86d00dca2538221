package sgf

import (
	"errors"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// viewerProperties lists the node properties that every viewer interprets in the same way.
var viewerProperties = []string{
	"C", "N", "CR", "MA", "SL", "SQ", "TR", "LB", "AR", "LN",
	"DD", "TB", "TW", "GB", "GW", "DM", "UC", "HO", "V",
}

// Viewer returns a copy of a tree for programs that support only square boards: GM[1] with set-up
// properties instead of moves, one node per move. Such programs show the right stones, on square
// lines, and need no captures. As in [Replay], illegal moves are played and invalid values skipped;
// both are returned as problems.
func Viewer(root *Node) (view *Node, problems []Problem, err error) {
	coordinates, err := CoordinatesOf(root)
	if err != nil {
		return nil, nil, err
	}
	found := lineProblems{}
	copies := map[*Node]*Node{}
	stones := map[*Node][]board.Color{} // positions of nodes with children to come
	err = Walk(root, func(n *Node, g *game.Game, wrong error) error {
		if p := (Problem{}); errors.As(wrong, &p) {
			found.add(p)
		}
		to, before := &Node{}, make([]board.Color, coordinates.Graph.Points())
		if n.Parent == nil {
			coordinates.setRoot(to, n)
		} else {
			to, before = copies[n.Parent].Add(), stones[n.Parent]
		}
		now := coordinates.setChanges(to, before, g.Board())
		for _, p := range n.Properties {
			if slices.Contains(viewerProperties, p.ID) {
				to.Properties = append(to.Properties, Property{ID: p.ID, Values: p.Values})
			}
		}
		if p := n.Parent; p != nil && p.Children[len(p.Children)-1] == n {
			delete(stones, p)
		}
		copies[n] = to
		if len(n.Children) > 0 {
			stones[n] = now
		}
		return nil
	})
	return copies[root], found.list.all, err
}

// setRoot sets the root properties of a viewer's tree: the rectangle around the board and the game
// information.
func (c *Coordinates) setRoot(to, root *Node) {
	to.Set("FF", "4")
	to.Set("GM", gameGo)
	to.Set("CA", "UTF-8")
	to.Set("SZ", sizeText(c.columns, c.rows))
	for _, p := range root.Properties {
		if descriptions[p.ID].place == gameInfo {
			to.Set(p.ID, p.Values...)
		}
	}
}

// setChanges writes the difference from the previous position as set-up. It returns the new
// position.
func (c *Coordinates) setChanges(to *Node, before []board.Color, b *board.View) []board.Color {
	now := make([]board.Color, len(before))
	for p := range now {
		now[p] = b.At(board.Point(p))
	}
	for _, s := range setups {
		var values []string
		for p, color := range now {
			if color == s.color && before[p] != color {
				values = append(values, c.names[p])
			}
		}
		if len(values) > 0 {
			to.Set(s.id, values...)
		}
	}
	return now
}

// ForViewers replaces every tree in the collection by its [Viewer] copy and returns all problems.
// It fails at the first tree without a valid board.
func (c *Collection) ForViewers() (problems []Problem, err error) {
	for i, root := range c.Trees {
		view, more, err := Viewer(root)
		if err != nil {
			return nil, err
		}
		c.Trees[i], problems = view, append(problems, more...)
	}
	return problems, nil
}
