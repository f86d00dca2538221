package solve

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// answer is the answer to whether the prover reaches its target.
type answer int8

const (
	unknown answer = iota // not decided within the limits
	yes
	no
)

// noRepetition is the value of repeated in a result that does not depend on a repetition.
const noRepetition = 1 << 30

// marginResult is an answer and the margin proven with it. If it is no, repeated is the smallest
// path index whose repetition it depends on. If it is yes, kept is the set of the prover's stones
// that stand after each of the prover's plays in the proof.
type marginResult struct {
	answer   answer
	margin   int
	repeated int
	kept     uint64
}

// turnState is a state without the stones.
type turnState struct {
	mover  board.Color
	passed bool        // the last move was a pass
	played bool        // the last move was a play
	ko     board.Point // point where the mover may not retake a ko, board.Pass if none
}

// stones are both colours' stones as bit sets.
type stones board.ByColor[uint64]

// pathState is a position on the path with the last move.
type pathState struct {
	stones
	mover     board.Color // the player to move
	played    bool        // the last move was a play rather than a pass
	earlier   pathHash
	canonical [2]uint64 // the stones in the canonical key
}

// ghiFilter describes the table entries that may not be used at the current position (graph history
// interaction): proofs that may play to a position on the path, and disproofs.
type ghiFilter struct {
	yes []uint64 // the prover's stones in those path positions
	no  bool
}

// repetitionRule is the meaning of a play that repeats an earlier position.
type repetitionRule int8

const (
	anyRule      repetitionRule = iota // the prover fails
	opponentRule                       // illegal for the opponent if the rule forbids it; the prover fails
	exactRule                          // illegal for both if the rule forbids it
)

// ruleMarks are the marks of table entries by repetition rule.
var ruleMarks = [...]uint8{anyRule: 0, opponentRule: markOpponentRule, exactRule: markExactRule}

// prover searches whether a side gets at least a target. Unless the repetition rule differs, every
// repetition is that side's failure.
type prover struct {
	*boardTables
	rules  game.Rules
	table  *Table
	board  *board.Board
	stones stones
	side   board.Color
	target int
	round  uint8 // number of this search

	repRule  repetitionRule
	path     []pathState
	pathMemo pathMemo
	captures int // capturing plays on the path
	ghi      ghiFilter
	killers  [][2]board.Point
	history  [3][MostPoints]int32

	done      <-chan struct{}
	report    func()
	nodes     uint64
	stopped   bool
	longest   int // longest line searched so far
	maxPath   int
	nodeLimit uint64
	midBest   board.Point
	rootMove  board.Point // the deciding move at the root
}

// pollNodes is the number of nodes between two checks of the context.
const pollNodes = 1 << 12

// proveToDepth searches to a depth in moves, without a limit on nodes.
func (p *prover) proveToDepth(ctx context.Context, side board.Color, target int, s turnState, depth int) marginResult {
	p.startSearch(ctx, side, target, depth)
	p.nodeLimit = ^uint64(0)
	return p.searchToDepth(s, depth)
}

// startSearch prepares the prover for a side and a target.
func (p *prover) startSearch(ctx context.Context, side board.Color, target, depth int) {
	p.side = side
	p.target = target
	p.ghi = ghiFilter{yes: p.ghi.yes[:0]}
	p.done = ctx.Done()
	p.stopped = ctx.Err() != nil
	p.round = max(1, p.round+1) // entries read from a file have round 0
	for len(p.killers) <= len(p.path)+depth+1 {
		p.killers = append(p.killers, [2]board.Point{board.Pass, board.Pass})
	}
	for i := range p.path {
		if before := &p.path[i]; i < len(p.path)-1 { // the search itself adds the last, the root
			k, _ := p.key(before.stones, board.Pass)
			before.canonical = [2]uint64{k.own, k.foe}
			// with markPassed every proof counts as a proof for another state
			p.addToFilter(k, markPassed|ruleMarks[p.repRule], before.stones[side])
		}
	}
	p.rootMove = noMove
}

