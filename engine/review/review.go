// Package review implements the review of a game: it searches every position of a
// record's main line, finds what each move cost and which were inaccuracies,
// mistakes and blunders, and annotates the record. A checkpoint lets an interrupted
// review go on.
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

// A Review is a game with the analyses of its positions.
type Review struct {
	Root  *sgf.Node
	Graph *board.Graph
	Rules game.Rules
	Turns []Turn // the position before each move, and the last one
	Done  int    // the number of turns at the beginning that have been searched
}

// A Turn is a position, the move that was played there, and what a search found.
type Turn struct {
	Game     *game.Game
	Next     board.Color
	Node     *sgf.Node // of the move; nil at the end
	Move     game.Move
	SetUp    bool // stones were set up between the position and the move
	Analysis engine.Analysis
	over     bool // the game was over, so that the position is not searched
	searched bool
}

// Read replays the main line of a record by the given rules. The error names the
// move that cannot be played.
func Read(root *sgf.Node, rules game.Rules) (*Review, error) {
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return nil, err
	}
	r := &Review{Root: root, Graph: coordinates.Graph, Rules: rules}
	set := false
	for n := root; n != nil; n = first(n) {
		set = set || n != root && (n.Has("AB") || n.Has("AW") || n.Has("AE"))
		for _, c := range board.Colors {
			if !n.Has(colored[c]) {
				continue
			}
			p, err := coordinates.Move(n.Raw(colored[c]))
			if err != nil {
				return nil, fmt.Errorf("move %d: %w", len(r.Turns)+1, err)
			}
			r.Turns = append(r.Turns, Turn{Node: n, Move: game.Move{Point: p, Color: c}, Next: c, SetUp: set})
			set = false
		}
	}
	return r, r.replay()
}

// colored are the properties of moves.
var colored = map[board.Color]string{board.Black: "B", board.White: "W"}

// first returns the node after n on the main line, nil at its end.
func first(n *sgf.Node) *sgf.Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// replay fills in the position of every turn and adds the one after all moves.
func (r *Review) replay() error {
	r.Turns = append(r.Turns, Turn{})
	for i := range r.Turns {
		t := &r.Turns[i]
		g, _, err := sgf.Replay(r.Root, i, &r.Rules)
		if err != nil {
			return err
		}
		if t.Node == nil {
			t.Next = g.ToMove()
		}
		t.over = g.Passes() >= 2
		if g.Passes() > 0 { // else the search would consider ending the game by another pass
			fresh := game.From(g.Board().Clone(), r.Rules, t.Next)
			fresh.CarryOver(g)
			g = fresh
		}
		t.Game = g
	}
	return nil
}
