package solve

import (
	"math/bits"

	"rosette/game"
	"rosette/game/board"
)

// candidate is a move and its priority: higher priorities are tried first.
type candidate struct {
	move     board.Point
	priority int32
}

// Priorities for moves. Only their order matters.
const (
	priorityTable    = 1 << 28
	priorityKiller   = 1 << 22
	priorityCapture  = 1 << 21
	priorityComplete = 1 << 21
	priorityBlock    = 1 << 20
	priorityPass     = -1 << 20
	priorityEye      = -1 << 21
)

// orderedMoves appends the mover's legal moves to list, by falling priority. After a pass it has no
// pass: score covers two passes.
func (p *prover) orderedMoves(list []candidate, s turnState, hint board.Point) []candidate {
	killers := p.killers[len(p.path)-1]
	add := func(c candidate) {
		if c.move == hint {
			c.priority += priorityTable
		}
		list = append(list, c)
		for i := len(list) - 1; i > 0 && list[i].priority > list[i-1].priority; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	for empty := p.all &^ (p.stones[board.Black] | p.stones[board.White]); empty != 0; empty &= empty - 1 {
		at := board.Point(bits.TrailingZeros64(empty))
		if at == s.ko || !p.allows(at, s.mover) {
			continue
		}
		c := candidate{at, p.priority(at, s.mover)}
		if at == killers[0] || at == killers[1] {
			c.priority += priorityKiller
		}
		add(c)
	}
	if !s.passed {
		add(candidate{board.Pass, priorityPass})
	}
	return list
}

// allows reports whether the rules allow a play, ignoring repetition. Positional superko forbids
// the suicide of a single stone, which leaves the position unchanged.
func (p *prover) allows(at board.Point, c board.Color) bool {
	switch p.board.PlayResult(at, c) {
	case board.Suicide:
		return p.rules.Suicide && (p.rules.Repetition != game.KoPositional || p.adjacent[at]&p.stones[c] != 0)
	case board.Libertyless:
		return p.rules.Libertyless == game.LibertylessAllowed
	}
	return true
}

// priority estimates how promising a play is, by rosettes, captures, liberties and
// the history heuristic.
func (p *prover) priority(at board.Point, c board.Color) int32 {
	w := p.history[c][at]
	foe := c.Opponent()
	w += int32(bits.OnesCount64(p.adjacent[at]&^(p.stones[board.Black]|p.stones[board.White]))) << 4
	if p.board.CompletesRosette(at, c) {
		w += priorityComplete
	}
	if p.board.CompletesRosette(at, foe) {
		w += priorityBlock
	}
	if p.board.IsEye(at, c) {
		w += priorityEye
	}
	for beside := p.adjacent[at] & (p.stones[board.Black] | p.stones[board.White]); beside != 0; beside &= beside - 1 {
		q := board.Point(bits.TrailingZeros64(beside))
		if _, atari := p.board.Atari(q); atari && !p.board.Immortal(q) {
			w += priorityCapture
		}
	}
	return w
}

// recordCutoff updates the killer moves and the history heuristic with a move that decided its
// position.
func (p *prover) recordCutoff(c board.Color, move board.Point, depth int) {
	k := &p.killers[len(p.path)-1]
	if move < 0 || k[0] == move {
		return
	}
	k[0], k[1] = move, k[0]
	h := &p.history[c]
	if h[move] += int32(depth * depth); h[move] > priorityKiller/2 {
		for i := range h {
			h[i] /= 2
		}
	}
}
