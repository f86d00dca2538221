package solve

import (
	"context"

	"rosette/game/board"
)

// A kid is a move from a position, where the table has what it leads to, and
// what is known of that.
type kid struct {
	key
	move    board.Point
	next    spot
	by      int
	marks   uint8
	start   uint32
	proof   uint32
	doubt   uint32
	verdict verdict // once it is decided on this path
}

// endless is the number of what cannot be proven any more.
const endless = 1 << 28

// inexact is the repeated place of a no that is only given up.
const inexact = -1

// force proves by proof and disproof numbers, as long as ctx lasts and within so
// many nodes, and if that was not enough by deepening, up to the depth that takes
// as many by itself. Numbers are far better where few lines matter, and now and
// then go in circles.
func (p *prover) force(ctx context.Context, side board.Color, target int, s spot, reach int, nodes uint64) verdict {
	p.begin(ctx, side, target, reach)
	p.taken = none
	p.reach, p.most = len(p.path)+reach, p.nodes+nodes
	v := p.deepen(s, endless, endless)
	if p.chosen = p.taken; v.answer != unknown {
		return v
	}
	for depth := 1; v.answer == unknown && depth <= reach && ctx.Err() == nil; depth = deeper(depth) {
		p.begin(ctx, side, target, depth)
		p.most = p.nodes + nodes
		if v = p.search(s, depth); p.stopped {
			break
		}
	}
	return v
}

// deepen looks below the position on the board until its numbers reach
// thresholds or it is decided (Nagai, Df-pn algorithm for searching AND/OR trees, 2002).
func (p *prover) deepen(s spot, proof, doubt uint32) verdict {
	if p.nodes++; p.nodes%poll == 0 {
		p.look()
	}
	if p.stopped = p.stopped || p.nodes >= p.most; p.stopped {
		return verdict{}
	}
	p.longest = max(p.longest, len(p.path)-1)
	k, by := p.key(p.stood, s.ko)
	p.path[len(p.path)-1].face = [2]uint64{k.own, k.foe}
	e, known := p.entry(s, k)
	if v, ok := p.glance(s, k, &e, by, known); ok {
		return v
	}
	if len(p.path) > p.reach {
		return verdict{no, -p.points, inexact, 0}
	}
	was, start := p.dirty, p.nodes
	p.watch(k, p.marks(s), p.stood[p.side])
	v, best := p.weigh(s, &e, p.hint(&e, by), proof, doubt)
	p.dirty, p.taken = was, best
	if known := p.table.find(k, p.marks(s)); known != nil { // it may have been decided below
		known.proof, known.doubt = e.proof, e.doubt
		e = *known
	}
	if v.answer == unknown {
		e.worked(p.nodes - start)
		p.table.put(k, e)
		return v
	}
	p.learn(k, &e, v, best, by, p.nodes-start)
	if v.repeated >= len(p.path)-1 {
		v.repeated = free
	}
	return v
}

// glance answers without a look at moves, if that is possible.
func (p *prover) glance(s spot, k key, e *entry, by int, known bool) (verdict, bool) {
	if v, ok := p.recall(e, by); ok && v.answer != unknown {
		return v, true
	}
	if known && e.low != unsettled && int(e.low) < p.target && int(e.high) >= p.target {
		return verdict{}, false // it has been settled before, and is not
	}
	v, ok := p.settled(s, e, by)
	if ok {
		p.table.put(k, *e)
	}
	return v, ok
}

// weigh goes down to the moves that need least, again and again.
func (p *prover) weigh(s spot, e *entry, hint board.Point, proof, doubt uint32) (verdict, board.Point) {
	t := tally{mine: s.mover == p.side, margin: p.points, repeated: free, kept: p.all}
	if t.mine {
		t.margin = -p.points
	}
	if s.passed && t.add(p.final()) {
		return t.verdict(true), board.Pass
	}
	var room [MostPoints + 1]kid
	kids := p.kids(room[:0], s, hint, &t)
	for {
		best, second := p.pick(kids, t.mine, e)
		if best < 0 { // all are decided
			return p.sum(kids, t), none
		}
		b := &kids[best]
		if b.verdict.answer != unknown { // it decides
			t.add(b.verdict)
			p.praise(s.mover, b.move, 1)
			return t.verdict(true), b.move
		}
		if e.proof >= proof || e.doubt >= doubt {
			return verdict{}, none
		}
		p.visit(s, b, p.limits(b, e, t.mine, second, proof, doubt))
		if p.stopped {
			return verdict{}, none
		}
	}
}

