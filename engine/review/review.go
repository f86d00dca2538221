// Package review implements game reviews. A review searches every position in a record's main line,
// computes the cost of each move, classifies inaccuracies, mistakes and blunders, and annotates the
// record. An interrupted review resumes from a checkpoint.
package review

import (
	"context"
	"errors"
	"fmt"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// An Analyzer searches a position. It must be safe for concurrent use.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis
}

// A Review is a game and the analyses for its positions.
type Review struct {
	Root    *sgf.Node
	Graph   *board.Graph
	Rules   game.Rules
	Reading sgf.Reading // what was assumed in the record
	Turns   []Turn      // positions before each move, then the final position
	Done    int         // number of leading turns that have been searched
	Left    int         // number of moves after the turns, which are not reviewed
}

// A Turn is a position, the move played there, and its analysis.
type Turn struct {
	Game     *game.Game
	Next     board.Color
	Node     *sgf.Node // node with the move; nil for the final position
	Move     game.Move
	SetUp    bool // stones were set up between the position and the move
	Analysis engine.Analysis
	Looks    []Look // second searches, empty if there was none
	over     bool   // the game is over, so the position is not searched
	searched bool
}

// Read replays a record's main line, up to most moves, under its own rules or those in o. Like [sgf.Replay], it
// plays illegal moves and skips moves that are off the board. It gives each move in the tree its
// own node, see [sgf.SeparateMoves]. The cost grows with the square of the number of moves. It
// returns an error if set-up left a chain without a liberty before a move.
func Read(root *sgf.Node, o sgf.Override, most int) (*Review, error) {
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return nil, err
	}
	info, err := sgf.GameInfoAt(root.Last(), o)
	if err != nil {
		return nil, err
	}
	sgf.SeparateMoves(root)
	r := &Review{Root: root, Graph: coordinates.Graph, Rules: info.Rules, Reading: info.Reading}
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

// colored maps colors to the SGF properties for moves.
var colored = map[board.Color]string{board.Black: "B", board.White: "W"}

// first returns the node after n on the main line, or nil.
func first(n *sgf.Node) *sgf.Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// errReplayed ends a replay after the last turn.
var errReplayed = errors.New("every turn has its position")

// replay sets the position of every turn and adds the final position.
func (r *Review) replay(coordinates *sgf.Coordinates) error {
	r.Turns = append(r.Turns, Turn{})
	next := 0 // turn without position
	err := sgf.EachNode(r.Root, &r.Rules, func(n *sgf.Node, g *game.Game) error {
		if n != nil {
			if _, moved := moveIn(coordinates, n); !moved {
				return nil
			}
		}
		if err := g.Board().CheckLiberties(); err != nil {
			return fmt.Errorf("before move %d: %w", next+1, err)
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

// moveIn returns the move in a node. moved is false without a move on the board.
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

// setGame sets the turn's position to a copy of g.
func (t *Turn) setGame(g *game.Game) {
	if t.Node == nil {
		t.Next = g.ToMove()
	}
	t.over = g.Passes() >= 2
	t.Game = g.Clone()
	// If earlier passes counted, the search would consider ending the game with another pass.
	t.Game.CountPassesFrom(g.Ply())
}
