package player

import (
	"context"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Dead proposes which stones of a final position are dead, by what is
// unconditional and by an opinion of whose the points are, whoever moves first
// (see [life.Propose]). It is heard again once the dead are off, because around a
// weak group opinions are weak until those inside it are gone. It fails only when
// ctx ends before it is done.
func Dead(ctx context.Context, g *game.Game, opinion OwnershipEstimator) (life.Proposal, error) {
	owners, err := EitherFirst(ctx, g, opinion)
	if err != nil {
		return life.Proposal{}, err
	}
	reading := g.Rules().Reading()
	proposal := life.Propose(g.Board(), reading, owners[:]...)
	if len(proposal.Dead) == 0 {
		return proposal, nil
	}
	cleared := game.From(life.Without(g.Board(), proposal.Dead), g.Rules(), board.Black)
	again, err := EitherFirst(ctx, cleared, opinion)
	if err != nil {
		return life.Proposal{}, err
	}
	for i := range again {
		for _, p := range proposal.Dead {
			if len(again[i]) > 0 {
				again[i][p] = owners[i][p]
			}
		}
	}
	return life.Propose(g.Board(), reading, again[:]...), nil
}

// EitherFirst is an opinion with Black to move first and one with White.
func EitherFirst(ctx context.Context, g *game.Game, opinion OwnershipEstimator) (owners [2][]float32, err error) {
	for i, first := range []board.Color{board.Black, board.White} {
		if owners[i], err = opinion(ctx, g, first); err != nil {
			return owners, err
		}
	}
	return owners, nil
}
