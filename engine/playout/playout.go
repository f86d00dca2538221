// Package playout implements Monte Carlo playouts: an [engine.Evaluator] that plays a position to
// the end and reports the result (Brügmann, Monte Carlo Go, 1993).
//
// Light playouts draw every move at random from the legal moves that do not fill an own eye
// ([board.View.IsEye]). Other playouts reply to the opponent's last stone where a tactic applies:
// captures, escapes and local patterns, after Gelly, Wang, Munos and Teytaud, Modification of UCT
// with Patterns in Monte-Carlo Go (2006).
package playout

import (
	"fmt"
	"slices"
	"strings"

	"rosette/engine"
	"rosette/engine/pattern"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// maxMovesPerPoint bounds the length of a playout; beyond it the position counts as it is. Only
// cycles longer than a ko reach the bound.
const maxMovesPerPoint = 3

// An Evaluator evaluates a position by one playout. It allocates only when the
// board changes. It is not safe for concurrent use.
type Evaluator struct {
	board board.Board
	rng   rng.Xoshiro
	first []board.Color // by point: the player who played there first
	moves int

	enabled         []tactic          // none in light playouts
	onlyUseful      bool              // use each tactic only on the boards where matches showed a gain
	graph           *board.Graph      // the graph for active and patterns
	active          []find            // enabled tactics that reply on this graph
	avoidsSelfAtari bool              // in moves drawn at random
	patterns        *pattern.Patterns // nil if the graph has none

	region []board.Point // the only points to play on, in any order
	within []bool        // by point: whether region contains it; nil for all
}

var _ engine.Evaluator = (*Evaluator)(nil)

// New returns an evaluator that uses every tactic on the boards where matches showed a gain. Equal
// seeds give equal playouts.
func New(seed uint64) *Evaluator {
	e, err := NewWith(seed, Replies()...)
	if err != nil {
		panic(err) // Replies names only known tactics
	}
	e.onlyUseful = true
	return e
}

// NewLight returns an evaluator without tactics.
func NewLight(seed uint64) *Evaluator {
	e := &Evaluator{rng: rng.NewXoshiro(seed)}
	e.board.DisableUndo()
	return e
}

// NewWith returns an evaluator with only the named tactics, on every board, to measure their worth.
// It fails if a name is not in [Replies].
func NewWith(seed uint64, names ...string) (*Evaluator, error) {
	e := NewLight(seed)
	for _, name := range names {
		i := slices.IndexFunc(tactics, func(t tactic) bool { return t.name == name })
		if i < 0 {
			return nil, fmt.Errorf("playouts know no reply %q; use %s", name, strings.Join(Replies(), ", "))
		}
		e.enabled = append(e.enabled, tactics[i])
		e.avoidsSelfAtari = e.avoidsSelfAtari || tactics[i].find == nil
	}
	return e, nil
}

// Confine restricts playouts to the given points on g. They end when neither player has a move
// there.
func (e *Evaluator) Confine(g *board.Graph, points []board.Point) {
	e.region, e.within = slices.Clone(points), make([]bool, g.Points())
	for _, p := range points {
		e.within[p] = true
	}
}

// Replies returns the names of all tactics, for use with [NewWith].
func Replies() []string {
	var names []string
	for _, t := range tactics {
		names = append(names, t.name)
	}
	return names
}

// Evaluate implements [engine.Evaluator]: it plays one game from g to its end under area scoring.
// Win is 0, ½ or 1; Ownership is −1, 0 or 1; Policy is empty. It does not change g.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	if len(e.first) != n {
		e.first = make([]board.Color, n)
	}
	clear(e.first)
	e.setPosition(g)
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

// setPosition copies the position and prepares for its graph.
func (e *Evaluator) setPosition(g *game.Game) {
	e.board.Copy(g.Board())
	if e.graph == g.Graph() {
		return
	}
	e.graph = g.Graph()
	e.patterns = pattern.New(g.Graph())
	e.active = e.active[:0]
	for _, t := range e.enabled {
		if t.find != nil && (!e.onlyUseful || t.useful == nil || t.useful(e.graph)) {
			e.active = append(e.active, t.find)
		}
	}
}

// Reply returns the tactical reply by c to the last stone, or [board.Pass] if no tactic applies. It
// ignores local patterns.
func (e *Evaluator) Reply(g *game.Game, c board.Color) board.Point {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return board.Pass
	}
	e.setPosition(g)
	patterns := e.patterns
	defer func() { e.patterns = patterns }()
	e.patterns = nil
	return e.reply(last.Point, c, g.Rules().Libertyless == game.LibertylessAllowed)
}

