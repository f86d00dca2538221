package computer

import (
	"context"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// agree acts in the agreement on dead stones: the bot proposes them if there is no proposal, agrees
// to a marking that it believes, and contradicts an opponent who has agreed to something else.
func (t *turn) agree(ctx context.Context) (play.Command, error) {
	if !t.proposed {
		return t.propose(ctx)
	}
	found, err := t.judge(ctx)
	if err != nil {
		return play.Command{}, err
	}
	wrong := t.wronglyMarked(found)
	ending := t.game.Rules().Ending
	switch {
	case len(wrong) == 0 && !t.agreed[t.color]:
		return play.Command{Kind: play.Agree}, nil
	case t.mayAgree:
		return play.Command{}, nil
	case ending == game.EndingFlower && len(wrong) == 0:
		return play.Command{Kind: play.Pass}, nil
	case ending == game.EndingFlower:
		t.disagreed = true
		return t.move(ctx)
	case !t.agreed[t.color.Opponent()] || len(wrong) == 0:
		return play.Command{}, nil
	case ending == game.EndingConfirmation:
		return play.Command{Kind: play.Confirm, Point: t.game.Graph().Names(wrong)[0]}, nil
	}
	return play.Command{Kind: play.Dispute}, nil
}

// propose proposes the dead stones.
func (t *turn) propose(ctx context.Context) (play.Command, error) {
	found, err := t.judge(ctx)
	graph := t.game.Graph()
	return play.Command{
		Kind: play.Propose, Points: graph.Names(found.Dead), Unsure: graph.Names(found.Unsure), Pending: found.Pending,
	}, err
}

// judge returns the dead stones. The same position always gives the same answer.
func (t *turn) judge(ctx context.Context) (DeadStones, error) {
	position := t.game.Board().Hash()
	if t.opinion.dead != nil && t.opinion.position == position {
		return *t.opinion.dead, nil
	}
	found, err := t.mover.Judge(ctx, t.game)
	if err == nil {
		t.opinion.dead, t.opinion.position = &found, position
	}
	return found, err
}

// wronglyMarked returns the stones whose marking contradicts a status the bot is sure of. Results
// that were played out are not contradicted.
func (t *turn) wronglyMarked(found DeadStones) (points []board.Point) {
	for p := range board.Point(t.game.Graph().Points()) {
		if t.game.Board().At(p) == board.Empty || slices.Contains(found.Unsure, p) || slices.Contains(t.confirmed, p) {
			continue
		}
		if slices.Contains(t.dead, p) != slices.Contains(found.Dead, p) {
			points = append(points, p)
		}
	}
	return points
}