// limits returns the thresholds for a kid: until it is no longer the best by some
// way, or the position itself has reached its own. The margin keeps the search
// from going to and fro (Pawlewicz and Lew, Improving depth-first PN-search, 2007).
func (p *prover) limits(b *kid, e *entry, mine bool, second, proof, doubt uint32) [2]uint32 {
	next := second + second/4 + 1
	if mine {
		return [2]uint32{min(proof, next), doubt - min(doubt, e.doubt-b.doubt)}
	}
	return [2]uint32{proof - min(proof, e.proof-b.proof), min(doubt, next)}
}

// visit deepens below a kid.
func (p *prover) visit(s spot, b *kid, limits [2]uint32) {
	before := p.stood
	next, taken := p.make(s, b.move)
	p.advance(next, taken)
	b.verdict = p.keeps(s, b.move, p.deepen(next, limits[0], limits[1]))
	p.retreat(taken)
	p.unmake(b.move, before)
}

// sum returns what the kids come to when none decides.
func (p *prover) sum(kids []kid, t tally) verdict {
	for i := range kids {
		t.add(kids[i].verdict)
	}
	return t.verdict(false)
}

// kids lists the moves with where the table has what they lead to.
func (p *prover) kids(list []kid, s spot, hint board.Point, t *tally) []kid {
	var kin family
	var moves [MostPoints + 1]choice
	for _, c := range p.order(moves[:0], s, hint) {
		before := p.stood
		next, taken := p.make(s, c.move)
		b := kid{move: c.move, next: next, marks: p.marks(next)}
		fresh := p.fresh(before, next, c.move, &kin)
		if fresh {
			if at := p.returned(next, taken); c.move != board.Pass && at >= 0 {
				b.verdict = p.repetition(next, at)
			} else {
				b.key, b.by = p.key(p.stood, next.ko)
			}
			b.start = 1 + uint32(len(list))/2
			list = append(list, b)
		} else {
			t.kept = 0
		}
		p.unmake(c.move, before)
	}
	return list
}

// pick returns the kid to go on with, the number of the next best, and enters the
// numbers of the position itself.
func (p *prover) pick(kids []kid, mine bool, e *entry) (best int, second uint32) {
	c := newFork(mine)
	for i := range kids {
		b := &kids[i]
		if b.verdict.answer == unknown {
			p.number(b)
		}
		switch {
		case c.won(b.verdict.answer):
			return i, 0
		case b.verdict.answer == unknown:
			c.add(i, b.proof, b.doubt)
		}
	}
	e.proof, e.doubt = c.numbers()
	return c.best, c.next
}

// standing returns what a proof still keeps with the move that leads to it.
func (p *prover) standing(b *kid, kept uint64) uint64 {
	switch {
	case b.next.mover == p.side || b.move == board.Pass:
		return kept
	case p.rules.Suicide: // the move may take stones of the side
		return 0
	}
	return kept & (p.stood[p.side] | 1<<b.move)
}

// number reads a kid's numbers.
func (p *prover) number(b *kid) {
	b.proof, b.doubt = b.start, b.start
	e := p.table.find(b.key, b.marks)
	if e == nil {
		return
	}
	if e.proof > 0 && e.proof < endless && e.doubt > 0 && e.doubt < endless {
		b.proof, b.doubt = e.proof, e.doubt
	}
	if int(e.low) >= p.target {
		if kept := p.turn(p.inverse[b.by], e.kept); p.clear(kept) {
			b.verdict = verdict{yes, int(e.low), free, p.standing(b, kept)}
			return
		}
	}
	switch {
	case int(e.high) < p.target && !p.dirty.no:
		b.verdict = verdict{no, int(e.high), free, 0}
	case e.round == p.round && e.round != 0:
		b.verdict = verdict{no, -p.points, inexact, 0}
	}
}
