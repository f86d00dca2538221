package search

import (
	"math"
	"slices"
	"sync"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// expandAt is how many visits a leaf needs before its moves are listed.
const expandAt = 4

// raveEquivalent is how many playouts weigh as much as all moves played first
// in playouts do (β of Gelly and Silver 2011, in the form of Baudiš 2015).
const raveEquivalent = 2500

// scoreWeight is how much of the utility is the margin rather than the win: it
// settles what to do when the game is decided.
const scoreWeight = 0.06

// A node is a move and what came of it, as the player who made it sees it.
type node struct {
	move        board.Point
	kids        int16 // how many; they stand side by side from first
	first       int32
	visits      int32
	amafVisits  int32
	sum         float32
	amafSum     float32
	prior       float32 // what to think of it before any visit
	priorWeight float32 // and how many visits that is worth
}

// A tree is shared by all walkers; everything in it is guarded by mu.
type tree struct {
	mu       sync.Mutex
	next     board.Color
	points   int
	budget   Budget
	nodes    []node
	reserved int
	win      float64
	score    float64
	owner    []float64
	done     int
	whole    tally   // of all visits
	moves    []tally // of those below each move of the root
}

func newTree(g *game.Game, next board.Color, b Budget) *tree {
	n := g.Graph().Points()
	return &tree{next: next, points: n, budget: b, nodes: make([]node, 1, 4*n+1), owner: make([]float64, n)}
}

// lock takes mu. It is held for a few microseconds, less than it costs to put a
// thread to sleep, so it is worth asking again for a while.
func (t *tree) lock() {
	for range 300 {
		if t.mu.TryLock() {
			return
		}
	}
	t.mu.Lock()
}

// reserve takes one visit from the budget.
func (t *tree) reserve() bool {
	if t.budget.Visits > 0 && t.reserved >= t.budget.Visits || t.settled() {
		return false
	}
	t.reserved++
	return true
}

// settled tells whether there is nothing to choose at the root.
func (t *tree) settled() bool { return t.nodes[0].kids == 1 && t.done >= 8 }

// allowed tells whether the budget lets the root choose p.
func (t *tree) allowed(p board.Point) bool {
	return len(t.budget.Among) == 0 || slices.Contains(t.budget.Among, p)
}

// choose returns the child with the highest value.
func (t *tree) choose(at int32) int32 {
	n := &t.nodes[at]
	kids := t.nodes[n.first : n.first+int32(n.kids)]
	explore := float32(0)
	if n.visits > 0 {
		explore = 0.1 * float32(math.Sqrt(math.Log(float64(n.visits)+1)))
	}
	best, value := 0, float32(-1)
	for i := range kids {
		if v := kids[i].value(explore); v > value {
			best, value = i, v
		}
	}
	return n.first + int32(best)
}

// value blends what visits and what playouts elsewhere say of a move.
func (k *node) value(explore float32) float32 {
	visits := float32(k.visits) + k.priorWeight
	mean := (k.sum + k.prior*k.priorWeight) / visits
	if k.amafVisits > 0 {
		amaf := float32(k.amafVisits)
		beta := amaf / (amaf + visits + visits*amaf/raveEquivalent)
		mean += beta * (k.amafSum/amaf - mean)
	}
	return mean + explore*float32(1/math.Sqrt(float64(visits)))
}

// utility is what a result is worth to Black, 0 … 1.
func (t *tree) utility(o *engine.Evaluation) float32 {
	margin := math.Tanh(2 * float64(o.Score) / float64(t.points))
	return (1-scoreWeight)*o.Win + scoreWeight*float32(0.5+0.5*margin)
}

// backUp gives the leaf its moves, if it grew and nobody was faster, and adds
// the opinion to every node of the path.
func (t *tree) backUp(path []int32, o *engine.Evaluation, grow bool, kids []node) {
	leaf := path[len(path)-1]
	if grow && t.nodes[leaf].kids == 0 {
		t.nodes[leaf].first, t.nodes[leaf].kids = int32(len(t.nodes)), int16(len(kids))
		t.nodes = append(t.nodes, kids...)
	}
	t.tell(path, o)
	t.done++
	t.win += float64(o.Win)
	t.score += float64(o.Score)
	for p, v := range o.Ownership {
		t.owner[p] += float64(v)
	}
	u := t.utility(o)
	mine := [3]float32{board.Black: u, board.White: 1 - u}
	mover := t.next
	if len(path)%2 == 1 {
		mover = mover.Opponent()
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := &t.nodes[path[i]]
		n.sum += mine[mover]
		if len(o.First) > 0 {
			t.amaf(n, mover.Opponent(), mine[mover.Opponent()], o.First)
			if n.move != board.Pass && i > 0 {
				o.First[n.move] = mover
			}
		}
		mover = mover.Opponent()
	}
}

// amaf credits the moves below n that the playout made first for that colour
// ("all moves as first", Brügmann 1993).
func (t *tree) amaf(n *node, c board.Color, u float32, first []board.Color) {
	kids := t.nodes[n.first : n.first+int32(n.kids)]
	for i := range kids {
		k := &kids[i]
		if k.move != board.Pass && first[k.move] == c {
			k.amafVisits++
			k.amafSum += u
		}
	}
}

// report sorts what stands at the root.
func (t *tree) report() Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	root := &t.nodes[0]
	r := Report{Visits: t.done, Win: 0.5, Ownership: make([]float32, t.points)}
	side := float64(sign[t.next])
	if t.done > 0 {
		done := float64(t.done)
		r.Win = float32(0.5 + side*(t.win/done-0.5))
		r.Score = float32(side * t.score / done)
		for p, sum := range t.owner {
			r.Ownership[p] = float32(side * sum / done)
		}
	}
	r.Spread, r.Doubt = t.whole.spread(), t.whole.doubt()
	for i := range int32(root.kids) {
		k := &t.nodes[root.first+i]
		c := Candidate{Move: k.move, Visits: int(k.visits), Win: k.prior}
		c.Line, c.LineVisits = t.line(root.first + i)
		if k.visits > 0 {
			c.Win = k.sum / float32(k.visits)
		}
		t.detail(&c, int(i))
		r.Candidates = append(r.Candidates, c)
	}
	slices.SortStableFunc(r.Candidates, func(a, b Candidate) int { return b.Visits - a.Visits })
	return r
}

// line follows the most visited moves from a node on.
func (t *tree) line(at int32) (moves []board.Point, visits []int) {
	moves, visits = []board.Point{t.nodes[at].move}, []int{int(t.nodes[at].visits)}
	for t.nodes[at].kids > 0 && len(moves) < 16 {
		n := &t.nodes[at]
		best := n.first
		for k := n.first; k < n.first+int32(n.kids); k++ {
			if t.nodes[k].visits > t.nodes[best].visits {
				best = k
			}
		}
		if t.nodes[best].visits == 0 {
			break
		}
		moves, visits, at = append(moves, t.nodes[best].move), append(visits, int(t.nodes[best].visits)), best
	}
	return moves, visits
}
