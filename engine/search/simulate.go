package search

import (
	"context"
	"sync"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A worker visits leaves, one after another, in its own goroutine.
type worker struct {
	tree       *tree
	evaluator  engine.Evaluator
	game       *game.Game
	selectRoot Selector
	selectMove Selector    // below the root
	path       []int32     // node numbers from the root to the leaf
	next       board.Color // the player to move at the end of the path
	evaluation engine.Evaluation
	children   []node  // the leaf's children, before they are added to the tree
	childIndex []int32 // by point + 1: a transposition's children
	features   staticFeatures

	mu     sync.Mutex // guards the sums that an analysis reads during the search
	total  engine.EvaluationSum
	byMove []engine.EvaluationSum // by root move: its visits
}

// newWorker returns a worker that plays on g. The worker owns g.
func newWorker(t *tree, e engine.Evaluator, g *game.Game, root, interior Selector) *worker {
	return &worker{
		tree: t, evaluator: e, game: g, selectRoot: root, selectMove: interior,
		childIndex: make([]int32, t.points+1),
	}
}

// run simulates until a limit is reached, or until ctx ends; then it returns ctx's error.
func (w *worker) run(ctx context.Context) error {
	for done := ctx.Done(); w.tree.reserve(); {
		w.simulate()
		select {
		case <-done:
			return ctx.Err()
		default:
		}
	}
	return nil
}

// simulate makes one visit: it descends to a leaf, evaluates it, expands it if it has enough
// visits, and backs up the result.
func (w *worker) simulate() {
	visits := w.descend()
	w.evaluate()
	if w.mayExpand(visits) {
		w.expand(w.path[len(w.path)-1])
	}
	for range len(w.path) - 1 {
		w.game.Undo()
	}
	w.tree.backUp(w.path, &w.evaluation)
	w.record()
}

// descend selects and makes moves down to a leaf and returns the leaf's visits. Each visit counts
// at once, as a loss until the result is in: a virtual loss.
func (w *worker) descend() (visits int32) {
	t := w.tree
	at := t.root
	w.next = t.next
	w.path = append(w.path[:0], at)
	n := t.at(at)
	n.acquire()
	n.visits++
	own := n.stats
	for sel := w.selectRoot; n.childCount > 0; sel = w.selectMove {
		children := t.children(n)
		i := sel(Children{children, own})
		children[i].visits++
		own = children[i].stats
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

// gameOver reports whether a pass on the path ended the game.
func (w *worker) gameOver() bool { return w.game.Passes() >= 2 && len(w.path) > 1 }

// evaluate evaluates the leaf.
func (w *worker) evaluate() {
	if !w.gameOver() {
		w.evaluator.Evaluate(w.game, w.next, &w.evaluation)
	} else if final, ok := w.evaluator.(FinalEvaluator); ok {
		final.EvaluateFinal(w.game, &w.evaluation)
	} else {
		w.evaluation.Final(w.game)
	}
}

// A FinalEvaluator also evaluates positions after two passes. For other evaluators the search takes
// the score.
type FinalEvaluator interface {
	engine.Evaluator
	// EvaluateFinal sets into, except for its policy, to the value of the position if play ends
	// here.
	EvaluateFinal(g *game.Game, into *engine.Evaluation)
}

// mayExpand reports whether a leaf with the given visits may be expanded. The root always may. A
// leaf with a policy needs 1/expandVisits of the usual visits, that is one while the tree has
// plenty of room: a later visit would have to compute the policy again.
func (w *worker) mayExpand(visits int32) bool {
	if w.gameOver() || w.tree.full() {
		return false
	}
	threshold := w.tree.expandThreshold()
	if len(w.evaluation.Policy) > 0 {
		threshold /= expandVisits
	}
	return len(w.path) == 1 || visits >= threshold
}

// expand adds children to a leaf: the pass and every legal move, except those that fill an own eye
// without completing a rosette.
func (w *worker) expand(leaf int32) {
	t := w.tree
	w.children = w.children[:0]
	root := leaf == t.root
	if len(w.evaluation.Policy) == 0 {
		w.features.compute(w.game, w.next)
		w.features.readLadders(root)
	}
	for _, p := range w.game.Board().Empties() {
		if root && (!t.allowed(p) || t.isImage(p)) || t.avoids(p, w.next, len(w.path)-1) ||
			w.game.Legal(p, w.next) != nil {
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
	if root && hasPolicy(w.children) {
		w.addImages()
	}
	if hasPolicy(w.children) {
		normalize(w.children)
	} else if other := t.transpositions.findOrAdd(key(w.game, w.next), leaf); other != 0 && other != leaf {
		t.copyStats(w.children, other, w.childIndex)
	}
	t.attachChildren(t.at(leaf), w.children)
}

// newChild returns a node with its prior from the policy, or from static features if there is no
// policy.
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

// addImages adds to each root move's prior the priors for its symmetric images.
func (w *worker) addImages() {
	for i := range w.children {
		if k := &w.children[i]; k.move != board.Pass {
			k.prior = w.tree.orbitPrior(w.evaluation.Policy, k.move)
		}
	}
}

// attachChildren adds children to a leaf, unless another worker was faster or there is no room.
func (t *tree) attachChildren(leaf *node, children []node) {
	leaf.acquire()
	defer leaf.release()
	if leaf.childCount > 0 {
		return
	}
	if first := t.add(children); first > 0 {
		leaf.firstChild, leaf.childCount = first, int16(len(children))
	}
}

// backUp adds an evaluation to every node on the path, from the side of the player who made its
// move, and to the moves that the playout made first ("all moves as first", Brügmann 1993). A path
// with n nodes has n−1 moves; the visit itself was counted on the way down. backUp changes
// e.FirstToPlay: on its way up it sets each point on the path to the player who moved there,
// because nodes above see that move before any playout move.
func (t *tree) backUp(path []int32, e *engine.Evaluation) {
	u := t.utility(e)
	utility := board.ByColor[float32]{board.Black: u, board.White: 1 - u}
	c := t.next // the player to move at the end of the path
	if len(path)%2 == 0 {
		c = c.Opponent()
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := t.at(path[i])
		n.acquire()
		if len(e.FirstToPlay) > 0 && n.childCount > 0 {
			backUpAMAF(t.children(n), c, utility[c], e.FirstToPlay)
		}
		if i+1 < len(path) {
			t.at(path[i+1]).add(utility[c], e.Score)
		}
		n.release()
		c = c.Opponent()
		if move := n.move; len(e.FirstToPlay) > 0 && move != board.Pass && i > 0 {
			e.FirstToPlay[move] = c
		}
	}
	root := t.at(t.root)
	root.acquire()
	root.add(utility[c], e.Score)
	root.release()
}

// backUpAMAF adds a utility to the moves that c was first to play.
func backUpAMAF(children []node, c board.Color, utility float32, firstToPlay []board.Color) {
	for i := range children {
		k := &children[i]
		if k.move != board.Pass && firstToPlay[k.move] == c {
			k.amafVisits++
			k.amafSum += float64(utility)
		}
	}
}

// record adds the evaluation to the sums that an analysis reads.
func (w *worker) record() {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, details := &w.evaluation, w.tree.params.OwnershipDetails
	w.total.Add(e)
	w.total.AddOwnership(e.Ownership)
	if details {
		w.total.AddOwnershipSquares(e.Ownership)
	}
	if len(w.path) == 1 {
		return
	}
	root := w.tree.at(w.tree.root)
	if w.byMove == nil {
		w.byMove = make([]engine.EvaluationSum, root.childCount)
	}
	move := &w.byMove[w.path[1]-root.firstChild]
	move.Add(e)
	if details {
		move.AddOwnership(e.Ownership)
		move.AddOwnershipSquares(e.Ownership)
	}
}
