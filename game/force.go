package game

import "rosette/game/board"

// Force makes a move even if it is illegal, as replaying records requires, and returns the
// [Refusal] from [Game.Legal], or nil. A stone on an occupied point replaces the old one, which
// does not become a prisoner; then chains without a liberty are removed as after any move, and a
// chain with a rosette stays. The move enters the history: the new position counts for repetition,
// and [Game.Undo] reverts it. Replacing a stone stores a copy of the board until then.
func (g *Game) Force(p board.Point, c board.Color) error {
	wrong := g.Legal(p, c)
	g.force(p, c)
	return wrong
}

// force makes a move without checking it.
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
