package sgf

import (
	"errors"

	"rosette/game"
	"rosette/game/board"
)

// FromGame returns a game as a tree of one line: board, rules and start in the
// root, then a node a move. Names of players and the like are for the caller to
// [Node.Set]. A game that did not begin on the empty board is taken back to its
// start for a moment, so nobody may use it meanwhile, and a clone of such a game
// cannot be written: it does not know how it began.
func FromGame(g *game.Game) (*Node, error) {
	ground, err := NewGround(g.Graph())
	if err != nil {
		return nil, err
	}
	root := &Node{}
	if err := describe(root, ground, g.Rules()); err != nil {
		return nil, err
	}
	start, err := startOf(g)
	if err != nil {
		return nil, err
	}
	ground.setUp(root, start)
	moves := movesOf(g)
	if len(moves) > 0 && start != nil {
		root.Set("PL", playerID(moves[0].Color))
	}
	if start != nil {
		if ab := root.Property("AB"); ab != nil && !root.Has("AW") && len(ab.Values) > 1 && root.Raw("PL") == "W" {
			root.Set("HA", itoa(len(ab.Values)))
		}
	}
	ground.follow(root, moves)
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

// startOf returns the stones of the position that the game began with, nil if
// it had none.
func startOf(g *game.Game) ([]board.Color, error) {
	moves := movesOf(g)
	if fromNothing(g, moves) {
		return nil, nil
	}
	for g.Undo() {
	}
	if g.Ply() > 0 {
		return nil, errors.New("sgf: a clone does not know how its game began; write the game itself")
	}
	stones := make([]board.Color, g.Graph().Points())
	for p := range stones {
		stones[p] = g.Board().At(board.Point(p))
	}
	for _, m := range moves {
		g.Make(m.Point, m.Color)
	}
	return stones, nil
}

// fromNothing tells whether the moves on an empty board make the position.
func fromNothing(g *game.Game, moves []game.Move) bool {
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
func (g *Ground) setUp(n *Node, stones []board.Color) {
	for _, s := range setups[:2] {
		var values []string
		for p, c := range stones {
			if c == s.color {
				values = append(values, g.names[p])
			}
		}
		if len(values) > 0 {
			n.Set(s.id, values...)
		}
	}
}

// follow goes along the moves from a node, adds those that are missing as the
// last variation, and returns the node of the last.
func (g *Ground) follow(n *Node, moves []game.Move) *Node {
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
func (g *Ground) child(n *Node, m game.Move) *Node {
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
	ground, err := GroundOf(root)
	if err != nil {
		return nil, err
	}
	if ground.Graph != g.Graph() {
		return nil, errors.New("sgf: the record is of " + ground.Name() + ", the game of " + g.Graph().Name())
	}
	pl, err := newPlayer(root)
	if err != nil {
		return nil, err
	}
	if err := pl.step(root); err != nil {
		return nil, err
	}
	start, err := startOf(g)
	if err != nil {
		return nil, err
	}
	for p := range ground.names {
		was := board.Empty
		if start != nil {
			was = start[p]
		}
		if pl.game.Board().At(board.Point(p)) != was {
			return nil, errors.New("sgf: record and game begin differently at " + ground.PointName(board.Point(p)))
		}
	}
	return ground.follow(root, movesOf(g)), nil
}
