package solve

import (
	"context"

	"rosette/game/board"
)

// marginChild is a move, the key of the position it leads to and the results for
// that position in the table.
type marginChild struct {
	key
	move     board.Point
	next     turnState
	symmetry int
	state    uint8
	start    uint32
	proof    uint32
	disproof uint32
	result   marginResult // set once it is decided on this path
}

// infinity is the number of what cannot be proven (or disproven) any more.
const infinity = 1 << 28

// abandoned is the value of repeated in a no that proves nothing: the search gave
// the position up.
const abandoned = -1

// proveWithin searches with a limit of nodes: first by proof-number search, then,
// if that decides nothing, by iterative deepening with the same limit for each
// depth. Proof-number search is far better where few lines matter, but sometimes
// runs in circles. maxLine bounds the length of a line.
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

// mid searches below the position on the board until its proof or disproof number
// reaches its threshold, or the position is decided (MID of Nagai 2002).
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
	if known := p.table.find(k, p.stateMarks(s)); known != nil { // the search below may have decided it
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

// answerStatically answers by static analysis, unless the entry has its bounds
// already and they decide nothing.
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

// searchChildren searches the most proving child again and again until a threshold
// is reached or the position is decided. It returns the result and the move that
// decided.
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

// childThresholds returns the proof and disproof thresholds for a child: the
// search returns when the child is no longer the best by a margin of a quarter,
// which keeps it from switching too often (Pawlewicz and Lew, Improving
// depth-first PN-search, 2007), or when the parent reaches its own thresholds.
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

// combineChildren returns the result of a position that none of its moves decides.
func (p *prover) combineChildren(children []marginChild, t nodeResult) marginResult {
	for i := range children {
		t.add(children[i].result)
	}
	return t.result(false)
}

// children lists the moves with their table keys. Moves that repeat a position are
// decided at once.
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

// selectChild returns the index of the child to search and the number of the
// second best, and sets the numbers of the parent. The index is −1 if all children
// are decided.
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

// keptAfter returns which of the stones that a proof keeps also stand right after
// the move to it.
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
