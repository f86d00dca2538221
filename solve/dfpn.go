package solve

import (
	"context"

	"rosette/game/board"
)

// marginChild is a move with the key of the position after it and that position's results from the
// table.
type marginChild struct {
	key
	move     board.Point
	next     turnState
	symmetry int
	state    uint8
	start    uint32
	proof    uint32
	disproof uint32
	result   marginResult // set once decided on this path
}

// infinity is the number for a result that can no longer be proven, or disproven.
const infinity = 1 << 28

// abandoned is the value of repeated in a no that proves nothing, because the search of the
// position was abandoned.
const abandoned = -1

// proveWithin searches with a limit on nodes: first by proof-number search, then, if that decides
// nothing, by iterative deepening with the same limit for each depth. Proof-number search is far
// better if few lines matter, but sometimes runs in circles. maxLine limits the length of a line.
func (p *prover) proveWithin(
	ctx context.Context, side board.Color, target int, s turnState, reach int, nodes uint64,
) marginResult {
	p.startSearch(ctx, side, target, reach)
	p.midBest = noMove
	p.maxPath, p.nodeLimit = len(p.path)+reach, p.nodes+nodes
	v := p.mid(s, infinity, infinity)
	if p.rootMove = p.midBest; v.answer != unknown {
		return v
	}
	for depth := 1; v.answer == unknown && depth <= reach && ctx.Err() == nil; depth = nextDepth(depth) {
		p.startSearch(ctx, side, target, depth)
		p.nodeLimit = p.nodes + nodes
		if v = p.searchToDepth(s, depth); p.stopped {
			break
		}
	}
	return v
}

// mid searches the position on the board until its proof or disproof number reaches its threshold,
// or the position is decided (MID in Nagai 2002).
func (p *prover) mid(s turnState, proof, disproof uint32) marginResult {
	if !p.countNode() {
		return marginResult{}
	}
	p.longest = max(p.longest, len(p.path)-1)
	k, by := p.key(p.stones, s.ko)
	p.path[len(p.path)-1].canonical = [2]uint64{k.own, k.foe}
	e, known := p.tableEntry(s, k)
	if v, ok := p.lookUp(s, k, &e, by, known); ok {
		return v
	}
	if len(p.path) > p.maxPath {
		return marginResult{no, -p.points, abandoned, 0}
	}
	was, start := p.ghi, p.nodes
	p.addToFilter(k, p.stateMarks(s), p.stones[p.side])
	v, best := p.searchChildren(s, &e, p.tableMove(&e, by), proof, disproof)
	p.ghi, p.midBest = was, best
	if known := p.table.find(k, p.stateMarks(s)); known != nil { // the subtree may have decided it
		known.proof, known.disproof = e.proof, e.disproof
		e = *known
	}
	if v.answer == unknown {
		e.addEffort(p.nodes - start)
		p.table.put(k, e)
		return v
	}
	p.store(k, &e, v, best, by, p.nodes-start)
	return p.forParent(v)
}

// lookUp answers from the table or by static analysis, without a search.
func (p *prover) lookUp(s turnState, k key, e *entry, by int, known bool) (marginResult, bool) {
	if v, ok := p.fromTable(e, by); ok && v.answer != unknown {
		return v, true
	}
	return p.answerStatically(s, k, e, by, known)
}

// answerStatically answers by static analysis, unless the entry already has static bounds that
// decide nothing.
func (p *prover) answerStatically(s turnState, k key, e *entry, by int, known bool) (marginResult, bool) {
	if known && e.low != unexamined && int(e.low) < p.target && int(e.high) >= p.target {
		return marginResult{}, false
	}
	v, ok := p.staticResult(s, e, by)
	if ok {
		p.table.put(k, *e)
	}
	return v, ok
}

// searchChildren repeatedly searches the most proving child until a threshold is reached or the
// position is decided. It returns the result and the deciding move.
func (p *prover) searchChildren(
	s turnState, e *entry, hint board.Point, proof, disproof uint32,
) (marginResult, board.Point) {
	t := nodeResult{orNode: s.mover == p.side, margin: p.points, repeated: noRepetition, kept: p.all}
	if t.orNode {
		t.margin = -p.points
	}
	if s.passed && t.add(p.score()) {
		return t.result(true), board.Pass
	}
	var room [MostPoints + 1]marginChild
	children := p.children(room[:0], s, hint, &t)
	for {
		best, second := p.selectChild(children, t.orNode, e)
		if best < 0 { // all are decided
			return p.combineChildren(children, t), noMove
		}
		b := &children[best]
		if b.result.answer != unknown { // it decides
			t.add(b.result)
			p.recordCutoff(s.mover, b.move, 1)
			return t.result(true), b.move
		}
		if e.proof >= proof || e.disproof >= disproof {
			return marginResult{}, noMove
		}
		p.visitChild(s, b, p.childThresholds(b, e, t.orNode, second, proof, disproof))
		if p.stopped {
			return marginResult{}, noMove
		}
	}
}

