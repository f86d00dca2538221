package search

import (
	"context"
	"math/rand/v2"
	"sync"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A walker is one goroutine's way through the tree, again and again.
type walker struct {
	tree    *tree
	mind    engine.Evaluator
	game    *game.Game
	path    []int32 // nodes from the root down
	next    board.Color
	opinion engine.Evaluation
	kids    []node  // legal moves of a leaf, before the tree takes them
	places  []int32 // of a twin's moves, by point
	look    glance
	flat    []node // the root's moves for a wide look
	luck    *rand.Rand

	mu    sync.Mutex // guards what a report reads while the search goes on
	owner []float64
	whole tally   // of its visits
	moves []tally // of those below each move of the root
}

// newWalker returns the walker of that number: no two have the same luck.
func newWalker(t *tree, mind engine.Evaluator, g *game.Game, number int) *walker {
	return &walker{
		tree: t, mind: mind, game: g, owner: make([]float64, t.points), places: make([]int32, t.points+1),
		luck: rand.New(rand.NewPCG(uint64(number), 0)),
	}
}

// walk visits leaves until the budget is spent or ctx ends.
func (w *walker) walk(ctx context.Context) {
	for done := ctx.Done(); w.tree.reserve(); {
		w.visit()
		select {
		case <-done:
			return
		default:
		}
	}
}

// visit goes down to a leaf, judges it and takes what it found up.
func (w *walker) visit() {
	leaf := w.descend()
	w.judge(leaf)
	for range len(w.path) - 1 {
		w.game.Undo()
	}
	w.tree.backUp(w.path, &w.opinion)
	w.note()
}

// note gives the opinion to what a report reads.
func (w *walker) note() {
	w.mu.Lock()
	defer w.mu.Unlock()
	o, details := &w.opinion, w.tree.budget.Details
	for p, v := range o.Ownership {
		w.owner[p] += float64(v)
	}
	w.whole.add(o, details)
	if len(w.path) == 1 {
		return
	}
	root := w.tree.at(w.tree.root)
	if w.moves == nil {
		w.moves = make([]tally, root.kids)
	}
	w.moves[w.path[1]-root.first].add(o, details)
}

// descend chooses moves down to a leaf and makes them. Each visit counts at
// once, without a win until the result is in: a virtual loss.
func (w *walker) descend() (visits int32) {
	t := w.tree
	at := t.root
	w.next = t.next
	w.path = append(w.path[:0], at)
	n := t.at(at)
	n.acquire()
	n.visits++
	own := n.record
	for n.kids > 0 {
		kids := t.run(n.first, int(n.kids))
		i := w.choose(kids, own)
		kids[i].visits++
		own = kids[i].record
		at = n.first + int32(i)
		n.release()
		n = t.at(at)
		w.game.Make(n.move, w.next)
		w.next = w.next.Opponent()
		w.path = append(w.path, at)
		n.acquire()
	}
	n.release()
	return own.visits
}

// choose returns the place of the move to look at below the end of the path.
func (w *walker) choose(kids []node, own record) int {
	if len(w.path) > 1 {
		return choose(kids, own)
	}
	switch b := &w.tree.budget; {
	case b.Gumbel != nil && guided(kids):
		return w.tree.gumbel(kids).choose(kids, own)
	case b.wide():
		return w.chooseWide(kids, own)
	}
	return choose(kids, own)
}

// judge evaluates the leaf and lists its moves if it is to grow. A pass that
// ends the game is counted.
func (w *walker) judge(visits int32) {
	if w.game.Passes() >= 2 && len(w.path) > 1 {
		w.final()
		return
	}
	w.mind.Evaluate(w.game, w.next, &w.opinion)
	if (len(w.path) == 1 || visits >= w.ripe()) && !w.tree.full() {
		w.expand(w.path[len(w.path)-1])
	}
}

// ripe returns how many visits the leaf needs before its moves are listed. A
// policy is not thrown away while there is room.
func (w *walker) ripe() int32 {
	if len(w.opinion.Policy) > 0 {
		return w.tree.ripe() / expandAt
	}
	return w.tree.ripe()
}

// final fills the opinion with the exact result after two passes.
func (w *walker) final() {
	s := w.game.Score()
	o := &w.opinion
	o.Score, o.Spread, o.Win = float32(s.Margin()), 0, 0.5
	if s.Margin() > 0 {
		o.Win = 1
	} else if s.Margin() < 0 {
		o.Win = 0
	}
	o.First, o.Policy = o.First[:0], o.Policy[:0]
	o.Ownership = o.Ownership[:0]
	for _, c := range s.Owner {
		o.Ownership = append(o.Ownership, sign[c])
	}
}

// expand lists the moves worth a look: the legal ones that fill no own eye,
// unless that makes a rosette, and the pass.
func (w *walker) expand(leaf int32) {
	t := w.tree
	w.kids = w.kids[:0]
	root := leaf == t.root
	if len(w.opinion.Policy) == 0 {
		w.look.at(w.game, w.next)
	}
	for _, p := range w.game.Board().Empties() {
		if root && !t.allowed(p) || t.avoids(p, w.next, len(w.path)-1) || w.game.Legal(p, w.next) != nil {
			continue
		}
		if w.game.Board().Eye(p, w.next) && !w.game.Board().Completes(p, w.next) {
			continue
		}
		w.kids = append(w.kids, w.firstLook(p))
	}
	if (!root || t.allowed(board.Pass)) && !t.avoids(board.Pass, w.next, len(w.path)-1) || len(w.kids) == 0 {
		w.kids = append(w.kids, w.firstLook(board.Pass))
	}
	if root && len(w.kids) == 1 {
		t.single.Store(true)
	}
	if guided(w.kids) {
		normalise(w.kids)
	} else if twin := t.twins.meet(key(w.game, w.next), leaf); twin != 0 && twin != leaf {
		t.inherit(w.kids, twin, w.places)
	}
	t.grow(t.at(leaf), w.kids)
}

// firstLook is a new node with what the policy says, or else a hunch.
func (w *walker) firstLook(p board.Point) node {
	policy := w.opinion.Policy
	switch {
	case len(policy) == 0:
		return w.look.hunch(p)
	case p == board.Pass:
		return node{move: p, prior: policy[len(policy)-1]}
	}
	return node{move: p, prior: policy[p]}
}
