// Package deadstones proposes the dead stones in a finished game. It contains ownership predictors
// based on playouts and search, the derivation of a proposal from a prediction, and the judge that
// the programs use.
package deadstones

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Propose proposes the dead stones in a final position from unconditional life and from predictions
// with either player moving first (see [life.Propose]). It removes the dead stones and predicts
// again, because predictions around a weak group are vague until the dead stones inside it are
// gone. It returns an error only if ctx is done too early.
func Propose(ctx context.Context, g *game.Game, predict Predictor) (life.Proposal, error) {
	ownership, err := EitherFirst(ctx, g, predict)
	if err != nil {
		return life.Proposal{}, err
	}
	rules := g.Rules().CaptureRules()
	proposal := life.Propose(g.Board(), rules, ownership[:]...)
	if len(proposal.Dead) == 0 {
		return proposal, nil
	}
	cleared := game.From(life.Without(g.Board(), proposal.Dead), g.Rules(), board.Black)
	again, err := EitherFirst(ctx, cleared, predict)
	if err != nil {
		return life.Proposal{}, err
	}
	for i := range again {
		for _, p := range proposal.Dead {
			if len(again[i]) > 0 {
				again[i][p] = ownership[i][p]
			}
		}
	}
	return life.Propose(g.Board(), rules, again[:]...), nil
}

// Read refines the proposal p from Propose.
//
// Exhaustive search decides small regions first. Local search then reads whether the remaining
// uncertain chains survive with either player moving first, and where doubt remains, regions are
// searched as a whole. Reading and search run once for each of several seeds derived from seed;
// chains with differing results are unsure. Finally, Read searches for remaining gains in regions
// without unsure chains. The result is deterministic for a seed. Read returns an error only if ctx
// is done too early.
func Read(ctx context.Context, g *game.Game, p life.Proposal, seed uint64) (life.Proposal, error) {
	found, err := newSettler(g, &p).settle(ctx)
	if err != nil {
		return life.Proposal{}, err
	}
	var readings [seeds]life.Proposal
	for i := range readings {
		r := newReader(g, &p, &found, seed+uint64(i))
		if err := r.run(ctx); err != nil {
			return life.Proposal{}, err
		}
		if readings[i], err = r.contest(ctx, &p, r.proposal(&p)); err != nil {
			return life.Proposal{}, err
		}
	}
	together := agreed(g, &p, &found, readings[:])
	if err := spareRetaken(ctx, g, &together, seed); err != nil {
		return together, err
	}
	return together, findUnfinished(ctx, g, &together)
}

// seeds is the number of seeds used to read a position.
const seeds = 3

// agreed combines the readings with the results from exhaustive search. A chain is unsure if the
// readings differ.
func agreed(g *game.Game, p *life.Proposal, found *settled, readings []life.Proposal) life.Proposal {
	statuses, estimates := make([]life.Status, len(found.status)), estimatesOf(p, len(found.status))
	differ := make([]bool, len(p.Chains))
	for i, c := range p.Chains {
		var status life.Status
		status, differ[i] = consensus(readings, i)
		for _, at := range c.Stones {
			statuses[at] = status
		}
	}
	together := life.ProposeRead(g.Board(), g.Rules().CaptureRules(), statuses, estimates[:]...)
	seki := life.Seki(&life.Without(g.Board(), together.Dead).View, g.Rules().CaptureRules())
	for i := range together.Chains {
		c, first := &together.Chains[i], &readings[0].Chains[i]
		at := c.Stones[0]
		switch {
		case found.status[at] != life.Vacant:
			c.Status, c.Reason = found.status[at], found.reason[at]
		case found.hard[at] && (c.Status == life.Alive || c.Status == life.InSeki) && seki[at] &&
			c.Ownership[0] < -surelyDead:
			c.Status, c.Reason = life.Unsure, life.Divided
		case differ[i]:
			c.Status, c.Reason = life.Unsure, life.SeedsDiffer
		case c.Status == first.Status:
			c.Reason = first.Reason
		}
	}
	together.Pending = found.pending
	together.Collect()
	spareTouching(g, &together)
	together.Collect()
	return together
}

// spareTouching makes adjacent dead chains with different colors unsure, because capturing one
// frees the other. Proven chains do not change.
func spareTouching(g *game.Game, p *life.Proposal) {
	b := g.Board()
	spared := make([]bool, g.Graph().Points()) // by chain root
	for at, s := range p.Status {
		if s != life.Dead {
			continue
		}
		for _, q := range g.Graph().Near(board.Point(at)) {
			if p.Status[q] == life.Dead && b.At(q) != b.At(board.Point(at)) {
				spared[b.Root(q)], spared[b.Root(board.Point(at))] = true, true
			}
		}
	}
	for i := range p.Chains {
		if c := &p.Chains[i]; spared[b.Root(c.Stones[0])] && !isProven(c.Reason) {
			c.Status, c.Reason = life.Unsure, life.Divided
		}
	}
}

// isProven reports whether a reason is a proof.
func isProven(r life.Reason) bool {
	return r == life.InTerritory || r == life.ByProof || r == life.ByConfirmation
}

// consensus returns a chain's common status in all readings. differ reports whether the readings
// disagree; the status is then Unsure.
func consensus(readings []life.Proposal, chain int) (status life.Status, differ bool) {
	status = readings[0].Chains[chain].Status
	for _, r := range readings[1:] {
		if r.Chains[chain].Status != status {
			return life.Unsure, true
		}
	}
	return status, false
}

// EitherFirst predicts with Black moving first, then with White moving first.
func EitherFirst(ctx context.Context, g *game.Game, predict Predictor) (ownership [2][]float32, err error) {
	for i, first := range board.Colors {
		if ownership[i], err = predict(ctx, g, first); err != nil {
			return ownership, err
		}
	}
	return ownership, nil
}
