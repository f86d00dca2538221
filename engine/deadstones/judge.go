package deadstones

import (
	"context"
	"math/bits"
	"sync"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Judge proposes dead stones. It uses light playouts and, on honeycombs that a network supports,
// a network search with equal weight. On square boards that search adds nothing to reading
// (docs/results.md). Local search reads uncertain chains, and regions that remain uncertain are
// searched as a whole. The result depends only on network, seed and position, not on the number of
// cores. A Judge is safe for concurrent use.
type Judge struct {
	// Network returns the network for a board and rules, or nil. If Network is nil, the judge uses
	// only playouts.
	Network func(*board.Graph, game.Rules) *neural.Network
	Seed    uint64 // added to the seed derived from the position; 0 except in experiments
}

const (
	evaluators = 9  // playout evaluators with separate seeds; three for each reading seed
	visits     = 50 // visits in a network search; docs/results.md has the gain from more
)

// Propose proposes the dead stones, with a reason for each chain. It returns an error if set-up
// left a chain without a liberty.
func (j Judge) Propose(ctx context.Context, g *game.Game) (life.Proposal, error) {
	if err := g.Board().CheckLiberties(); err != nil {
		return life.Proposal{}, err
	}
	g = inOrder(g)
	p, err := Propose(ctx, g, j.predictor(g))
	if err != nil {
		return p, err
	}
	return Read(ctx, g, p, j.seed(g))
}

// inOrder returns the position as a game without moves, with stones placed in order of points. A
// search depends on the order of liberties, and thus on the order of moves, but equal positions
// must have equal results.
func inOrder(g *game.Game) *game.Game {
	return game.From(life.Without(g.Board(), nil), g.Rules(), board.Black)
}

// seed returns the seed for a position. It depends only on the stones and j.Seed, so that all
// judges with the same Seed give the same result.
func (j Judge) seed(g *game.Game) uint64 {
	h := g.Board().Hash()
	return h.Hi ^ bits.RotateLeft64(h.Lo, 32) + j.Seed*0x9e3779b97f4a7c15
}

// Ownership returns the expected owner of each point, 1 Black … −1 White: the mean over both
// players moving first. len = points, or 0 without a prediction.
func (j Judge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
	if err := g.Board().CheckLiberties(); err != nil {
		return nil, err
	}
	g = inOrder(g)
	ownership, err := EitherFirst(ctx, g, j.predictor(g))
	if err != nil {
		return nil, err
	}
	mean := ownership[0]
	for p, v := range ownership[1] {
		mean[p] = (mean[p] + v) / 2
	}
	return mean, nil
}

// predictor returns the predictor for positions from g.
func (j Judge) predictor(g *game.Game) Predictor {
	var light []engine.Evaluator
	seed := j.seed(g)
	for i := range uint64(evaluators) {
		light = append(light, playout.NewLight(seed+i))
	}
	played := ByEvaluation(light, DefaultPlayouts)
	if j.Network == nil {
		return played
	}
	network := j.Network(g.Graph(), areaRules(g.Rules()))
	if network == nil || g.Graph().Lattice() != board.Honeycomb {
		return played
	}
	searched := BySearch(neural.New(network, seed), visits)
	return Mean(played, func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		return searched(ctx, game.From(g.Board().Clone(), areaRules(g.Rules()), first), first)
	})
}

// areaRules returns the rules with area scoring, on which networks were trained. The choice of
// scoring does not affect whether a stone is dead.
func areaRules(r game.Rules) game.Rules {
	r.Scoring = game.ScoringArea
	return r
}

// A Cache caches a judge's proposals by position. The zero Cache with a Judge is ready to use and
// safe for concurrent use. All games must have the same board and rules.
type Cache struct {
	Judge Judge

	mu    sync.Mutex
	known map[board.Hash]life.Proposal
}

// cacheSize is the maximum number of cached positions. A full cache is cleared.
const cacheSize = 1000

// Propose returns the judge's proposal. The caller must not modify it.
func (c *Cache) Propose(ctx context.Context, g *game.Game) (life.Proposal, error) {
	key := g.Board().Hash()
	c.mu.Lock()
	proposal, ok := c.known[key]
	c.mu.Unlock()
	if ok {
		return proposal, nil
	}
	proposal, err := c.Judge.Propose(ctx, g)
	if err != nil {
		return life.Proposal{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= cacheSize || c.known == nil {
		c.known = map[board.Hash]life.Proposal{}
	}
	c.known[key] = proposal
	return proposal, nil
}
