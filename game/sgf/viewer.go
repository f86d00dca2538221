package sgf

import (
	"errors"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// viewerProperties are the properties of a node that mean the same to every viewer.
var viewerProperties = []string{"C", "N", "CR", "MA", "SL", "SQ", "TR", "LB", "AR", "LN", "DD", "TB", "TW", "GB", "GW", "DM", "UC", "HO", "V"}

// Viewer returns a copy of a tree for programs that know nothing but square
// boards: GM[1] with set-up properties only, one node a move, so that they show
// the right stones, on square lines, and capture nothing by themselves. What a
// node makes wrong is left out, as [Walk] leaves it out, and told; at most 100
// problems are.
func Viewer(root *Node) (view *Node, left []Problem, err error) {
	ground, err := CoordinatesOf(root)
	if err != nil {
		return nil, nil, err
	}
	copies := map[*Node]*Node{}
	stones := map[*Node][]board.Color{} // of nodes whose children are to come
	err = Walk(root, func(n *Node, g *game.Game, wrong error) error {
		if found := (Problem{}); errors.As(wrong, &found) && len(left) < maxProblems {
			left = append(left, found)
		}
		to, before := &Node{}, make([]board.Color, ground.Graph.Points())
		if n.Parent == nil {
			ground.setRoot(to, n)
		} else {
			to, before = copies[n.Parent].Add(), stones[n.Parent]
		}
		now := ground.setChanges(to, before, g.Board())
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
	return copies[root], left, err
}

// setRoot writes the root of a viewer's tree: the rectangle around the board, and
// what is said of the game.
func (g *Coordinates) setRoot(to, root *Node) {
	to.Set("FF", "4")
	to.Set("GM", gameGo)
	to.Set("CA", "UTF-8")
	to.Set("SZ", itoa(g.columns))
	if g.columns != g.rows {
		to.Set("SZ", itoa(g.columns)+":"+itoa(g.rows))
	}
	for _, p := range root.Properties {
		if descriptions[p.ID].place == gameInfo {
			to.Set(p.ID, p.Values...)
		}
	}
}

// setChanges writes what differs from the position before as set-up, and returns
// the position.
func (g *Coordinates) setChanges(to *Node, before []board.Color, b *board.Board) []board.Color {
	now := make([]board.Color, len(before))
	for p := range now {
		now[p] = b.At(board.Point(p))
	}
	for _, s := range setups {
		var values []string
		for p, c := range now {
			if c == s.color && before[p] != c {
				values = append(values, g.names[p])
			}
		}
		if len(values) > 0 {
			to.Set(s.id, values...)
		}
	}
	return now
}
