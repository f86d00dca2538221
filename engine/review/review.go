// Package review implements the review of a game: it searches every position of a
// record's main line, finds what each move cost and which were inaccuracies,
// mistakes and blunders, and annotates the record. A checkpoint lets an interrupted
// review go on.
package review

import (
	"context"
	"errors"

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
	Left  int    // the number of moves after the turns, which are not reviewed
}

// A Turn is a position, the move that was played there, and what a search found.
type Turn struct {
	Game     *game.Game
	Next     board.Color
	Node     *sgf.Node // of the move; nil after the last one
	Move     game.Move
	SetUp    bool // stones were set up between the position and the move
	Analysis engine.Analysis
	Rival    engine.Analysis // of the position after the best move, where the move was searched again
	Again    engine.Analysis // of this position, where the move before was searched again
	over     bool            // the game was over, so that the position is not searched
	searched bool
}

// Read replays the main line of a record by the given rules, up to that number of
// moves. Illegal moves are made, and those that have no place on the board are left
// out, as in [sgf.Replay]. The tree gets a node for each move, see [sgf.SeparateMoves].
// The cost grows with the square of the number of moves.
func Read(root *sgf.Node, rules game.Rules, most int) (*Review, error) {
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return nil, err
	}
	sgf.SeparateMoves(root)
	r := &Review{Root: root, Graph: coordinates.Graph, Rules: rules}
	set := false
	for n := root; n != nil; n = first(n) {
		set = set || n != root && (n.Has("AB") || n.Has("AW") || n.Has("AE"))
		m, moved := moveIn(coordinates, n)
		switch {
		case !moved:
		case len(r.Turns) == most:
			r.Left++
		default:
			r.Turns = append(r.Turns, Turn{Node: n, Move: m, Next: m.Color, SetUp: set})
			set = false
		}
	}
	return r, r.replay(coordinates)
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

// errReplayed ends a replay after the last turn.
var errReplayed = errors.New("every turn has its position")

// replay fills in the position of every turn and adds the one after all moves.
func (r *Review) replay(coordinates *sgf.Coordinates) error {
	r.Turns = append(r.Turns, Turn{})
	next := 0 // turn without position
	err := sgf.EachNode(r.Root, &r.Rules, func(n *sgf.Node, g *game.Game) error {
		if n != nil {
			if _, moved := moveIn(coordinates, n); !moved {
				return nil
			}
		}
		r.Turns[next].setGame(g)
		if next++; next == len(r.Turns) {
			return errReplayed
		}
		return nil
	})
	if errors.Is(err, errReplayed) {
		return nil
	}
	return err
}

// moveIn returns the move of a node if it has one that is on the board.
func moveIn(coordinates *sgf.Coordinates, n *sgf.Node) (m game.Move, moved bool) {
	for _, c := range board.Colors {
		if !n.Has(colored[c]) {
			continue
		}
		p, err := coordinates.Move(n.Raw(colored[c]))
		return game.Move{Point: p, Color: c}, err == nil
	}
	return game.Move{}, false
}

// setGame notes the position of the turn.
func (t *Turn) setGame(g *game.Game) {
	if t.Node == nil {
		t.Next = g.ToMove()
	}
	t.over = g.Passes() >= 2
	t.Game = g.Clone()
	// With the passes the search would consider ending the game by another one.
	t.Game.CountPassesFrom(g.Ply())
}