// key returns the table key of a position and the symmetry that yields it. Under exactRule
// symmetric positions are distinct, because perhaps only one has stood before.
func (p *prover) key(at stones, ko board.Point) (key, int) {
	own, foe := at[p.side], at[p.side.Opponent()]
	if p.repRule == exactRule {
		return key{own, foe, int8(ko)}, 0
	}
	return p.canonical(own, foe, ko)
}

// addToFilter adds a position on the path to the GHI filter if the table may have a proof that
// plays to it.
func (p *prover) addToFilter(k key, marks uint8, own uint64) {
	yes, no := p.table.conflicts(k, marks, p.target)
	if yes {
		p.ghi.yes = append(p.ghi.yes, own)
	}
	p.ghi.no = p.ghi.no || no && p.repRule == exactRule
}

// stateMarks returns the marks for a state's table entry.
func (p *prover) stateMarks(s turnState) (m uint8) {
	if s.mover == p.side {
		m |= markOrNode
	}
	if s.passed {
		m |= markPassed
	}
	return m | ruleMarks[p.repRule]
}

// tableEntry returns the state's table entry, or a new one.
func (p *prover) tableEntry(s turnState, k key) (e entry, known bool) {
	marks := p.stateMarks(s)
	if found := p.table.find(k, marks); found != nil {
		return *found, true
	}
	return newEntry(marks), false
}

// searchToDepth searches the position on the board, the last on the path, by depth-limited search
// with the transposition table.
func (p *prover) searchToDepth(s turnState, depth int) marginResult {
	if !p.countNode() {
		return marginResult{}
	}
	k, by := p.key(p.stones, s.ko)
	p.path[len(p.path)-1].canonical = [2]uint64{k.own, k.foe}
	e, known := p.tableEntry(s, k)
	if v, ok := p.fromTable(&e, by); ok {
		return v
	}
	if v, ok := p.answerStatically(s, k, &e, by, known); ok {
		return v
	}
	if depth == 0 {
		p.table.put(k, e)
		return marginResult{}
	}
	returns := p.repRule != anyRule && p.captures > 0 && p.points <= memoPoints
	var o stateWithPath
	var order uint64
	if returns {
		o, order = p.stateWithPath(s)
		if v, ok := p.recallOnPath(o, order); ok {
			return v
		}
	}
	was, start := p.ghi, p.nodes
	p.addToFilter(k, p.stateMarks(s), p.stones[p.side])
	v, best := p.tryMoves(s, p.tableMove(&e, by), depth)
	p.rootMove, p.ghi = best, was // set last at the root
	if p.stopped {
		return marginResult{}
	}
	p.store(k, &e, v, best, by, p.nodes-start)
	if returns && v.answer != unknown && v.repeated < len(p.path)-1 {
		p.storeOnPath(o, order, v)
	}
	return p.forParent(v)
}

// forParent converts a result for the parent position: a repetition of the current position does
// not depend on the path before it.
func (p *prover) forParent(v marginResult) marginResult {
	if v.repeated >= len(p.path)-1 {
		v.repeated = noRepetition
	}
	return v
}

// countNode counts a node and reports whether the search may go on.
func (p *prover) countNode() bool {
	if p.nodes++; p.nodes%pollNodes == 0 {
		p.checkStop()
	}
	p.stopped = p.stopped || p.nodes >= p.nodeLimit
	return !p.stopped
}

// checkStop reports progress and checks the context.
func (p *prover) checkStop() {
	select {
	case <-p.done:
		p.stopped = true
	default:
		if p.report != nil {
			p.report()
		}
	}
}

