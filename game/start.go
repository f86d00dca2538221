package game

import "rosette/game/board"

// Start returns the initial position and the player to move first. known is false for a clone of a
// game with moves. Start undoes and replays all moves, so the game must not be read during the
// call.
func (g *Game) Start() (b *board.Board, first board.Color, known bool) {
	if g.undoFloor > 0 {
		return nil, board.Empty, false
	}
	moves, passesFrom := g.rewind()
	b = g.board.Clone()
	for _, m := range moves {
		g.force(m.Point, m.Color)
	}
	g.passesFrom = passesFrom
	return b, g.turns[0].move.Color.Opponent(), true
}

// WithRules returns the game under other rules: with the same start and the same moves, legal or
// not. known is as in [Game.Start], and so is the temporary undo.
func (g *Game) WithRules(r Rules) (under *Game, known bool) {
	if g.undoFloor > 0 {
		return nil, false
	}
	moves, passesFrom := g.rewind()
	under = From(g.board.Clone(), r, g.turns[0].move.Color.Opponent())
	under.CarryOver(g)
	for _, m := range moves {
		g.force(m.Point, m.Color)
		under.force(m.Point, m.Color)
	}
	g.passesFrom, under.passesFrom = passesFrom, passesFrom
	return under, true
}

// rewind undoes every move. It returns the moves and the ply from which passes counted.
func (g *Game) rewind() (moves []Move, passesFrom int) {
	moves, passesFrom = g.moves(), g.passesFrom
	for g.Undo() {
	}
	return moves, passesFrom
}

// CarryOver copies prisoners, pass stones, passes and handicap from another game. Use it for a game
// that continues from after a set-up in the middle; call it before the first move.
func (g *Game) CarryOver(from *Game) {
	g.carry(carried{from.prisoners, from.passStones, from.handicap, from.passCount, from.halfPointTo})
}

// ToMove returns the player to move if turns alternate: the opponent of the last player, or the
// first player; Black if that is not known. Before the first move it costs as much as [Game.Start].
func (g *Game) ToMove() board.Color {
	if last, moved := g.Last(); moved {
		return last.Color.Opponent()
	}
	if _, first, known := g.Start(); known {
		return first
	}
	return board.Black
}
