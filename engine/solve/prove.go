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

// A verdict is an answer, the margin that is proven with it, where on the path
// the position stands whose return took part in a no, and which stones of the
// side stand after each of its plays that a yes needs.
type verdict struct {
	answer   answer
	margin   int
	repeated int
	kept     uint64
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

// clashes tell which of the table's answers may not be used: a yes that may play
// to what is on the path, and all noes.
type clashes struct {
	yes []uint64 // the side's stones in positions on the path
	no  bool
}

// A law says what becomes of a play that makes a position which stood before.
type law int8

const (
	anyRule   law = iota // the side that proves fails
	ownRule              // a play of the other is illegal if the rule says so; one of the side is not made
	precisely            // it is illegal for both if the rule says so
)

// lawMarks are how the table marks what was found under each.
var lawMarks = [...]uint8{anyRule: 0, ownRule: loose, precisely: ruled}

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

	law      law
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
	longest int // line so far
	reach   int // how long a path may become
	most    uint64
	taken   board.Point
	chosen  board.Point // what decided at the root
}

// poll is how many nodes pass between two looks at the clock.
const poll = 1 << 12

// prove searches that many turns deep.
func (p *prover) prove(ctx context.Context, side board.Color, target int, s spot, depth int) verdict {
	p.begin(ctx, side, target, depth)
	p.most = ^uint64(0)
	return p.search(s, depth)
}

// begin makes ready for one side and target.
func (p *prover) begin(ctx context.Context, side board.Color, target, depth int) {
	p.side, p.target, p.dirty, p.done, p.stopped = side, target, clashes{yes: p.dirty.yes[:0]}, ctx.Done(), ctx.Err() != nil
	p.round = max(1, p.round+1) // no entry of a file has a round
	for len(p.killers) <= len(p.path)+depth+1 {
		p.killers = append(p.killers, [2]board.Point{board.Pass, board.Pass})
	}
	for i := range p.path {
		if before := &p.path[i]; i < len(p.path)-1 { // the last is the root, which the search looks at
			k, _ := p.key(before.stones, board.Pass)
			before.face = [2]uint64{k.own, k.foe}
			p.watch(k, passed|lawMarks[p.law], before.stones[side]) // whatever state was proven, it is another one
		}
	}
	p.chosen = none
}

// key returns where the table has a position, and the symmetry that leads
// there. Under the rule itself what looks alike is not the same: one may have
// stood before and the other not.
func (p *prover) key(at stones, ko board.Point) (key, int) {
	own, foe := at[p.side], at[p.side.Opponent()]
	if p.law == precisely {
		return key{own, foe, int8(ko)}, 0
	}
	return p.canonical(own, foe, ko)
}

// watch notes that a position is on the path from here on.
func (p *prover) watch(k key, marks uint8, own uint64) {
	yes, no := p.table.clash(k, marks, p.target)
	if yes {
		p.dirty.yes = append(p.dirty.yes, own)
	}
	p.dirty.no = p.dirty.no || no && p.law == precisely
}

// marks returns how the table marks the state.
func (p *prover) marks(s spot) (m uint8) {
	if s.mover == p.side {
		m |= mine
	}
	if s.passed {
		m |= passed
	}
	return m | lawMarks[p.law]
}

// entry returns what the table knows of the state, or one that says nothing.
func (p *prover) entry(s spot, k key) (e entry, known bool) {
	marks := p.marks(s)
	if found := p.table.find(k, marks); found != nil {
		return *found, true
	}
	return blank(marks), false
}

// search answers for the position on the board, the last on the path.
func (p *prover) search(s spot, depth int) verdict {
	if p.nodes++; p.nodes%poll == 0 {
		p.look()
	}
	if p.stopped = p.stopped || p.nodes >= p.most; p.stopped {
		return verdict{}
	}
	k, by := p.key(p.stood, s.ko)
	p.path[len(p.path)-1].face = [2]uint64{k.own, k.foe}
	e, known := p.entry(s, k)
	if v, ok := p.recall(&e, by); ok {
		return v
	}
	if !known || e.low == unsettled || int(e.low) >= p.target || int(e.high) < p.target { // else it has been settled before, and is not
		if v, ok := p.settled(s, &e, by); ok {
			p.table.put(k, e)
			return v
		}
	}
	if depth == 0 {
		p.table.put(k, e)
		return verdict{}
	}
	returns := p.law != anyRule && p.captures > 0 && p.points <= cramped
	var o occasion
	var order uint64
	if returns {
		o, order = p.occasion(s)
		if v, ok := p.remembered(o, order); ok {
			return v
		}
	}
	was, start := p.dirty, p.nodes
	p.watch(k, p.marks(s), p.stood[p.side])
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
func (p *prover) recall(e *entry, by int) (verdict, bool) {
	if int(e.low) >= p.target {
		if kept := p.turn(p.inverse[by], e.kept); p.clear(kept) {
			return verdict{yes, int(e.low), free, kept}, true
		}
	}
	switch {
	case int(e.high) < p.target && !p.dirty.no:
		return verdict{no, int(e.high), free, 0}, true
	case e.round == p.round && int(e.low) < p.target && int(e.high) >= p.target:
		return verdict{}, true
	}
	return verdict{}, false
}

// clear tells whether a proof that keeps those stones leads to no position on
// the path of which another state was proven.
func (p *prover) clear(kept uint64) bool {
	for _, own := range p.dirty.yes {
		if kept&^own == 0 {
			return false
		}
	}
	return true
}

// settled answers by what is safe whatever follows, and notes it in the entry.
func (p *prover) settled(s spot, e *entry, by int) (verdict, bool) {
	foe := p.side.Opponent()
	low, high, kept := -noMargin, noMargin, uint64(0)
	if p.settles(p.stood[p.side]) {
		n, alive := p.safe(p.side)
		low, kept = 2*n-p.points, alive
	}
	if p.settles(p.stood[foe]) {
		n, _ := p.safe(foe)
		high = p.points - 2*n
	}
	if s.passed { // who is to move may end the game instead, dead stones and all
		if now := p.final().margin; s.mover == p.side {
			high = max(high, now)
		} else {
			low = min(low, now)
		}
	}
	if low > int(e.low) {
		e.low, e.kept = int8(low), p.turn(by, kept)
	}
	e.high = min(e.high, int8(high))
	e.sawLow, e.sawHigh = max(e.sawLow, e.low), min(e.sawHigh, e.high)
	switch {
	case low >= p.target:
		return verdict{yes, low, free, kept}, true
	case high < p.target:
		return verdict{no, high, free, 0}, true
	}
	return verdict{}, false
}

// safe counts the points that a colour keeps, and returns its stones among them.
func (p *prover) safe(c board.Color) (n int, alive uint64) {
	safety := life.Unconditional(p.board, c, p.rules.CaptureRules())
	for at := range p.points {
		if safety.Alive[at] || safety.Territory[at] {
			n++
		}
		if safety.Alive[at] {
			alive |= 1 << at
		}
	}
	return n, alive
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
		if here && v.margin > int(e.low) {
			e.low, e.kept = int8(v.margin), p.turn(by, v.kept)
		}
	case no:
		e.sawHigh = min(e.sawHigh, int8(v.margin))
		switch {
		case here:
			e.high = min(e.high, int8(v.margin))
		case p.law != precisely:
			e.round = p.round // no other path shall try it again in this search
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
