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
}

// DefaultNodes keeps a tree under 100 MB.
const DefaultNodes = 3 << 20

// A Candidate is a move at the root and what the search thinks of it.
type Candidate struct {
	Move   board.Point
	Visits int
	Win    float32 // the chance of the player to move, 0 … 1, with a little score in it
	Line   []board.Point
}

// A Report is what a search found. Win and Score are the mover's, Ownership is
// 1 for his points and −1 for the opponent's.
type Report struct {
	Candidates []Candidate // the most visited first
	Visits     int
	Win        float32
	Score      float32
	Ownership  []float32
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
	var all sync.WaitGroup
	for _, mind := range minds {
		w := &walker{tree: t, mind: mind, game: g.Clone()}
		all.Go(func() { w.walk(ctx) })
	}
	all.Wait()
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
	opinion engine.Evaluation
	kids    []node // legal moves of a leaf, before the tree takes them
}

func (w *walker) walk(ctx context.Context) {
	done := ctx.Done()
	for {
		select {
		case <-done:
			return
		default:
		}
		if !w.visit() {
			return
		}
	}
}

// visit goes down to a leaf, evaluates it and takes the result back up. It
// returns false, having done nothing, once the budget is spent.
func (w *walker) visit() bool {
	next, grow, ok := w.descend()
	if !ok {
		return false
	}
	if w.game.Passes() >= 2 && len(w.path) > 1 {
		w.final()
		grow = false
	} else {
		if grow {
			w.expand(next)
		}
		w.mind.Evaluate(w.game, next, &w.opinion)
	}
	w.tree.backUp(w.path, &w.opinion, grow, w.kids)
	for range len(w.path) - 1 {
		w.game.Undo()
	}
	return true
}

// descend chooses moves down to a leaf and makes them. It returns who is to
// move there, whether the leaf should be expanded, and whether the budget has a
// visit left for it.
func (w *walker) descend() (next board.Color, grow, ok bool) {
	t := w.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.reserve() {
		return board.Empty, false, false
	}
	at, next := int32(0), t.next
	w.path = append(w.path[:0], 0)
	t.nodes[0].visits++
	for t.nodes[at].kids > 0 {
		at = t.choose(at)
		n := &t.nodes[at]
		n.visits++ // without a win until the result is in: a virtual loss
		w.game.Make(n.move, next)
		next = next.Opponent()
		w.path = append(w.path, at)
	}
	n := &t.nodes[at]
	return next, n.visits >= expandAt && len(t.nodes) < t.budget.Nodes || at == 0, true
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
		if root && !w.tree.allowed(p) || w.game.Legal(p, next) != nil {
			continue
		}
		if w.game.Board().Eye(p, next) && !w.game.Board().Completes(p, next) {
			continue
		}
		w.kids = append(w.kids, hunch(w.game, p, next))
	}
	if !root || w.tree.allowed(board.Pass) || len(w.kids) == 0 {
		w.kids = append(w.kids, hunch(w.game, board.Pass, next))
	}
}
