package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// An answer says whether the side that proves gets the target.
type answer int8

const (
	unknown answer = iota // not within the depth
	yes
	no
)

// free is the repeated place of an answer that depends on no repetition.
const free = 1 << 30

// A verdict is an answer, the margin that is proven with it, and where on the
// path the position stands whose return took part in a no.
type verdict struct {
	answer   answer
	margin   int
	repeated int
}

// A spot is what of a state is not stones.
type spot struct {
	mover  board.Color
	passed bool        // the last turn was a pass
	played bool        // the last turn was a play
	ko     board.Point // where the mover may not take back
}

// stones are those of both, by colour.
type stones [3]uint64

// A step is a position on the path and how it came about.
type step struct {
	stones
	mover  board.Color // to move
	played bool        // made by a play
	past   past
	face   [2]uint64 // the stones turned to the least of all that look alike
}

// clashes tell which of the table's answers may not be used.
type clashes struct{ yes, no bool }

// A prover finds out whether a side gets at least a target when every return of
// a position counts as its failure.
type prover struct {
	*ground
	rules  game.Rules
	table  *Table
	board  *board.Board
	stood  stones
	side   board.Color
	target int
	round  uint8 // which search this is

	ruled    bool // a play that repeats is illegal, as the rules say; else it is the failure of the side
	path     []step
	memo     memo
	captures int     // plays on the path that took stones
	dirty    clashes // proofs in the table may play into the path
	killers  [][2]board.Point
	history  [3][MostPoints]int32

	done    <-chan struct{}
	report  func()
	nodes   uint64
	stopped bool
	chosen  board.Point // what decided at the root
}

// poll is how many nodes pass between two looks at the clock.
const poll = 1 << 12

// prove searches that many turns deep.
func (p *prover) prove(ctx context.Context, side board.Color, target int, s spot, depth int) verdict {
	p.side, p.target, p.dirty, p.done, p.stopped = side, target, clashes{}, ctx.Done(), ctx.Err() != nil
	p.round = max(1, p.round+1) // no entry of a file has a round
	for len(p.killers) <= len(p.path)+depth+1 {
		p.killers = append(p.killers, [2]board.Point{board.Pass, board.Pass})
	}
	for i := range p.path {
		if before := &p.path[i]; i < len(p.path)-1 { // the last is the root, which the search looks at
			k, _ := p.key(before.stones, board.Pass)
			before.face = [2]uint64{k.own, k.foe}
			p.watch(k, passed) // whatever state was proven, it is another one
		}
	}
	p.chosen = none
	return p.search(s, depth)
}

// key returns where the table has a position, and the symmetry that leads
// there. Under the rule itself what looks alike is not the same: one may have
// stood before and the other not.
func (p *prover) key(at stones, ko board.Point) (key, int) {
	own, foe := at[p.side], at[p.side.Opponent()]
	if p.ruled {
		return key{own, foe, int8(ko)}, 0
	}
	return p.canonical(own, foe, ko)
}

// watch notes that a position is on the path from here on.
func (p *prover) watch(k key, marks uint8) {
	yes, no := p.table.clash(k, marks, p.target)
	p.dirty.yes = p.dirty.yes || yes
	p.dirty.no = p.dirty.no || no && p.ruled
}

// marks returns how the table marks the state.
func (p *prover) marks(s spot) (m uint8) {
	if s.mover == p.side {
		m |= mine
	}
	if s.passed {
		m |= passed
	}
	if p.ruled {
		m |= ruled
	}
	return m
}