// fromTable answers from a table entry. It does not use a proof that may play to a position on the
// path. A failure to find a proof holds only in the current search: kept longer, it could pass from
// path to path in circles.
func (p *prover) fromTable(e *entry, by int) (marginResult, bool) {
	if int(e.low) >= p.target {
		if kept := p.transform(p.inverse[by], e.kept); p.usable(kept) {
			return marginResult{yes, int(e.low), noRepetition, kept}, true
		}
	}
	switch {
	case int(e.high) < p.target && !p.ghi.no:
		return marginResult{no, int(e.high), noRepetition, 0}, true
	case e.round == p.round && int(e.low) < p.target && int(e.high) >= p.target:
		return marginResult{}, true
	}
	return marginResult{}, false
}

// usable reports whether a proof that keeps those stones cannot play to any position in the GHI
// filter.
func (p *prover) usable(kept uint64) bool {
	for _, own := range p.ghi.yes {
		if kept&^own == 0 {
			return false
		}
	}
	return true
}

// staticResult answers by unconditional stones and territory, and stores their bounds in the entry.
func (p *prover) staticResult(s turnState, e *entry, by int) (marginResult, bool) {
	foe := p.side.Opponent()
	low := -noMargin
	high := noMargin
	kept := uint64(0)
	if p.maySecure(p.stones[p.side]) {
		n, alive := p.safe(p.side)
		low, kept = 2*n-p.points, alive
	}
	if p.maySecure(p.stones[foe]) {
		n, _ := p.safe(foe)
		high = p.points - 2*n
	}
	if s.passed { // the mover may end the game with dead stones on the board
		if now := p.score().margin; s.mover == p.side {
			high = max(high, now)
		} else {
			low = min(low, now)
		}
	}
	if low > int(e.low) {
		e.low, e.kept = int8(low), p.transform(by, kept)
	}
	e.high = min(e.high, int8(high))
	e.seenLow, e.seenHigh = max(e.seenLow, e.low), min(e.seenHigh, e.high)
	switch {
	case low >= p.target:
		return marginResult{yes, low, noRepetition, kept}, true
	case high < p.target:
		return marginResult{no, high, noRepetition, 0}, true
	}
	return marginResult{}, false
}

// safe returns the number of points that are unconditionally c's, and c's unconditionally alive
// stones. Unconditional territory counts only at eyes where the opponent can never play: removing
// dead stones elsewhere may need a play that repeats a position.
func (p *prover) safe(c board.Color) (n int, alive uint64) {
	safety := life.Unconditional(&p.board.View, c, p.rules.CaptureRules())
	for at := range p.points {
		if safety.Alive[at] {
			alive |= 1 << at
		}
	}
	for at := range p.points {
		if alive>>at&1 != 0 || p.adjacent[at] != 0 && p.adjacent[at]&^alive == 0 {
			n++
		}
	}
	return n, alive
}

// noMove is the best move in an entry without one. A pass is −1 there.
const noMove = -2

// tableMove returns an entry's best move, transformed back to the board.
func (p *prover) tableMove(e *entry, by int) board.Point {
	if e.best < 0 {
		return board.Point(e.best)
	}
	for at, to := range p.symmetries[by] {
		if to == board.Point(e.best) {
			return board.Point(at)
		}
	}
	return noMove
}

// store stores a result in the table. If it depends on an earlier position on the path, only the
// fact that it was seen is stored.
func (p *prover) store(k key, e *entry, v marginResult, best board.Point, by int, nodes uint64) {
	here := v.repeated >= len(p.path)-1
	switch v.answer {
	case yes:
		e.seenLow = max(e.seenLow, int8(v.margin))
		if here && v.margin > int(e.low) {
			e.low, e.kept = int8(v.margin), p.transform(by, v.kept)
		}
	case no:
		e.seenHigh = min(e.seenHigh, int8(v.margin))
		switch {
		case here:
			e.high = min(e.high, int8(v.margin))
		case p.repRule != exactRule:
			e.round = p.round // not again on another path in this search
		}
	default:
		e.round = p.round
	}
	switch {
	case best >= 0:
		e.best = int8(p.symmetries[by][best])
	case best == board.Pass:
		e.best = int8(board.Pass)
	}
	e.addEffort(nodes)
	p.table.put(k, *e)
}
