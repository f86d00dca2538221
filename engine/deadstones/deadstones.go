// Package deadstones implements the proposal of dead stones in a finished game:
// predictors of ownership by playouts and by search, the proposal that follows
// from a prediction, and the judge that the programs use.
package deadstones

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Propose proposes which stones of a final position are dead: by unconditional
// life, and by the predictions with either player to move first (see
// [life.Propose]). Once the dead stones are off it predicts again, because
// predictions around a weak group are vague until the dead stones inside it are
// gone. It fails only when ctx ends before it is done.
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

// Read proposes the dead stones of a final position like the proposal p of Propose,
// and reads every chain that p does not decide for certain: by local search whether
// it survives with either player to move first. Where that leaves doubt, it searches
// regions as a whole. The same seed gives the same answer. It fails only when ctx ends before it is done.
func Read(ctx context.Context, g *game.Game, p life.Proposal, seed uint64) (life.Proposal, error) {
	r := newReader(g, &p, seed)
	if err := r.run(ctx); err != nil {
		return life.Proposal{}, err
	}
	found, err := r.contest(ctx, &p, r.proposal(&p))
	if err != nil {
		return life.Proposal{}, err
	}
	return found, nil
}

// EitherFirst predicts with Black to move first, then with White.
func EitherFirst(ctx context.Context, g *game.Game, predict Predictor) (ownership [2][]float32, err error) {
	for i, first := range board.Colors {
		if ownership[i], err = predict(ctx, g, first); err != nil {
			return ownership, err
		}
	}
	return ownership, nil
}
