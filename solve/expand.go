package solve

import (
	"math/bits"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// nodeResult combines the results of all moves in a position.
type nodeResult struct {
	orNode    bool // the prover is to move
	margin    int
	repeated  int
	undecided bool // some move is undecided
	kept      uint64
}

// add combines the result of another move and reports whether it decides the position.
func (t *nodeResult) add(v marginResult) bool {
	if v.answer == unknown {
		t.undecided = true
		return !t.orNode // the opponent only has to survive to this depth
	}
	if t.orNode == (v.answer == yes) {
		t.margin = v.margin
		t.repeated = v.repeated
		t.undecided = false
		t.kept = v.kept
		return true
	}
	t.repeated = min(t.repeated, v.repeated)
	t.kept &= v.kept
	if t.orNode {
		t.margin = max(t.margin, v.margin)
	} else {
		t.margin = min(t.margin, v.margin)
	}
	return false
}

// result returns the combined result. decided reports whether the last move decided it.
func (t *nodeResult) result(decided bool) marginResult {
	if t.undecided {
		return marginResult{}
	}
	if t.orNode == decided {
		return marginResult{yes, t.margin, t.repeated, t.kept}
	}
	return marginResult{no, t.margin, t.repeated, 0}
}

// tryMoves searches a position's moves to the given depth. It returns the combined result and the
// deciding move, or noMove.
func (p *prover) tryMoves(s turnState, hint board.Point, depth int) (marginResult, board.Point) {
	t := nodeResult{orNode: s.mover == p.side, margin: p.points, repeated: noRepetition, kept: p.all}
	if t.orNode {
		t.margin = -p.points
	}
	if s.passed && t.add(p.score()) {
		return t.result(true), board.Pass
	}
	var list [MostPoints + 1]candidate
	var tried triedPositions
	for _, c := range p.orderedMoves(list[:0], s, hint) {
		v, ok := p.tryMove(s, c.move, depth, &tried)
		if !ok {
			t.kept = 0 // the symmetric move's proof keeps other stones
			continue
		}
		if t.add(v) {
			if v.answer != unknown {
				p.recordCutoff(s.mover, c.move, depth)
			}
			return t.result(true), c.move
		}
	}
	return t.result(false), noMove
}

// score returns the result after two passes, with all stones alive.
func (p *prover) score() marginResult {
	m := p.margin(p.stones[p.side], p.stones[p.side.Opponent()])
	if p.rules.Tax == game.TaxSeki {
		m = p.withoutSekiEyes(m)
	}
	if m >= p.target {
		return marginResult{yes, m, noRepetition, p.all}
	}
	return marginResult{no, m, noRepetition, 0}
}

// withoutSekiEyes subtracts the territory of groups in seki from a margin.
func (p *prover) withoutSekiEyes(m int) int {
	seki := life.Seki(&p.board.View, p.rules.CaptureRules())
	for at, owner := range game.Owners(&p.board.View) {
		if seki[at] && p.board.At(board.Point(at)) == board.Empty && owner != board.Empty {
			if owner == p.side {
				m--
			} else {
				m++
			}
		}
	}
	return m
}

// tryMove makes a move, searches the position and undoes the move. It returns false if a symmetric
// move has been tried.
func (p *prover) tryMove(s turnState, move board.Point, depth int, tried *triedPositions) (marginResult, bool) {
	before := p.stones
	next, taken := p.make(s, move)
	v, fresh := marginResult{}, p.isNew(before, next, move, tried)
	if at := p.repeated(next, taken); fresh && move != board.Pass && at >= 0 {
		v = p.repetitionResult(next, at)
	} else if fresh {
		p.push(next, taken)
		v = p.keepStones(s, move, p.searchToDepth(next, depth-1))
		p.pop(taken)
	}
	p.unmake(move, before)
	return v, fresh
}

// make plays a move on the board and returns the state after it and the number of captured stones.
func (p *prover) make(s turnState, move board.Point) (next turnState, taken int) {
	next = turnState{mover: s.mover.Opponent(), ko: board.Pass}
	if move == board.Pass {
		next.passed = true
		return next, 0
	}
	next.played = true
	taken = p.play(move, s.mover)
	if s.played || p.rules.Repetition != game.KoNaturalSituational {
		next.ko = p.board.Ko()
	}
	return next, taken
}

// unmake undoes a move and restores the stones.
func (p *prover) unmake(move board.Point, before stones) {
	if move != board.Pass {
		p.board.Undo()
	}
	p.stones = before
}

// push appends a state to the path.
func (p *prover) push(s turnState, taken int) {
	p.pushState(s)
	if taken > 0 {
		p.captures++
	}
}

func (p *prover) pop(taken int) {
	if taken > 0 {
		p.captures--
	}
	p.path = p.path[:len(p.path)-1]
}

// isNew reports whether the position after a move differs, up to symmetry, from all tried before.
func (p *prover) isNew(before stones, next turnState, move board.Point, tried *triedPositions) bool {
	if p.captures > 0 || !fewStones(before) || move == board.Pass {
		return true
	}
	k, _ := p.canonical(p.stones[p.side], p.stones[p.side.Opponent()], next.ko)
	return tried.add(k)
}

// keepStones restricts the stones that a proof keeps to those on the board after the prover's own
// move.
func (p *prover) keepStones(s turnState, move board.Point, v marginResult) marginResult {
	if move != board.Pass && s.mover == p.side {
		v.kept &= p.stones[p.side]
	}
	return v
}

// pushState appends the position to the path.
func (p *prover) pushState(s turnState) {
	at := pathState{stones: p.stones, mover: s.mover, played: s.played}
	if n := len(p.path); n > 0 {
		at.earlier = p.path[n-1].pathAfter()
	}
	p.path = append(p.path, at)
}

// play puts a stone on the board and returns the number of captured stones.
func (p *prover) play(at board.Point, c board.Color) int {
	taken := p.board.Play(at, c)
	p.stones[c] |= 1 << at
	if taken > 0 {
		p.stones = stonesOn(&p.board.View)
	}
	return taken
}

// stonesOn returns the stones on a board.
func stonesOn(b *board.View) (s stones) {
	for at := range board.Point(b.Graph().Points()) {
		s[b.At(at)] |= 1 << at
	}
	s[board.Empty] = 0
	return s
}

// repeated returns the path index of the position on the board, or −1. Except under exactRule,
// symmetric positions are equal: they share a table entry, and the argument about graph history
// (see the package comment) is about entries.
func (p *prover) repeated(s turnState, taken int) int {
	if taken == 0 && p.captures == 0 {
		return -1
	}
	k, _ := p.key(p.stones, board.Pass)
	for i := len(p.path) - 1; i >= 0; i-- {
		if before := &p.path[i]; before.canonical == [2]uint64{k.own, k.foe} && (!p.excluded(s) ||
			p.repeats(before, s)) {
			return i
		}
	}
	return -1
}

// excluded reports whether a repetition by the play that led to s is illegal rather than the
// prover's failure.
func (p *prover) excluded(s turnState) bool {
	return p.repRule == exactRule || p.repRule == opponentRule && s.mover == p.side
}

// repeats reports whether the repetition rule forbids the play to the current position because of
// the earlier position before.
func (p *prover) repeats(before *pathState, s turnState) bool {
	if before.stones != p.stones {
		return false
	}
	switch p.rules.Repetition {
	case game.KoSituational:
		return before.mover == s.mover
	case game.KoNaturalSituational:
		return before.mover == s.mover && before.played
	}
	return true
}

// repetitionResult returns the result of a play that repeats the position at index at on the path:
// the prover's failure, or, if the rule makes the play illegal, the player's.
func (p *prover) repetitionResult(s turnState, at int) marginResult {
	if p.repRule != anyRule && s.mover == p.side {
		return marginResult{yes, p.points, at, p.all}
	}
	return marginResult{no, -p.points, at, 0}
}

// fewStones reports whether at most one stone is on the board. Then moves to symmetric positions
// have symmetric pasts too.
func fewStones(s stones) bool { return bits.OnesCount64(s[board.Black]|s[board.White]) < 2 }

// triedPositions are the positions after moves on an almost empty board, so that only one of
// several symmetric moves is tried.
type triedPositions struct {
	positions [MostPoints]key
	count     int
}

// add adds a position and reports whether it is new.
func (f *triedPositions) add(k key) bool {
	for _, l := range f.positions[:f.count] {
		if l == k {
			return false
		}
	}
	f.positions[f.count] = k
	f.count++
	return true
}
