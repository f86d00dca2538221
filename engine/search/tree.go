package search

import (
	"cmp"
	"math"
	"sync/atomic"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// expandVisits is the number of visits that a leaf needs before it is expanded, while the arena has
// plenty of room.
const expandVisits = 2

// usualPVLen is the default maximum number of moves that follow the first move of a principal
// variation.
const usualPVLen = 15

// scoreWeight is the score's share in the utility; the rest is the chance to win. It decides
// between moves when the game is won or lost anyway.
const scoreWeight = 0.06

// A tree is the state shared by a search's workers.
type tree struct {
	*arena
	root           int32
	next           board.Color // the player to move at the root
	points         int
	params         engine.SearchParams
	selection      Selection       // at the root
	policy         []float32       // at the root, from static features, −1 where illegal
	symmetries     [][]board.Point // at the root, if it has only one move from each symmetric set
	transpositions *transpositions
	reserved       atomic.Int64 // visits taken from the limit
	made           atomic.Int64 // visits made by this search
	onlyMove       atomic.Bool  // the root has a single move
	stopped        atomic.Bool  // no other move can become the most visited
	start          time.Time
}

// newTree returns a tree with one node.
func newTree(g *game.Game, next board.Color, p engine.SearchParams) *tree {
	n := g.Graph().Points()
	t := &tree{
		arena: newArena(p.Nodes, n+1), next: next, points: n, params: p, selection: Selector(BestChild),
		transpositions: newTranspositions(p),
	}
	t.root = t.add([]node{{}})
	return t
}

// utility returns an evaluation's value for Black, 0 … 1.
func (t *tree) utility(e *engine.Evaluation) float32 {
	return (1-scoreWeight)*e.Win + scoreWeight*t.scoreUtility(e.Score)
}

// scoreUtility returns the score's part of the utility, 0 … 1.
func (t *tree) scoreUtility(score float32) float32 {
	return float32(0.5 + 0.5*math.Tanh(2*float64(score)/float64(t.points)))
}

// win removes the score from a mean utility as far as the mean score allows.
func (t *tree) win(utility, score float32) float32 {
	return min(1, max(0, (utility-scoreWeight*t.scoreUtility(score))/(1-scoreWeight)))
}

// pv returns the principal variation from a node, starting with its own move, and the visits to
// each later move.
func (t *tree) pv(at int32) (moves []board.Point, visits []int) {
	moves = []board.Point{t.at(at).move}
	for length := cmp.Or(t.params.PVLen, usualPVLen); len(moves) <= length; {
		n := t.at(at)
		n.acquire()
		best, most := int32(0), int32(0)
		children := t.children(n)
		for i := range children { // by index: a copy would read fields that another lock guards
			if visits := children[i].visits; visits > most {
				best, most = n.firstChild+int32(i), visits
			}
		}
		n.release()
		if most == 0 {
			break
		}
		at = best
		moves, visits = append(moves, t.at(at).move), append(visits, int(most))
	}
	return moves, visits
}