// childThresholds returns the proof and disproof thresholds for a child. The search returns when
// the child is no longer the best by a margin of a quarter, which prevents frequent switches
// (Pawlewicz and Lew, Improving depth-first PN-search, 2007), or when the parent reaches its own
// thresholds.
func (p *prover) childThresholds(b *marginChild, e *entry, mine bool, second, proof, disproof uint32) [2]uint32 {
	next := second + second/4 + 1
	if mine {
		return [2]uint32{min(proof, next), disproof - min(disproof, e.disproof-b.disproof)}
	}
	return [2]uint32{proof - min(proof, e.proof-b.proof), min(disproof, next)}
}

// visitChild searches a child within its thresholds.
func (p *prover) visitChild(s turnState, b *marginChild, limits [2]uint32) {
	before := p.stones
	next, taken := p.make(s, b.move)
	p.push(next, taken)
	b.result = p.keepStones(s, b.move, p.mid(next, limits[0], limits[1]))
	p.pop(taken)
	p.unmake(b.move, before)
}

// combineChildren returns the result if no move decides the position.
func (p *prover) combineChildren(children []marginChild, t nodeResult) marginResult {
	for i := range children {
		t.add(children[i].result)
	}
	return t.result(false)
}

// children lists the moves with their table keys. Moves that repeat a position are decided at once.
func (p *prover) children(list []marginChild, s turnState, hint board.Point, t *nodeResult) []marginChild {
	var tried triedPositions
	var moves [MostPoints + 1]candidate
	for _, c := range p.orderedMoves(moves[:0], s, hint) {
		before := p.stones
		next, taken := p.make(s, c.move)
		b := marginChild{move: c.move, next: next, state: p.stateMarks(next)}
		fresh := p.isNew(before, next, c.move, &tried)
		if fresh {
			if at := p.repeated(next, taken); c.move != board.Pass && at >= 0 {
				b.result = p.repetitionResult(next, at)
			} else {
				b.key, b.symmetry = p.key(p.stones, next.ko)
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

// selectChild returns the index of the child to search and the second-best number, and sets the
// parent's numbers. The index is −1 if all children are decided.
func (p *prover) selectChild(children []marginChild, mine bool, e *entry) (best int, second uint32) {
	c := newChildSelection(mine)
	for i := range children {
		b := &children[i]
		if b.result.answer == unknown {
			p.readNumbers(b)
		}
		switch {
		case c.decides(b.result.answer):
			return i, 0
		case b.result.answer == unknown:
			c.add(i, b.proof, b.disproof)
		}
	}
	e.proof, e.disproof = c.numbers()
	return c.best, c.second
}

// keptAfter returns the subset of kept, the stones that a proof keeps, that also stand right after
// the move to b.
func (p *prover) keptAfter(b *marginChild, kept uint64) uint64 {
	switch {
	case b.next.mover == p.side || b.move == board.Pass:
		return kept
	case p.rules.Suicide: // the move may capture the prover's stones
		return 0
	}
	return kept & (p.stones[p.side] | 1<<b.move)
}

// readNumbers reads the results for a child from the table.
func (p *prover) readNumbers(b *marginChild) {
	b.proof, b.disproof = b.start, b.start
	e := p.table.find(b.key, b.state)
	if e == nil {
		return
	}
	if e.proof > 0 && e.proof < infinity && e.disproof > 0 && e.disproof < infinity {
		b.proof, b.disproof = e.proof, e.disproof
	}
	if int(e.low) >= p.target {
		if kept := p.transform(p.inverse[b.symmetry], e.kept); p.usable(kept) {
			b.result = marginResult{yes, int(e.low), noRepetition, p.keptAfter(b, kept)}
			return
		}
	}
	switch {
	case int(e.high) < p.target && !p.ghi.no:
		b.result = marginResult{no, int(e.high), noRepetition, 0}
	case e.round == p.round && e.round != 0:
		b.result = marginResult{no, -p.points, abandoned, 0}
	}
}
