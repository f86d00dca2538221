package testsuite

import (
	"context"
	"errors"
	"math/rand/v2"

	"rosette/game/board"
	"rosette/solve/retrograde"
)

// sparePositions is how many positions are solved for each one wanted. Some test nothing, or need
// more than can be searched or read.
const sparePositions = 4

// byLabels adds positions from all stages of games, solved together by labels for every position on
// the board. It adds nothing if ctx ends first.
func (m *Generator) byLabels(ctx context.Context, s *Suite) (err error) {
	asked := m.drawPositions(ctx, s)
	if ctx.Err() != nil {
		return nil
	}
	var starts []retrograde.Start
	for i := range asked {
		g := s.game(&asked[i], 0)
		starts = append(starts, retrograde.Start{
			Board: g.Board(), Next: asked[i].Next(), Moves: legal(g, asked[i].Next()),
		})
	}
	options := *m.Labels
	options.Tax = m.Rules.Tax
	solver, err := retrograde.New(starts, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, solver.Close()) }()
	root := 0
	for i := range asked {
		margins, err := marginsAfter(ctx, solver, root+1, len(starts[i].Moves), m.Graph.Points())
		if err != nil && !errors.Is(err, ctx.Err()) {
			return err
		}
		if ctx.Err() != nil {
			s.Positions = nil
			return nil
		}
		root += 1 + len(starts[i].Moves)
		if q := &asked[i]; margins != nil && len(s.Positions) < m.Positions {
			if q.judge(starts[i].Moves, margins); q.discriminates() {
				s.Positions = append(s.Positions, *q)
			}
		}
	}
	return nil
}

// drawPositions plays games and draws at most maxPerGame positions from each. No two positions are
// equal under symmetries and colour exchange.
func (m *Generator) drawPositions(ctx context.Context, s *Suite) (all []Position) {
	present := map[canonicalPosition]bool{}
	for len(all) < sparePositions*m.Positions && s.Games < m.Games && ctx.Err() == nil {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(s.Games)))
		moves := m.playGame(ctx, s, rng)
		for range min(maxPerGame, len(moves)) { // after ctx ends a game may have no moves
			q := s.setUp(moves[:rng.IntN(len(moves))])
			g := s.game(&q, 0)
			if c := canonicalize(g, q.Next()); !present[c] {
				present[c] = true
				all = append(all, q)
			}
		}
		if s.Games++; m.Progress != nil {
			m.Progress(len(all)/sparePositions, s.Games)
		}
	}
	return all
}

// setUp returns the position after moves, with the stones set up and no move history. On an empty
// board Black is to move.
func (s *Suite) setUp(moves []board.Point) Position {
	played := Position{Moves: moves}
	b := s.game(&played, 0).Board()
	if b.Vacant() == s.Graph.Points() {
		return Position{}
	}
	q := Position{Stones: make([]board.Color, s.Graph.Points()), First: played.Next()}
	for p := range q.Stones {
		q.Stones[p] = b.At(board.Point(p))
	}
	return q
}

// marginsAfter returns the margins for count roots, starting with root from. It returns nil if a
// root needs more than can be searched or read.
func marginsAfter(ctx context.Context, solver *retrograde.Solver, from, count, points int) ([]int, error) {
	margins := make([]int, count)
	for i := range margins {
		b, err := solver.Bounds(ctx, from+i, retrograde.Bounds{
			Low: -points, High: points, StrictLow: -points, StrictHigh: points,
		})
		if err != nil {
			return nil, err
		}
		if margins[i] = b.Low; b.Low != b.High {
			return nil, nil
		}
	}
	return margins, nil
}
