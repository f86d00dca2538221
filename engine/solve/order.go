package solve

import (
	"math/bits"

	"rosette/game"
	"rosette/game/board"
)

// A choice is a move and how soon it should be tried.
type choice struct {
	move  board.Point
	worth int32
}

// What makes a move worth an early try. The figures only order.
const (
	worthHint   = 1 << 28
	worthKiller = 1 << 22
	worthTake   = 1 << 21
	worthMake   = 1 << 21
	worthBlock  = 1 << 20
	worthPass   = -1 << 20
	worthEye    = -1 << 21
)

// order lists the moves of the mover. After a pass there is none: the count
// says what another comes to.
func (p *prover) order(list []choice, s spot, hint board.Point) []choice {
	killers := p.killers[len(p.path)-1]
	add := func(c choice) {
		if c.move == hint {
			c.worth += worthHint
		}
		list = append(list, c)
		for i := len(list) - 1; i > 0 && list[i].worth > list[i-1].worth; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	for empty := p.all &^ (p.stood[board.Black] | p.stood[board.White]); empty != 0; empty &= empty - 1 {
		at := board.Point(bits.TrailingZeros64(empty))
		if at == s.ko || !p.allows(at, s.mover) {
			continue
		}
		c := choice{at, p.worth(at, s.mover)}
		if at == killers[0] || at == killers[1] {
			c.worth += worthKiller
		}
		add(c)
	}
	if !s.passed {
		add(choice{board.Pass, worthPass})
	}
	return list
}

// allows tells whether the rules allow a play, repetition aside. The suicide of
// one stone changes nothing, which positional superko forbids at once.
func (p *prover) allows(at board.Point, c board.Color) bool {
	switch p.board.PlayResult(at, c) {
	case board.Suicide:
		return p.rules.Suicide && (p.rules.Repetition != game.KoPositional || p.near[at]&p.stood[c] != 0)
	case board.Libertyless:
		return p.rules.Libertyless == game.LibertylessAllowed
	}
	return true
}

// worth guesses how good a play is.
func (p *prover) worth(at board.Point, c board.Color) int32 {
	w := p.history[c][at]
	foe := c.Opponent()
	w += int32(bits.OnesCount64(p.near[at]&^(p.stood[board.Black]|p.stood[board.White]))) << 4
	if p.board.CompletesRosette(at, c) {
		w += worthMake
	}
	if p.board.CompletesRosette(at, foe) {
		w += worthBlock
	}
	if p.board.IsEye(at, c) {
		w += worthEye
	}
	for beside := p.near[at] & (p.stood[board.Black] | p.stood[board.White]); beside != 0; beside &= beside - 1 {
		q := board.Point(bits.TrailingZeros64(beside))
		if _, atari := p.board.Atari(q); atari && !p.board.Immortal(q) {
			w += worthTake
		}
	}
	return w
}

// praise remembers a move that decided.
func (p *prover) praise(c board.Color, move board.Point, depth int) {
	k := &p.killers[len(p.path)-1]
	if move < 0 || k[0] == move {
		return
	}
	k[0], k[1] = move, k[0]
	h := &p.history[c]
	if h[move] += int32(depth * depth); h[move] > worthKiller/2 {
		for i := range h {
			h[i] /= 2
		}
	}
}
