// Package learn finds out what shapes are worth: the search plays itself, and
// what it looks at most is what a shape should be chosen for.
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

// Options say how the games go.
type Options struct {
	Visits  int                                    // of each search
	Opening int                                    // at most so many first moves are drawn by their visits
	Mind    func(seed uint64) engine.Evaluator     // of the search
	Urgent  func(g *game.Game, c board.Color) bool // tells whether something else than shapes decides
}

// longest is how many moves a game may have for each point.
const longest = 3

// Game plays g to its end and returns what was chosen in each position in which
// nothing is urgent.
func Game(ctx context.Context, g *game.Game, seed uint64, o Options) ([]pattern.Sample, error) {
	ground, ok := pattern.GroundOf(g.Graph())
	if !ok {
		return nil, fmt.Errorf("no shapes are known of %s", g.Graph().Name())
	}
	luck := rand.New(rand.NewPCG(seed, 0x73686170))
	opening := luck.IntN(o.Opening + 1)
	minds := []engine.Evaluator{o.Mind(seed)}
	var all []pattern.Sample
	var tree search.Search
	for c := board.Black; g.Passes() < 2 && g.Ply() < longest*g.Graph().Points(); c = c.Opponent() {
		r := tree.Run(ctx, g, c, minds, engine.SearchParams{Visits: o.Visits})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s, ok := sample(ground, g, c, r); ok && !o.Urgent(g, c) {
			all = append(all, s)
		}
		move := r.Candidates[0].Move
		if g.Ply() < opening {
			move = draw(luck, r.Candidates)
		}
		if err := g.Play(move, c); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sample is the choice as the visits divide it, after a stone was played.
func sample(d *pattern.Ground, g *game.Game, c board.Color, r engine.Analysis) (pattern.Sample, bool) {
	last, ok := g.Last()
	if !ok || last.Point == board.Pass {
		return pattern.Sample{}, false
	}
	beside := map[board.Point]bool{}
	for _, p := range d.Near(last.Point) {
		beside[p] = true
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
		case beside[k.Move]:
			code := pattern.Canonical(g.Graph().Lattice(), d.Code(g.Board(), k.Move, c))
			s.Beside = append(s.Beside, pattern.Seen{Code: code, Chosen: share})
		default:
			s.Others++
			s.Away += share
		}
	}
	return s, len(s.Beside) > 0
}

// draw chooses a move by its visits.
func draw(luck *rand.Rand, all []engine.Candidate) board.Point {
	total := 0
	for _, k := range all {
		total += k.Visits
	}
	at := luck.IntN(max(1, total))
	for _, k := range all {
		if at -= k.Visits; at < 0 {
			return k.Move
		}
	}
	return all[0].Move
}
