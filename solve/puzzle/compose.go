package puzzle

import (
	"context"
	"math/rand/v2"
	"slices"

	"rosette/game/board"
	"rosette/solve"
)

// Parameters for composed fights: the fights in a batch, the points in each, and how many points in
// a hundred have a stone of the defender, or of either player.
const (
	batchFights     = 200
	leastComposed   = 6
	mostComposed    = 12
	percentDefender = 40
	percentStones   = 65
	mostOpen        = 8 // points open to play
)

// compose returns the puzzles in a batch of random fights: a part of the board has stones of both
// players, and the attacker's stones surround it. It exists because games yield few puzzles about
// seki.
func (gen *Generator) compose(ctx context.Context, random *rand.Rand, seed uint64) (found []Puzzle, err error) {
	for range batchFights {
		b, defender, ok := gen.composeBoard(random)
		if !ok {
			continue
		}
		for p := range board.Point(gen.Graph.Points()) {
			if b.At(p) != defender || b.Root(p) != p || b.Size(p) < leastStones {
				continue
			}
			q := solve.CaptureProblem{
				Board: b, Chain: p, First: board.Colors[random.IntN(2)], Rules: gen.Rules, Nodes: gen.Nodes,
			}
			if n := len(q.Moves()); n < 2 || n > mostOpen {
				continue
			}
			if _, atari := b.Atari(p); atari && q.First != defender {
				continue
			}
			solved, ok, err := gen.try(ctx, q)
			if err != nil {
				return nil, err
			}
			if ok {
				if graded := Grade(ctx, solved, gen.NewPlayouts(seed)); gen.wants(&graded) {
					found = append(found, graded)
				}
			}
		}
	}
	return found, ctx.Err()
}

// composeBoard returns the position of a fight, and false if a chain has no liberty.
func (gen *Generator) composeBoard(random *rand.Rand) (b *board.Board, defender board.Color, ok bool) {
	g := gen.Graph
	defender = board.Colors[random.IntN(2)]
	stones := slices.Repeat([]board.Color{defender.Opponent()}, g.Points())
	for _, p := range somePart(g, min(leastComposed+random.IntN(mostComposed-leastComposed+1), g.Points()), random) {
		switch percent := random.IntN(100); {
		case percent < percentDefender:
			stones[p] = defender
		case percent >= percentStones:
			stones[p] = board.Empty
		}
	}
	b, err := board.Setup(g, stones)
	return b, defender, err == nil
}

// somePart returns a random connected part of a board with size points.
func somePart(g *board.Graph, size int, random *rand.Rand) []board.Point {
	part := []board.Point{board.Point(random.IntN(g.Points()))}
	for len(part) < size {
		near := g.Near(part[random.IntN(len(part))])
		if next := near[random.IntN(len(near))]; !slices.Contains(part, next) {
			part = append(part, next)
		}
	}
	return part
}
