package search

import (
	"context"
	"math/rand/v2"
	"sync"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A worker is one goroutine's way through the tree, again and again.
type worker struct {
	tree       *tree
	evaluator  engine.Evaluator
	game       *game.Game
	path       []int32 // nodes from the root down
	next       board.Color
	evaluation engine.Evaluation
	children   []node  // legal moves of a leaf, before the tree takes them
	childIndex []int32 // of a twin's moves, by point
	features   staticFeatures
	flattened  []node // the root's moves for a wide look
	rng        *rand.Rand

	mu        sync.Mutex // guards what a report reads while the search goes on
	ownership []float64
	total     evaluationSum   // of its visits
	byMove    []evaluationSum // of those below each move of the root
}

// newWorker returns the walker of that number: no two have the same luck.
func newWorker(t *tree, mind engine.Evaluator, g *game.Game, number int) *worker {
	return &worker{
		tree: t, evaluator: mind, game: g, ownership: make([]float64, t.points), childIndex: make([]int32, t.points+1),
		rng: rand.New(rand.NewPCG(uint64(number), 0)),
	}
}

// run visits leaves until the budget is spent or ctx ends.
func (w *worker) run(ctx context.Context) {
	for done := ctx.Done(); w.tree.reserve(); {
		w.simulate()
		select {
		case <-done:
			return
		default:
		}
	}
}

// simulate goes down to a leaf, judges it and takes what it found up.
func (w *worker) simulate() {
	leaf := w.descend()
	w.evaluate(leaf)
	for range len(w.path) - 1 {
		w.game.Undo()
	}
	w.tree.backUp(w.path, &w.evaluation)
	w.record()
}

// record gives the opinion to what a report reads.
func (w *worker) record() {
	w.mu.Lock()
	defer w.mu.Unlock()
	o, details := &w.evaluation, w.tree.budget.OwnershipDetails
	for p, v := range o.Ownership {
		w.ownership[p] += float64(v)
	}
	w.total.add(o, details)
	if len(w.path) == 1 {
		return
	}
	root := w.tree.at(w.tree.root)
	if w.byMove == nil {
		w.byMove = make([]evaluationSum, root.childCount)
	}
	w.byMove[w.path[1]-root.firstChild].add(o, details)
}

// descend chooses moves down to a leaf and makes them. Each visit counts at
// once, without a win until the result is in: a virtual loss.
func (w *worker) descend() (visits int32) {
	t := w.tree
	at := t.root
	w.next = t.next
	w.path = append(w.path[:0], at)
	n := t.at(at)
	n.acquire()
	n.visits++
	own := n.stats
	for n.childCount > 0 {
		kids := t.nodes(n.firstChild, int(n.childCount))
		i := w.selectChild(kids, own)
		kids[i].visits++
		own = kids[i].stats
		at = n.firstChild + int32(i)
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

// selectChild returns the place of the move to look at below the end of the path.
func (w *worker) selectChild(kids []node, own stats) int {
	if len(w.path) > 1 {
		return selectChild(kids, own)
	}
	switch b := &w.tree.budget; {
	case b.Gumbel != nil && hasPolicy(kids):
		return w.tree.gumbel(kids).selectChild(kids, own)
	case b.widensRoot():
		return w.selectWide(kids, own)
	}
	return selectChild(kids, own)
}

// evaluate evaluates the leaf and lists its moves if it is to grow. A pass that
// ends the game is counted.
func (w *worker) evaluate(visits int32) {
	if w.game.Passes() >= 2 && len(w.path) > 1 {
		w.evaluateFinal()
		return
	}
	w.evaluator.Evaluate(w.game, w.next, &w.evaluation)
	if (len(w.path) == 1 || visits >= w.expandThreshold()) && !w.tree.full() {
		w.expand(w.path[len(w.path)-1])
	}
}

// expandThreshold returns how many visits the leaf needs before its moves are listed. A
// policy is not thrown away while there is room.
func (w *worker) expandThreshold() int32 {
	if len(w.evaluation.Policy) > 0 {
		return w.tree.expandThreshold() / expandVisits
	}
	return w.tree.expandThreshold()
}

// evaluateFinal fills the opinion with the exact result after two passes.
func (w *worker) evaluateFinal() {
	s := w.game.Score()
	o := &w.evaluation
	o.Score, o.ScoreStdev, o.Win = float32(s.Margin()), 0, 0.5
	if s.Margin() > 0 {
		o.Win = 1
	} else if s.Margin() < 0 {
		o.Win = 0
	}
	o.FirstToPlay, o.Policy = o.FirstToPlay[:0], o.Policy[:0]
	o.Ownership = o.Ownership[:0]
	for _, c := range s.Owner {
		o.Ownership = append(o.Ownership, sign[c])
	}
}

// expand lists the moves worth a look: the legal ones that fill no own eye,
// unless that makes a rosette, and the pass.
func (w *worker) expand(leaf int32) {
	t := w.tree
	w.children = w.children[:0]
	root := leaf == t.root
	if len(w.evaluation.Policy) == 0 {
		w.features.read(w.game, w.next)
	}
	for _, p := range w.game.Board().Empties() {
		if root && !t.allowed(p) || t.avoids(p, w.next, len(w.path)-1) || w.game.Legal(p, w.next) != nil {
			continue
		}
		if w.game.Board().IsEye(p, w.next) && !w.game.Board().CompletesRosette(p, w.next) {
			continue
		}
		w.children = append(w.children, w.newChild(p))
	}
	if (!root || t.allowed(board.Pass)) && !t.avoids(board.Pass, w.next, len(w.path)-1) || len(w.children) == 0 {
		w.children = append(w.children, w.newChild(board.Pass))
	}
	if root && len(w.children) == 1 {
		t.onlyMove.Store(true)
	}
	if hasPolicy(w.children) {
		normalize(w.children)
	} else if twin := t.transpositions.findOrAdd(key(w.game, w.next), leaf); twin != 0 && twin != leaf {
		t.copyStats(w.children, twin, w.childIndex)
	}
	t.attachChildren(t.at(leaf), w.children)
}

// newChild is a new node with what the policy says, or else a hunch.
func (w *worker) newChild(p board.Point) node {
	policy := w.evaluation.Policy
	switch {
	case len(policy) == 0:
		return w.features.prior(p)
	case p == board.Pass:
		return node{move: p, prior: policy[len(policy)-1]}
	}
	return node{move: p, prior: policy[p]}
}
