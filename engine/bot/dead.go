package bot

import (
	"context"
	"fmt"
	"sync"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Hearings is how many opinions with either player to move first are enough
// for [Dead] when they are playouts; a network needs one.
const Hearings = 500

// Dead proposes which stones of a final position are dead, by what is
// unconditional and by the ownership that the minds see (see [life.Propose]).
// They are heard again once the dead are off, because around a weak group
// opinions are weak until those inside it are gone. The same minds, freshly
// seeded, and the same hearings give the same answer. It fails only when ctx
// ends before it is done.
func Dead(ctx context.Context, g *game.Game, minds []engine.Evaluator, hearings int) (life.Proposal, error) {
	owners, err := eitherFirst(ctx, g, minds, hearings)
	if err != nil {
		return life.Proposal{}, err
	}
	reading := g.Rules().Reading()
	proposal := life.Propose(g.Board(), reading, owners[:]...)
	if len(proposal.Dead) == 0 {
		return proposal, nil
	}
	cleared := game.From(life.Clear(g.Board(), proposal.Dead), g.Rules(), board.Black)
	again, err := eitherFirst(ctx, cleared, minds, hearings)
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

// eitherFirst hears the minds with Black to move first and with White.
func eitherFirst(ctx context.Context, g *game.Game, minds []engine.Evaluator, hearings int) (owners [2][]float32, err error) {
	for i, first := range []board.Color{board.Black, board.White} {
		if owners[i], err = Ownership(ctx, g, first, minds, hearings); err != nil {
			return owners, err
		}
	}
	return owners, nil
}

// Ownership returns the mean of so many opinions, shared out among the minds,
// on whose each point will be with first to move: 1 Black's, −1 White's. What
// was passed before is forgotten, so a game that has ended goes on. It is empty
// if the minds have no opinion.
func Ownership(ctx context.Context, g *game.Game, first board.Color, minds []engine.Evaluator, hearings int) ([]float32, error) {
	sums := make([][]float64, len(minds))
	var all sync.WaitGroup
	for i, mind := range minds {
		share := hearings / len(minds)
		if i < hearings%len(minds) {
			share++
		}
		on := game.From(g.Board().Clone(), g.Rules(), first)
		all.Go(func() { sums[i] = hear(ctx, on, first, mind, share) })
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("bot: dead stones: not done in time: %w", context.Cause(ctx))
	}
	var owner []float32
	for _, sum := range sums {
		for p, v := range sum {
			if owner == nil {
				owner = make([]float32, len(sum))
			}
			owner[p] += float32(v / float64(hearings))
		}
	}
	return owner, nil
}

// hear adds up what one mind says.
func hear(ctx context.Context, g *game.Game, first board.Color, mind engine.Evaluator, times int) (sum []float64) {
	var opinion engine.Evaluation
	for range times {
		if ctx.Err() != nil {
			return nil
		}
		mind.Evaluate(g, first, &opinion)
		if sum == nil {
			sum = make([]float64, len(opinion.Ownership))
		}
		for p, v := range opinion.Ownership {
			sum[p] += float64(v)
		}
	}
	return sum
}
