package review

import (
	"math"

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

// These are the bounds of ownership, from the player's view, for a point that a move keeps or takes
// and that would otherwise be lost.
const (
	ownedAfter = 0.4
	lostAfter  = -0.2
)

// leastGroup is the smallest number of stones that "lives" and "kills" mention.
const leastGroup = 2

const (
	// leastArea is the smallest area in points that "grows" and "reduces" mention.
	leastArea = 2
	// open is the distance in lines up to which no stone stands near a move that "opens" an area.
	open = 3
)

// reasonAgainst returns the purpose of a move compared with another one, by the ownership after
// each. It is the visible purpose as by [ReasonFor] unless that is an atari or nothing: then it is to
// save or kill a group, to connect chains, to be the first in an open area, or to gain area, with the
// points gained, if that applies.
func reasonAgainst(g *game.Game, p board.Point, c board.Color, after, instead []float32) engine.Reason {
	visible := ReasonFor(g, p, c)
	if visible.Does != "atari" && visible.Does != "biggest" || len(after) == 0 || len(after) != len(instead) {
		return visible
	}
	stones := map[board.Color]int{}
	var grown, reduced float32
	for i := range after {
		q := board.Point(i)
		best, other := engine.ScoreFor(c, after[i]), engine.ScoreFor(c, instead[i])
		if best > ownedAfter && other < lostAfter {
			stones[g.Board().At(q)]++
		}
		if g.Board().At(q) == board.Empty && other < lostAfter {
			reduced += best - other
		} else if g.Board().At(q) == board.Empty {
			grown += best - other
		}
	}
	switch n := joined(g.Board(), p, c); {
	case stones[c] >= leastGroup:
		return engine.Reason{Does: "lives", Count: stones[c]}
	case stones[c.Opponent()] >= leastGroup:
		return engine.Reason{Does: "kills", Count: stones[c.Opponent()]}
	case visible.Does == "atari":
		return visible
	case n > 1:
		return engine.Reason{Does: "connects", Count: n}
	case isOpen(g.Board(), p):
		return engine.Reason{Does: "opens"}
	case grown >= leastArea && grown >= reduced:
		return engine.Reason{Does: "grows", Count: int(math.Round(float64(grown)))}
	case reduced >= leastArea:
		return engine.Reason{Does: "reduces", Count: int(math.Round(float64(reduced)))}
	}
	return visible
}

// isOpen reports whether no stone stands near p.
func isOpen(b *board.View, p board.Point) bool {
	for q := range within(b.Graph(), p, open) {
		if b.At(q) != board.Empty {
			return false
		}
	}
	return true
}

// joined returns the number of c's chains next to p.
func joined(b *board.View, p board.Point, c board.Color) int {
	roots := map[board.Point]bool{}
	for _, q := range b.Graph().Near(p) {
		if b.At(q) == c {
			roots[b.Root(q)] = true
		}
	}
	return len(roots)
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
