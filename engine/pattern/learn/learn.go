// Package learn collects training data for package pattern from self-play games. Pattern weights
// are fitted to the visit counts from the search. A [Plan] plays many games and fits the weights.
package learn

import (
	"context"
	"fmt"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/pattern"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// Options configures the games.
type Options struct {
	Visits    int                                // in each search
	Opening   int                                // largest number of first moves drawn by their visits
	Evaluator func(seed uint64) engine.Evaluator // for the search
	// reports whether tactics decide the move; such positions give no sample.
	HasReply func(g *game.Game, c board.Color) bool
}

// maxMovesPerPoint bounds a game's length: this many moves for each point on the board.
const maxMovesPerPoint = 3

// Game plays g to its end and returns a sample for each position in which the last move was a stone
// and tactics do not decide the next one. Equal seeds give equal games. It fails if the lattice has
// no patterns or ctx is done.
func Game(ctx context.Context, g *game.Game, seed uint64, o Options) ([]pattern.Sample, error) {
	around, ok := pattern.NewNeighbourhoods(g.Graph())
	if !ok {
		return nil, fmt.Errorf("%s has no patterns; they are for honeycombs and square boards", g.Graph().Name())
	}
	rng := rand.New(rand.NewPCG(seed, 0x73686170))
	opening := rng.IntN(o.Opening + 1)
	evaluators := []engine.Evaluator{o.Evaluator(seed)}
	var all []pattern.Sample
	var tree search.Search
	for c := board.Black; g.Passes() < 2 && g.Ply() < maxMovesPerPoint*g.Graph().Points(); c = c.Opponent() {
		r := tree.Run(ctx, g, c, evaluators, engine.SearchParams{Visits: o.Visits})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s, ok := sample(around, g, c, r); ok && !o.HasReply(g, c) {
			all = append(all, s)
		}
		move := r.Candidates[0].Move
		if g.Ply() < opening {
			move = drawByVisits(rng, r.Candidates)
		}
		if err := g.Play(move, c); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sample returns the visits from a search as a choice. It returns false if the last move was not a
// stone, or if no move in its neighbourhood is legal.
func sample(around *pattern.Neighbourhoods, g *game.Game, c board.Color, r engine.Analysis) (pattern.Sample, bool) {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return pattern.Sample{}, false
	}
	local := map[board.Point]bool{}
	for _, p := range around.Near(last.Point) {
		local[p] = true
	}
	total := 0
	for _, k := range r.Candidates {
		if k.Move != board.Pass {
			total += k.Visits
		}
	}
	if total == 0 {
		return pattern.Sample{}, false
	}
	var s pattern.Sample
	for _, k := range r.Candidates {
		share := float64(k.Visits) / float64(total)
		switch {
		case k.Move == board.Pass:
		case local[k.Move]:
			code := pattern.Canonical(g.Graph().Lattice(), around.Code(g.Board(), k.Move, c))
			s.Local = append(s.Local, pattern.Move{Code: code, Share: share})
		default:
			s.Others++
			s.OtherShare += share
		}
	}
	return s, len(s.Local) > 0
}

// drawByVisits draws a move with a probability proportional to its visits.
func drawByVisits(rng *rand.Rand, all []engine.Candidate) board.Point {
	total := 0
	for _, k := range all {
		total += k.Visits
	}
	at := rng.IntN(max(1, total))
	for _, k := range all {
		if at -= k.Visits; at < 0 {
			return k.Move
		}
	}
	return all[0].Move
}
