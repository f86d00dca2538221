package puzzle

import (
	"math/rand/v2"

	"rosette/game/board"
	"rosette/solve"
)

// Parameters for variations of a problem: how many are tried, how many points each changes, and
// their maximum distance from the chain.
const (
	variations    = 4
	variedPoints  = 2
	variedWithin  = 2
	variedTries   = 40 // attempts to find such points
	hopefulStones = 3  // in a hexagon that may become a rosette
)

// variationsOf returns variations of a problem. Near the chain, attacking stones are added or
// removed, and defending stones are added in a hexagon that may become a rosette. Games have few
// puzzles about rosettes, eyes and connections; their variations have more. Illegal or trivial
// variations are left out.
func variationsOf(q solve.CaptureProblem, random *rand.Rand) (all []solve.CaptureProblem) {
	far := distances(q.Board.Graph(), chainAt(&q.Board.View, q.Chain))
	for range variations {
		stones := stonesOf(&q.Board.View)
		for range variedPoints {
			if p, ok := somePoint(far, random); ok {
				stones[p] = varied(&q, p, stones[p], random)
			}
		}
		v := q
		var err error
		if v.Board, err = board.Setup(q.Board.Graph(), stones); err != nil || v.Board.Immortal(q.Chain) {
			continue
		}
		if _, atari := v.Board.Atari(q.Chain); atari && v.Board.At(q.Chain) != q.First {
			continue
		}
		if v.EscapeLiberties == 0 || len(v.Board.Liberties(q.Chain)) < v.EscapeLiberties {
			all = append(all, v)
		}
	}
	return all
}

// somePoint returns a random point that may change.
func somePoint(far []int, random *rand.Rand) (board.Point, bool) {
	for range variedTries {
		if p := random.IntN(len(far)); far[p] > 0 && far[p] <= variedWithin {
			return board.Point(p), true
		}
	}
	return board.Pass, false
}

// varied returns the new content of a point in a variation.
func varied(q *solve.CaptureProblem, p board.Point, was board.Color, random *rand.Rand) board.Color {
	defender := q.Board.At(q.Chain)
	switch {
	case was == defender:
		return was
	case isHopeful(&q.Board.View, p, defender) && random.IntN(2) == 0:
		return defender
	case was == board.Empty:
		return defender.Opponent()
	}
	return board.Empty
}

// isHopeful reports whether a point is in a hexagon with some stones of c and no opposing stones.
func isHopeful(b *board.View, p board.Point, c board.Color) bool {
	for _, i := range b.Graph().RosettesAt(p) {
		if b.RosetteCount(int(i), c) >= hopefulStones && b.RosetteCount(int(i), c.Opponent()) == 0 {
			return true
		}
	}
	return false
}
