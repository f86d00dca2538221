// Package search looks ahead: a tree grown by choosing, evaluating and backing
// up, which takes its mind as an argument.
package search

import (
	"context"
	"sync"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A Budget bounds a search; what is zero does not bound. A search without any
// bound runs until its context ends.
type Budget struct {
	Visits int
	Time   time.Duration
	Nodes  int           // of the tree, DefaultNodes if zero: it stops growing there
	Among  []board.Point // the moves to choose from at the root, all if empty

	Avoid   engine.Avoid  // moves that the tree leaves out, none if nil
	Details bool          // report whose the points are after each candidate
	Tell    func(Report)  // is told what has been found so far, if Every is over 0
	Every   time.Duration // how often
	First   time.Duration // when for the first time, after Every if 0
}

// DefaultNodes keeps a tree under 100 MB.
const DefaultNodes = 3 << 20

// A Candidate is a move at the root and what the search thinks of it.
type Candidate struct {
	Move   board.Point
	Visits int
	Win    float32 // the chance of the player to move, 0 … 1, with a little score in it
	Line   []board.Point

	Chance     float32 // the chance alone
	Score      float32 // the mover's margin
	Spread     float32 // the standard deviation of the final margin
	LineVisits []int
	Ownership  []float32 // as in the Report, empty without Details
	Doubt      []float32
}

// A Report is what a search found. Win and Score are the mover's, Ownership is
// 1 for his points and −1 for the opponent's.
type Report struct {
	Candidates []Candidate // the most visited first
	Visits     int
	Win        float32
	Score      float32
	Spread     float32 // the standard deviation of the final margin
	Ownership  []float32
	Doubt      []float32 // the standard deviation of Ownership
	Took       time.Duration
}

// Run searches g with next to move, one goroutine for each evaluator, until
// the budget is spent or ctx ends, and reports what it has found by then. With
// one evaluator and a budget of visits the same input gives the same report.
func Run(ctx context.Context, g *game.Game, next board.Color, minds []engine.Evaluator, b Budget) Report {
	start := time.Now()
	if b.Nodes <= 0 {
		b.Nodes = DefaultNodes
	}
	if b.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, b.Time)
		defer stop()
	}
	t := newTree(g, next, b)
	hush := t.aloud(start)
	var all sync.WaitGroup
	for _, mind := range minds {
		w := &walker{tree: t, mind: mind, game: g.Clone()}
		all.Go(func() { w.walk(ctx) })
	}
	all.Wait()
	hush()
	report := t.report()
	report.Took = time.Since(start)
	return report
}

// A walker is one goroutine's way through the tree, again and again.
type walker struct {
	tree    *tree
	mind    engine.Evaluator
	game    *game.Game
	path    []int32 // nodes from the root down
	next    board.Color
	grow    bool // the leaf wants its moves listed
	waiting bool // the opinion of path has yet to go up
	opinion engine.Evaluation
	kids    []node // legal moves of a leaf, before the tree takes them
}

// walk visits leaves until the budget is spent or ctx ends. The tree is locked
// once a visit: what the last one found goes up just before the next goes down.
func (w *walker) walk(ctx context.Context) {
	done := ctx.Done()
	for w.descend() {
		w.judge()
		select {
		case <-done:
			w.tree.lock()
			w.backUp()
			w.tree.mu.Unlock()
			return
		default:
		}
	}
}

// descend takes the last opinion up, then chooses moves down to a leaf and
// makes them. It returns false once the budget has no visit left.
func (w *walker) descend() bool {
	t := w.tree
	t.lock()
	defer t.mu.Unlock()
	w.backUp()
	if !t.reserve() {
		return false
	}
	at := int32(0)
	w.next = t.next
	w.path = append(w.path[:0], 0)
	t.nodes[0].visits++
	for t.nodes[at].kids > 0 {
		at = t.choose(at)
		n := &t.nodes[at]
		n.visits++ // without a win until the result is in: a virtual loss
		w.game.Make(n.move, w.next)
		w.next = w.next.Opponent()
		w.path = append(w.path, at)
	}
	w.grow = at == 0 || t.nodes[at].visits >= expandAt && len(t.nodes) < t.budget.Nodes
	return true
}

// judge evaluates the leaf, lists its moves if it is to grow, and takes the
// moves that led there back.
func (w *walker) judge() {
	if w.game.Passes() >= 2 && len(w.path) > 1 {
		w.final()
		w.grow = false
	} else {
		if w.grow {
			w.expand(w.next)
		}
		w.mind.Evaluate(w.game, w.next, &w.opinion)
	}
	for range len(w.path) - 1 {
		w.game.Undo()
	}
	w.waiting = true
}

// backUp gives the tree what the last visit found, if that is yet to be done.
// The tree is locked.
func (w *walker) backUp() {
	if w.waiting {
		w.tree.backUp(w.path, &w.opinion, w.grow, w.kids)
		w.waiting = false
	}
}

// final fills the opinion with the exact result after two passes.
func (w *walker) final() {
	s := w.game.Score()
	o := &w.opinion
	o.Score, o.Win = float32(s.Margin()), 0.5
	if s.Margin() > 0 {
		o.Win = 1
	} else if s.Margin() < 0 {
		o.Win = 0
	}
	o.First = o.First[:0]
	o.Ownership = o.Ownership[:0]
	for _, c := range s.Owner {
		o.Ownership = append(o.Ownership, sign[c])
	}
}

// sign is a colour as ownership counts it.
var sign = [3]float32{board.Empty: 0, board.Black: 1, board.White: -1}

// expand lists the moves worth a look: the legal ones that fill no own eye,
// unless that makes a rosette, and the pass.
func (w *walker) expand(next board.Color) {
	w.kids = w.kids[:0]
	root := len(w.path) == 1
	for _, p := range w.game.Board().Empties() {
		if root && !w.tree.allowed(p) || w.tree.avoids(p, next, len(w.path)-1) || w.game.Legal(p, next) != nil {
			continue
		}
		if w.game.Board().Eye(p, next) && !w.game.Board().Completes(p, next) {
			continue
		}
		w.kids = append(w.kids, hunch(w.game, p, next))
	}
	if (!root || w.tree.allowed(board.Pass)) && !w.tree.avoids(board.Pass, next, len(w.path)-1) || len(w.kids) == 0 {
		w.kids = append(w.kids, hunch(w.game, board.Pass, next))
	}
}
