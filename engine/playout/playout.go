// Package playout is an evaluator that plays on: from the position to the end,
// each player answering the last stone where he has been taught to, else taking
// any point that is legal and no eye of his own (Brügmann 1993; answers after
// Gelly, Wang, Munos and Teytaud 2006; the eye rule is [board.Board.Eye]).
package playout

import (
	"fmt"
	"slices"
	"strings"

	"rosette/engine"
	"rosette/engine/pattern"
	"rosette/game"
	"rosette/game/board"
	"rosette/rng"
)

// limit is how many moves a playout may make for each point of the board,
// beyond which it counts as it stands: only cycles longer than a ko run so far.
const limit = 3

// An Evaluator judges a position by one random game to its end. Not safe for
// concurrent use.
type Evaluator struct {
	board board.Board
	luck  rng.Xoshiro
	first []board.Color
	moves int

	replies []reply         // what it has been taught; nothing in light playouts
	tested  bool            // it answers only where a match has shown that it pays
	graph   *board.Graph    // for which
	finds   []find          // are what it answers there
	careful bool            // what is drawn gives no chain away
	shapes  *pattern.Shapes // of the board's graph; nil where none are known
}

var _ engine.Evaluator = (*Evaluator)(nil)

// New returns an evaluator whose games follow from the seed.
func New(seed uint64) *Evaluator {
	e, err := With(seed, Replies()...)
	if err != nil {
		panic(err) // they know themselves
	}
	e.tested = true
	return e
}

// Light returns an evaluator that answers nothing: every sensible move is as
// likely as the next.
func Light(seed uint64) *Evaluator {
	e := &Evaluator{luck: rng.NewXoshiro(seed)}
	e.board.DisableUndo()
	return e
}

// With returns an evaluator that answers only what those names of [Replies] say,
// to measure what each is worth.
func With(seed uint64, names ...string) (*Evaluator, error) {
	e := Light(seed)
	for _, name := range names {
		i := slices.IndexFunc(replies, func(r reply) bool { return r.name == name })
		if i < 0 {
			return nil, fmt.Errorf("playouts know no reply %q; use %s", name, strings.Join(Replies(), ", "))
		}
		e.replies = append(e.replies, replies[i])
		e.careful = e.careful || replies[i].find == nil
	}
	return e, nil
}

// Replies returns the names of what playouts answer at once.
func Replies() []string {
	var names []string
	for _, r := range replies {
		names = append(names, r.name)
	}
	return names
}

// Evaluate plays one game from g and reports how it ended.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	if len(e.first) != n {
		e.first = make([]board.Color, n)
	}
	clear(e.first)
	e.set(g)
	rules := g.Rules()
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		e.board.ClearKo()
		last.Point = board.Pass
	}
	e.run(next, last.Point, g.Passes(), rules.Libertyless == game.LibertylessAllowed)

	into.Policy = into.Policy[:0]
	into.FirstToPlay = append(into.FirstToPlay[:0], e.first...)
	if cap(into.Ownership) < n {
		into.Ownership = make([]float32, n)
	}
	into.Ownership = into.Ownership[:n]
	margin := e.count(into.Ownership) + g.ScoreOffset(next)
	into.Score, into.ScoreStdev = float32(margin), 0
	into.Win = win(margin)
}

// set takes the position over.
func (e *Evaluator) set(g *game.Game) {
	e.board.Copy(g.Board())
	if e.graph == g.Graph() {
		return
	}
	e.graph, e.shapes, e.finds = g.Graph(), pattern.Of(g.Graph()), e.finds[:0]
	for _, r := range e.replies {
		if r.find != nil && (!e.tested || r.where == nil || r.where(e.graph)) {
			e.finds = append(e.finds, r.find)
		}
	}
}

// Urgent returns what a playout would answer to the last stone whatever the shapes
// are, or [board.Pass].
func (e *Evaluator) Urgent(g *game.Game, c board.Color) board.Point {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return board.Pass
	}
	e.set(g)
	shapes := e.shapes
	defer func() { e.shapes = shapes }()
	e.shapes = nil
	return e.answer(last.Point, c, g.Rules().Libertyless == game.LibertylessAllowed)
}

// win turns a final margin into a chance of Black's: a draw is half.
func win(margin float64) float32 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}

// Moves returns how many moves the last playout made, passes included.
func (e *Evaluator) Moves() int { return e.moves }

// heed is how often a playout answers what it sees, in eighths.
const heed = 7

// run plays until two passes in a row.
func (e *Evaluator) run(c board.Color, last board.Point, passes int, libertyless bool) {
	b := &e.board
	most := limit * b.Graph().Points()
	e.moves = 0
	for passes < 2 && e.moves < most {
		p := board.Pass
		if len(e.finds) > 0 && last != board.Pass && e.luck.IntN(8) < heed {
			p = e.answer(last, c, libertyless)
		}
		if p == board.Pass {
			p = e.pick(c, libertyless)
		}
		last = p
		e.moves++
		if p == board.Pass {
			passes++
			b.ClearKo()
		} else {
			passes = 0
			b.Play(p, c)
			if e.first[p] == board.Empty {
				e.first[p] = c
			}
		}
		c = c.Opponent()
	}
}

// pick draws empty points without putting them back until one will do.
func (e *Evaluator) pick(c board.Color, libertyless bool) board.Point {
	b := &e.board
	for left := b.Vacant(); left > 0; left-- {
		p := b.PickEmpty(e.luck.IntN(left), left)
		if e.may(p, c, libertyless) && !(e.careful && e.gives(p, c)) {
			return p
		}
	}
	return board.Pass
}

// may tells whether a playout plays c at the empty point p.
func (e *Evaluator) may(p board.Point, c board.Color, libertyless bool) bool {
	b := &e.board
	return p != b.Ko() && b.IsPlayoutMove(p, c) && (libertyless || b.PlayResult(p, c) != board.Libertyless)
}

// gives tells whether a stone of c on p would add to a chain and leave it a single
// liberty, with nothing taken.
func (e *Evaluator) gives(p board.Point, c board.Color) bool {
	return e.board.Neighbours(p, c) > 0 && e.board.IsSelfAtari(p, c)
}

// count fills in whose each point is and returns Black's margin by area.
// At the end of a playout an empty point is somebody's eye or nobody's.
func (e *Evaluator) count(owners []float32) float64 {
	margin := 0
	for p := range owners {
		c := e.board.At(board.Point(p))
		if c == board.Empty {
			black, white := e.board.Neighbours(board.Point(p), board.Black), e.board.Neighbours(board.Point(p), board.White)
			switch {
			case black > 0 && white == 0:
				c = board.Black
			case white > 0 && black == 0:
				c = board.White
			}
		}
		owners[p] = 0
		switch c {
		case board.Black:
			margin++
			owners[p] = 1
		case board.White:
			margin--
			owners[p] = -1
		}
	}
	return float64(margin)
}