// win returns Black's probability of winning with a final margin; a draw is ½.
func win(margin float64) float32 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}

// Moves returns the number of moves in the last playout, including passes.
func (e *Evaluator) Moves() int { return e.moves }

// replyEighths is the probability, in eighths, that a playout looks for a reply.
const replyEighths = 7

// run plays until two passes in a row.
func (e *Evaluator) run(c board.Color, last board.Point, passes int, libertyless bool) {
	b := &e.board
	limit := maxMovesPerPoint * b.Graph().Points()
	e.moves = 0
	for passes < 2 && e.moves < limit {
		p := board.Pass
		if len(e.active) > 0 && last != board.Pass && e.rng.IntN(8) < replyEighths {
			p = e.reply(last, c, libertyless)
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

// pick draws empty points without replacement until a move is acceptable.
func (e *Evaluator) pick(c board.Color, libertyless bool) board.Point {
	if e.within != nil {
		return e.pickWithin(c, libertyless)
	}
	b := &e.board
	for left := b.Candidates(); left > 0; {
		i := e.rng.IntN(left)
		p := b.Candidate(i)
		if e.allowed(p, c, libertyless) && !(e.avoidsSelfAtari && e.extendsIntoAtari(p, c)) {
			return p
		}
		left--
		b.Reject(i, left)
	}
	return board.Pass
}

// pickWithin is like pick, but limited to the region.
func (e *Evaluator) pickWithin(c board.Color, libertyless bool) board.Point {
	b := &e.board
	for left := len(e.region); left > 0; left-- {
		i := e.rng.IntN(left)
		p := e.region[i]
		e.region[i], e.region[left-1] = e.region[left-1], p
		if b.At(p) == board.Empty && e.allowed(p, c, libertyless) && !(e.avoidsSelfAtari && e.extendsIntoAtari(p, c)) {
			return p
		}
	}
	return board.Pass
}

// allowed reports whether c may play at the empty point p in a playout: the move is legal, ignoring
// superko, and does not fill an own eye.
func (e *Evaluator) allowed(p board.Point, c board.Color, libertyless bool) bool {
	b := &e.board
	if b.Neighbours(p, board.Empty) > 0 {
		return true // such a point is not a ko either
	}
	if p == b.Ko() {
		return false
	}
	result := b.PlayoutResult(p, c)
	return result == board.HasLiberty || result == board.Libertyless && libertyless
}

// extendsIntoAtari reports whether a stone by c at p would extend a chain and leave it one liberty
// without capturing. A single stone in atari is not counted, because it may be a throw-in.
func (e *Evaluator) extendsIntoAtari(p board.Point, c board.Color) bool {
	return e.board.Neighbours(p, c) > 0 && e.board.IsSelfAtari(p, c)
}

// count sets the owner of each point (1 Black, −1 White, 0 neither) and returns Black's margin by
// area. At the end of a playout every empty point is an eye for one colour or touches both.
func (e *Evaluator) count(owners []float32) float64 {
	b := &e.board
	margin := 0
	for p := range owners {
		c := b.At(board.Point(p))
		owners[p] = ownership[c]
		margin += int(c&1) - int(c>>1)
	}
	for _, p := range b.Empties() {
		c := owner(&b.View, p)
		owners[p] = ownership[c]
		margin += int(c&1) - int(c>>1)
	}
	return float64(margin)
}

// ownership maps a point's colour to its value in [engine.Evaluation].
var ownership = board.ByColor[float32]{board.Black: 1, board.White: -1}

// Owners returns the owner of each point as at the end of a playout: 1 for a black stone or an
// empty point that touches only Black, −1 likewise for White, 0 otherwise. It reuses into if it is
// large enough.
func Owners(b *board.View, into []float32) []float32 {
	into = into[:0]
	for p := range board.Point(b.Graph().Points()) {
		into = append(into, ownership[owner(b, p)])
	}
	return into
}

// owner returns the colour of the stone at p, or the only colour that an empty p touches.
func owner(b *board.View, p board.Point) board.Color {
	c := b.At(p)
	if c != board.Empty {
		return c
	}
	black, white := b.Neighbours(p, board.Black), b.Neighbours(p, board.White)
	switch {
	case black > 0 && white == 0:
		return board.Black
	case white > 0 && black == 0:
		return board.White
	}
	return board.Empty
}
