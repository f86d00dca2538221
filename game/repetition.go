package game

import "rosette/game/board"

// key returns the key that superko compares, for a position after a move by c.
func (g *Game) key(h board.Hash, c board.Color) board.Hash {
	switch g.rules.Repetition {
	case KoSituational:
		h = h.Xor(tempo(c.Opponent()))
	case KoNaturalSituational:
		h = h.Xor(tempo(c))
	}
	if g.rules.Button && g.passCount > 0 { // the button makes positions different
		h = h.Xor(buttonless)
	}
	return h
}

// checkRepetition returns why a play by c may not create the position with that hash, or nil.
func (g *Game) checkRepetition(h board.Hash, c board.Color) error {
	if g.rules.Repetition == KoSimple {
		if i := g.lastTurn(c.Opponent()); i > 0 && g.turns[i-1].hash == h {
			return ErrKo
		}
		return nil
	}
	if g.positions.has(g.key(h, c)) {
		return ErrSuperko
	}
	return nil
}

// lastTurn returns the index in turns of c's last turn, or 0.
func (g *Game) lastTurn(c board.Color) int {
	i := len(g.turns) - 1
	for i > 0 && g.turns[i].move.Color != c {
		i--
	}
	return i
}

// buttonless is the key for a taken button.
var buttonless = board.Hash{Hi: 0xc3a5c85c97cb3127, Lo: 0xb492b66fbe98f273}
