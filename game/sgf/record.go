package sgf

import (
	"errors"

	"rosette/game"
	"rosette/game/board"
)

// FromGame returns a game as a tree with one line: board, rules, start and handicap in the root,
// then one node per move. The caller may add names with [Node.Set] and the result with
// [Node.SetResult].
//
// It rewinds and replays the game, so no other goroutine may use it during the call. It fails for a
// clone that lacks its start, if that had stones. Prisoners from before a set-up in the middle of a
// game have no property and are lost.
func FromGame(g *game.Game) (*Node, error) {
	coordinates, err := NewCoordinates(g.Graph())
	if err != nil {
		return nil, err
	}
	root := &Node{}
	if err := setBoardAndRules(root, coordinates, g.Rules()); err != nil {
		return nil, err
	}
	start, first, err := startOf(g)
	if err != nil {
		return nil, err
	}
	coordinates.setUp(root, &start.View)
	moves := movesOf(g)
	if first != inferFirst(moves) || start.Vacant() < g.Graph().Points() || g.Handicap() > 0 {
		root.Set("PL", colorID(first))
	}
	if g.Handicap() > 1 { // Black's first move alone is no handicap in FF[4], and counts for nothing
		root.Set("HA", itoa(g.Handicap()))
	}
	coordinates.addMoves(root, moves)
	return root, nil
}

func colorID(c board.Color) string {
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

// inferFirst returns the player who moves first in a record without PL.
func inferFirst(moves []game.Move) board.Color {
	if len(moves) > 0 {
		return moves[0].Color
	}
	return board.Black
}

// startOf returns the initial position and the first player. A clone's start can still be inferred
// if it was the empty board.
func startOf(g *game.Game) (*board.Board, board.Color, error) {
	if b, first, known := g.Start(); known {
		return b, first, nil
	}
	if moves := movesOf(g); beganEmpty(g, moves) {
		return board.New(g.Graph()), inferFirst(moves), nil
	}
	return nil, board.Empty, errors.New("sgf: a clone does not know how its game began; write the game itself")
}

// beganEmpty reports whether the moves lead from an empty board to the current position.
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

// setUp adds the stones of a position to a node.
func (c *Coordinates) setUp(n *Node, b *board.View) {
	for _, s := range setups[:2] {
		var values []string
		for p := range board.Point(b.Graph().Points()) {
			if b.At(p) == s.color {
				values = append(values, c.names[p])
			}
		}
		if len(values) > 0 {
			n.Set(s.id, values...)
		}
	}
}

// addMoves adds a line of nodes after n, one per move.
func (c *Coordinates) addMoves(n *Node, moves []game.Move) {
	for _, m := range moves {
		n = n.Add()
		n.Set(colorID(m.Color), c.Write(m.Point))
	}
}
