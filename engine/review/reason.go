package review

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// ReasonFor returns the visible purpose of a legal move. It is the first that applies: complete a
// rosette, capture, save stones from capture, take the last point of the opponent's rosette, or put
// stones into atari. Otherwise the move is the biggest. The game does not change.
func ReasonFor(g *game.Game, p board.Point, c board.Color) engine.Reason {
	if p == board.Pass {
		return engine.Reason{Does: "pass"}
	}
	b := g.Board()
	if b.CompletesRosette(p, c) {
		return engine.Reason{Does: "rosette"}
	}
	after := g.Clone()
	after.Make(p, c)
	if n := after.Prisoners(c) - g.Prisoners(c); n > 0 {
		return engine.Reason{Does: "captures", Count: n}
	}
	if n := saved(b, after.Board(), p, c); n > 0 {
		return engine.Reason{Does: "saves", Count: n}
	}
	if b.CompletesRosette(p, c.Opponent()) {
		return engine.Reason{Does: "blocks"}
	}
	if n := threatened(after.Board(), p, c.Opponent()); n > 0 {
		return engine.Reason{Does: "atari", Count: n}
	}
	return engine.Reason{Does: "biggest"}
}

// saved returns the number of stones in c's chains next to p that the move took out of atari.
func saved(before, after *board.View, p board.Point, c board.Color) (stones int) {
	if _, still := after.Atari(p); still {
		return 0
	}
	roots := map[board.Point]bool{}
	for _, q := range before.Graph().Near(p) {
		if _, atari := before.Atari(q); atari && before.At(q) == c && !before.Immortal(q) && !roots[before.Root(q)] {
			roots[before.Root(q)] = true
			stones += before.Size(q)
		}
	}
	return stones
}

// threatened returns the number of stones in c's chains next to p that are in atari.
func threatened(b *board.View, p board.Point, c board.Color) (stones int) {
	roots := map[board.Point]bool{}
	for _, q := range b.Graph().Near(p) {
		if _, atari := b.Atari(q); atari && b.At(q) == c && !b.Immortal(q) && !roots[b.Root(q)] {
			roots[b.Root(q)] = true
			stones += b.Size(q)
		}
	}
	return stones
}
