package game

import "rosette/game/board"

// Force makes a move whether it is legal or not, as records require it, and returns
// why it is illegal, a [Refusal], or nil. A stone on an occupied point replaces the
// one there, which is not a prisoner; then chains without a liberty come off as
// after any move, and a chain with a rosette stays. The move belongs to the past
// like any other: what it repeats has come up once more, and [Game.Undo] takes it
// back. A stone that replaces another costs a copy of the board, which is kept until
// then.
func (g *Game) Force(p board.Point, c board.Color) error {
	wrong := g.Legal(p, c)
	g.force(p, c)
	return wrong
}

// force makes a move, legal or not.
func (g *Game) force(p board.Point, c board.Color) {
	if p == board.Pass || g.board.At(p) == board.Empty {
		g.Make(p, c)
		return
	}
	t := turn{move: Move{p, c}, replaced: g.board.At(p)}
	g.stones[t.replaced]--
	g.removed[t.replaced].add(p)
	g.countStones(&t, g.board.Replace(p, c))
	g.addTurn(&t)
}
