package sgf

import (
	"errors"

	"rosette/game"
	"rosette/game/board"
)

// FromGame returns a game as a tree of one line: board, rules, start and
// handicap in the root, then a node a move. Names of players and the like are
// for the caller to [Node.Set], the result to [Node.SetResult]. A game is taken
// back to its start for a moment, so nobody may use it meanwhile; a clone of a
// game that began with stones cannot be written, for it does not know them.
// What prisoners a game has from before a set-up in its middle, records do not
// say.
func FromGame(g *game.Game) (*Node, error) {
	ground, err := NewCoordinates(g.Graph())
	if err != nil {
		return nil, err
	}
	root := &Node{}
	if err := setBoardAndRules(root, ground, g.Rules()); err != nil {
		return nil, err
	}
	start, first, err := startOf(g)
	if err != nil {
		return nil, err
	}
	ground.setUp(root, start)
	moves := movesOf(g)
	if first != inferFirst(moves) || start.Vacant() < g.Graph().Points() || g.Handicap() > 0 {
		root.Set("PL", playerID(first))
	}
	if g.Handicap() > 0 {
		root.Set("HA", itoa(g.Handicap()))
	}
	ground.addMoves(root, moves)
	return root, nil
}

func playerID(c board.Color) string {
	if c == board.Black {
		return "B"
	}
	return "W"
}

func movesOf(g *game.Game) []game.Move {
	moves := make([]game.Move, g.Ply())
	for i := range moves {
		moves[i] = g.Move(i)
	}
	return moves
}

// inferFirst returns who moves first in a record that does not say.
func inferFirst(moves []game.Move) board.Color {
	if len(moves) > 0 {
		return moves[0].Color
	}
	return board.Black
}

// startOf returns how a game began. A clone may still be known to have begun
// with nothing.
func startOf(g *game.Game) (*board.Board, board.Color, error) {
	if b, first, known := g.Start(); known {
		return b, first, nil
	}
	if moves := movesOf(g); beganEmpty(g, moves) {
		return board.New(g.Graph()), inferFirst(moves), nil
	}
	return nil, board.Empty, errors.New("sgf: a clone does not know how its game began; write the game itself")
}

// beganEmpty tells whether the moves on an empty board make the position.
func beganEmpty(g *game.Game, moves []game.Move) bool {
	b := board.New(g.Graph())
	for _, m := range moves {
		if m.Point == board.Pass {
			continue
		}
		if b.At(m.Point) != board.Empty {
			return false
		}
		b.Play(m.Point, m.Color)
	}
	return b.Hash() == g.Board().Hash()
}

// setUp writes the stones of a position into a node.
func (g *Coordinates) setUp(n *Node, b *board.Board) {
	for _, s := range setups[:2] {
		var values []string
		for p := range board.Point(b.Graph().Points()) {
			if b.At(p) == s.color {
				values = append(values, g.names[p])
			}
		}
		if len(values) > 0 {
			n.Set(s.id, values...)
		}
	}
}

// addMoves goes along the moves from a node, adds those that are missing as the
// last variation, and returns the node of the last.
func (g *Coordinates) addMoves(n *Node, moves []game.Move) *Node {
	for _, m := range moves {
		next := g.child(n, m)
		if next == nil {
			next = n.Add()
			next.Set(playerID(m.Color), g.Write(m.Point))
		}
		n = next
	}
	return n
}

// child returns the child that makes the move and nothing else to the board.
func (g *Coordinates) child(n *Node, m game.Move) *Node {
	for _, c := range n.Children {
		p := c.Property(playerID(m.Color))
		if p == nil || len(p.Values) != 1 || c.Has(playerID(m.Color.Opponent())) || c.Has("AB") || c.Has("AW") || c.Has("AE") {
			continue
		}
		if at, err := g.Move(p.Values[0]); err == nil && at == m.Point {
			return c
		}
	}
	return nil
}

// Graft adds a game to a tree of the same board and start: where its moves
// leave what is there, the rest becomes a new variation. It returns the node of
// the last move.
func Graft(root *Node, g *game.Game) (*Node, error) {
	ground, err := CoordinatesOf(root)
	if err != nil {
		return nil, err
	}
	if ground.Graph != g.Graph() {
		return nil, errors.New("sgf: the record is of " + ground.Name() + ", the game of " + g.Graph().Name())
	}
	pl, err := newReplayer(root)
	if err != nil {
		return nil, err
	}
	if err := pl.step(root); err != nil {
		return nil, err
	}
	start, _, err := startOf(g)
	if err != nil {
		return nil, err
	}
	for p := range board.Point(g.Graph().Points()) {
		if pl.game.Board().At(p) != start.At(p) {
			return nil, errors.New("sgf: record and game begin differently at " + ground.PointName(p))
		}
	}
	return ground.addMoves(root, movesOf(g)), nil
}
