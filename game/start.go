package game

import "rosette/game/board"

// Start returns the position that the game began with and who moved first. It
// takes the moves back for a moment, so nobody may use the game meanwhile; a
// clone does not know, nor how to be played again under other rules.
func (g *Game) Start() (b *board.Board, first board.Color, known bool) {
	if g.undoFloor > 0 {
		return nil, board.Empty, false
	}
	moves := g.rewind()
	b = g.board.Clone()
	for _, m := range moves {
		g.Make(m.Point, m.Color)
	}
	return b, g.turns[0].move.Color.Opponent(), true
}

// WithRules returns the game under other rules, from the same start by the same
// moves: what has been played stands, what repeats is judged anew. As for
// [Game.Start], it must not be a clone.
func (g *Game) WithRules(r Rules) (under *Game, known bool) {
	if g.undoFloor > 0 {
		return nil, false
	}
	moves := g.rewind()
	under = From(g.board.Clone(), r, g.turns[0].move.Color.Opponent())
	under.CarryOver(g)
	for _, m := range moves {
		g.Make(m.Point, m.Color)
		under.Make(m.Point, m.Color)
	}
	return under, true
}

// rewind takes every move back and returns them.
func (g *Game) rewind() []Move {
	moves := make([]Move, g.Ply())
	for i := range moves {
		moves[i] = g.Move(i)
	}
	for g.Undo() {
	}
	return moves
}

// CarryOver takes over what the players of another game have won besides the
// board: prisoners, passes, and the handicap. It is for a game that goes on
// after somebody has set stones up in its middle; call it before the first
// move.
func (g *Game) CarryOver(from *Game) {
	g.prisoners, g.passStones, g.handicap = from.prisoners, from.passStones, from.handicap
	g.passCount, g.halfPointTo = from.passCount, from.halfPointTo
}
