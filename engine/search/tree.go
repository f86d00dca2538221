package search

import (
	"math"
	"slices"
	"sync/atomic"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// expandVisits is how many visits a leaf needs before its moves are listed, as long
// as there is much room.
const expandVisits = 2

// scoreWeight is how much of the utility is the margin rather than the win: it
// settles what to do when the game is decided.
const scoreWeight = 0.06

// A tree is what the walkers of one run share.
type tree struct {
	*arena
	root           int32
	next           board.Color
	points         int
	budget         Budget
	transpositions *transpositions
	reserved       atomic.Int64
	onlyMove       atomic.Bool // there is nothing to choose at the root
	made           atomic.Int64
	stopped        atomic.Bool // no other move can come to be the best
	gumbelRoot     *gumbelRoot // of a Gumbel search, once the root has moves
	start          time.Time
}

// newTree returns a tree of one node.
func newTree(g *game.Game, next board.Color, b Budget) *tree {
	n := g.Graph().Points()
	t := &tree{arena: newArena(b.Nodes, n+1), next: next, points: n, budget: b, transpositions: newTranspositions(b)}
	t.root = t.add([]node{{}})
	return t
}

// reserve takes one visit from the budget.
func (t *tree) reserve() bool {
	done := t.reserved.Add(1) - 1
	t.checkEarlyStop(t.made.Add(1) - 1)
	if t.stopped.Load() {
		return false
	}
	return (t.budget.Visits == 0 || done < int64(t.budget.Visits)) && (!t.onlyMove.Load() || done < 8)
}

// allowed tells whether the budget lets the root choose p.
func (t *tree) allowed(p board.Point) bool {
	return len(t.budget.AllowMoves) == 0 || slices.Contains(t.budget.AllowMoves, p)
}

// utility is what a result is worth to Black, 0 … 1.
func (t *tree) utility(o *engine.Evaluation) float32 {
	margin := math.Tanh(2 * float64(o.Score) / float64(t.points))
	return (1-scoreWeight)*o.Win + scoreWeight*float32(0.5+0.5*margin)
}

// attachChildren lists the moves of a leaf, if nobody was faster and there is room.
func (t *tree) attachChildren(leaf *node, kids []node) {
	leaf.acquire()
	defer leaf.release()
	if leaf.childCount > 0 {
		return
	}
	if first := t.add(kids); first > 0 {
		leaf.firstChild, leaf.childCount = first, int16(len(kids))
	}
}

// backUp adds an opinion to every node of the path, each seen by who made its
// move, and credits what the playout made first ("all moves as first", Brügmann
// 1993). A walk of n nodes was made by n−1 moves; a visit was counted on the way
// down.
func (t *tree) backUp(path []int32, o *engine.Evaluation) {
	u := t.utility(o)
	mine := board.ByColor[float32]{board.Black: u, board.White: 1 - u}
	c := t.next // who chooses below the last node
	if len(path)%2 == 0 {
		c = c.Opponent()
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := t.at(path[i])
		n.acquire()
		if len(o.FirstToPlay) > 0 && n.childCount > 0 {
			amaf(t.nodes(n.firstChild, int(n.childCount)), c, mine[c], o.FirstToPlay)
		}
		if i+1 < len(path) {
			t.at(path[i+1]).add(mine[c], o.Score)
		}
		n.release()
		c = c.Opponent()
		if move := n.move; len(o.FirstToPlay) > 0 && move != board.Pass && i > 0 {
			o.FirstToPlay[move] = c
		}
	}
	root := t.at(t.root)
	root.acquire()
	root.add(mine[c], o.Score)
	root.release()
}

// amaf credits the moves that the playout made first for that colour.
func amaf(kids []node, c board.Color, u float32, first []board.Color) {
	for i := range kids {
		k := &kids[i]
		if k.move != board.Pass && first[k.move] == c {
			k.amafVisits++
			k.amafSum += u
		}
	}
}

// pv follows the most visited moves from a node on, with their visits.
func (t *tree) pv(at int32) (moves []board.Point, visits []int) {
	moves = []board.Point{t.at(at).move}
	for len(moves) < 16 {
		n := t.at(at)
		n.acquire()
		best, most := int32(0), int32(0)
		kids := t.nodes(n.firstChild, int(n.childCount))
		for i := range kids { // a copy would read what another lock guards
			if visits := kids[i].visits; visits > most {
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
