// Package review looks back on a game: what a search thinks of every position,
// what each move cost, and what would have been better. It writes that into the
// record, as JSON, and as a page with the course of the game.
package review

import (
	"context"
	"fmt"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// An Analyzer searches a position. Several goroutines call it at once.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis
}

// A Review is a game move by move. A search has seen the first Done of its turns.
type Review struct {
	Root  *sgf.Node
	Graph *board.Graph
	Rules game.Rules
	Turns []Turn // the position before each move, and the last one
	Done  int
}

// A Turn is a position and what came of it.
type Turn struct {
	Game   *game.Game
	Next   board.Color
	Node   *sgf.Node // of the move that was played here; nil at the end
	Move   game.Move // that move
	Set    bool      // stones were set up between the position and the move
	Found  engine.Analysis
	finals bool // the game was over: nobody looks at it
	seen   bool
}

// Read replays the main line of a record by the given rules.
func Read(root *sgf.Node, rules game.Rules) (*Review, error) {
	ground, err := sgf.CoordinatesOf(root)
	if err != nil {
		return nil, err
	}
	r := &Review{Root: root, Graph: ground.Graph, Rules: rules}
	set := false
	for n := root; n != nil; n = first(n) {
		set = set || n != root && (n.Has("AB") || n.Has("AW") || n.Has("AE"))
		for _, c := range board.Colors {
			if !n.Has(colored[c]) {
				continue
			}
			p, err := ground.Move(n.Raw(colored[c]))
			if err != nil {
				return nil, fmt.Errorf("move %d: %w", len(r.Turns)+1, err)
			}
			r.Turns = append(r.Turns, Turn{Node: n, Move: game.Move{Point: p, Color: c}, Next: c, Set: set})
			set = false
		}
	}
	return r, r.replay()
}

// colored are the properties of moves.
var colored = map[board.Color]string{board.Black: "B", board.White: "W"}

// first is the node after n on the main line.
func first(n *sgf.Node) *sgf.Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// replay fills in the position of every turn, the last one after all moves.
func (r *Review) replay() error {
	r.Turns = append(r.Turns, Turn{})
	for i := range r.Turns {
		t := &r.Turns[i]
		g, _, err := sgf.Replay(r.Root, i, &r.Rules)
		if err != nil {
			return err
		}
		last, moved := g.Last()
		if t.Node == nil {
			if t.Next = board.Black; moved {
				t.Next = last.Color.Opponent()
			} else if _, mover, known := g.Start(); known {
				t.Next = mover
			}
		}
		t.finals = g.Passes() >= 2
		if g.Passes() > 0 { // who asks what a position is worth does not ask whether to agree
			fresh := game.From(g.Board().Clone(), r.Rules, t.Next)
			fresh.CarryOver(g)
			g = fresh
		}
		t.Game = g
	}
	return nil
}