// search answers for the position on the board, the last on the path.
func (p *prover) search(s spot, depth int) verdict {
	if p.nodes++; p.nodes%poll == 0 {
		p.look()
	}
	if p.stopped {
		return verdict{}
	}
	k, by := p.key(p.stood, s.ko)
	p.path[len(p.path)-1].face = [2]uint64{k.own, k.foe}
	marks := p.marks(s)
	e := blank(marks)
	known := p.table.find(k, marks)
	if known != nil {
		e = *known
	}
	if v, ok := p.recall(&e); ok {
		return v
	}
	if known == nil || e.low == unsettled || int(e.low) >= p.target || int(e.high) < p.target { // else it has been settled before, and is not
		if v, ok := p.settled(&e); ok {
			p.table.put(k, e)
			return v
		}
	}
	if depth == 0 {
		p.table.put(k, e)
		return verdict{}
	}
	returns := p.captures > 0 && p.points <= cramped
	var o occasion
	var order uint64
	if returns {
		o, order = p.occasion(s)
		if v, ok := p.remembered(o, order); ok {
			return v
		}
	}
	was, start := p.dirty, p.nodes
	p.watch(k, marks)
	v, best := p.expand(s, p.hint(&e, by), depth)
	p.chosen = best // the root's comes last
	p.dirty = was
	if p.stopped {
		return verdict{}
	}
	p.learn(k, &e, v, best, by, p.nodes-start)
	if returns && v.answer != unknown && v.repeated < len(p.path)-1 {
		p.remember(o, order, v)
	}
	if v.repeated >= len(p.path)-1 {
		v.repeated = free
	}
	return v
}

// look reports and asks whether to stop.
func (p *prover) look() {
	select {
	case <-p.done:
		p.stopped = true
	default:
		if p.report != nil {
			p.report()
		}
	}
}

// recall answers from the table. A proof may not be used when it may play into
// the path. That something is unknown holds for the round alone: what came from
// another path of an earlier one would go round in circles for ever, where each
// path by itself ends.
func (p *prover) recall(e *entry) (verdict, bool) {
	switch {
	case int(e.low) >= p.target && !p.dirty.yes:
		return verdict{yes, int(e.low), free}, true
	case int(e.high) < p.target && !p.dirty.no:
		return verdict{no, int(e.high), free}, true
	case e.round == p.round && int(e.low) < p.target && int(e.high) >= p.target:
		return verdict{}, true
	}
	return verdict{}, false
}

// settled answers by what is safe whatever follows, and notes it in the entry.
func (p *prover) settled(e *entry) (verdict, bool) {
	foe := p.side.Opponent()
	low, high := -noMargin, noMargin
	if p.settles(p.stood[p.side]) {
		low = 2*p.safe(p.side) - p.points
	}
	if p.settles(p.stood[foe]) {
		high = p.points - 2*p.safe(foe)
	}
	e.low, e.high = max(e.low, int8(low)), min(e.high, int8(high))
	e.sawLow, e.sawHigh = max(e.sawLow, e.low), min(e.sawHigh, e.high)
	switch {
	case low >= p.target:
		return verdict{yes, low, free}, true
	case high < p.target:
		return verdict{no, high, free}, true
	}
	return verdict{}, false
}

// safe counts the points that a colour keeps.
func (p *prover) safe(c board.Color) (n int) {
	safety := life.Unconditional(p.board, c, p.rules.Reading())
	for at := range p.points {
		if safety.Alive[at] || safety.Territory[at] {
			n++
		}
	}
	return n
}

// none is no move in the table; a pass is −1 there too.
const none = -2

// hint returns the move that the table holds, turned back.
func (p *prover) hint(e *entry, by int) board.Point {
	if e.best < 0 {
		return board.Point(e.best)
	}
	for at, to := range p.turns[by] {
		if to == board.Point(e.best) {
			return board.Point(at)
		}
	}
	return none
}

// learn stores a verdict; if the return of an earlier position took part, only
// that it was seen.
func (p *prover) learn(k key, e *entry, v verdict, best board.Point, by int, nodes uint64) {
	here := v.repeated >= len(p.path)-1
	switch v.answer {
	case yes:
		e.sawLow = max(e.sawLow, int8(v.margin))
		if here {
			e.low = max(e.low, int8(v.margin))
		}
	case no:
		e.sawHigh = min(e.sawHigh, int8(v.margin))
		if here {
			e.high = min(e.high, int8(v.margin))
		}
	default:
		e.round = p.round
	}
	switch {
	case best >= 0:
		e.best = int8(p.turns[by][best])
	case best == board.Pass:
		e.best = int8(board.Pass)
	}
	e.worked(nodes)
	p.table.put(k, *e)
}
