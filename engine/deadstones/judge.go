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

// A Judge proposes dead stones by light playouts and, on a honeycomb that a network
// serves, by the search of that network with equal weight, which finds nothing on
// square boards that reading does not (docs/results.md); chains that these leave
// in doubt are read by local search, and regions with doubt left are searched. Its answer depends on
// network, seed and position only, not on the number of cores. It is
// safe for concurrent use.
type Judge struct {
	// Network returns the network for a board and rules, nil if there is none. A
	// nil Network judges by playouts only.
	Network func(*board.Graph, game.Rules) *neural.Network
	Seed    uint64 // added to the seed that follows from the position; 0 but for experiments
}

const (
	evaluators = 9  // playout evaluators, each of which has its own seed; three for each seed of reading
	visits     = 50 // of a network's search; docs/results.md has the gain of more
)

// Propose proposes which stones are dead, with a reason for each chain.
func (j Judge) Propose(ctx context.Context, g *game.Game) (life.Proposal, error) {
	g = inOrder(g)
	p, err := Propose(ctx, g, j.predictor(g))
	if err != nil {
		return p, err
	}
	return Read(ctx, g, p, j.seed(g))
}

// inOrder returns the position as a game without moves whose stones were put down by the order
// of points. Searches depend on the order of liberties, which depends on that of the moves, and
// the same position must have the same answer.
func inOrder(g *game.Game) *game.Game {
	return game.From(life.Without(g.Board(), nil), g.Rules(), board.Black)
}

// seed returns the seed for a position: it follows from the stones alone, so that every
// judge with the same Seed gives the same answer.
func (j Judge) seed(g *game.Game) uint64 {
	h := g.Board().Hash()
	return h.Hi ^ bits.RotateLeft64(h.Lo, 32) + j.Seed*0x9e3779b97f4a7c15
}

// Ownership returns the expected owner of each point, 1 for Black and −1 for White:
// the mean over both players moving first. len = points, or 0 without a prediction.
func (j Judge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
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

// predictor returns the judge's predictor for positions of g.
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

// areaRules returns the rules with area scoring, which networks have learned. A
// stone is dead under both or under neither.
func areaRules(r game.Rules) game.Rules {
	r.Scoring = game.ScoringArea
	return r
}

// A Cache keeps the proposals of a judge by position, so that the second query for
// a position costs nothing. The zero Cache with a Judge is ready to use, and safe
// for concurrent use. All games must have the same board and rules.
type Cache struct {
	Judge Judge

	mu    sync.Mutex
	known map[board.Hash]life.Proposal
}

// cacheSize bounds the positions a Cache holds; a full one starts anew.
const cacheSize = 1000

// Propose returns the proposal of the judge, which the caller may not change.
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
