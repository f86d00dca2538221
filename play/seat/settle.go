package seat

import (
	"context"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// settle talks about what is dead: it names the dead if nobody has, agrees to
// what it believes, and contradicts an opponent who has agreed to something
// else.
func (q *question) settle(ctx context.Context) (play.Command, error) {
	if err := q.judge(ctx); err != nil {
		return play.Command{}, err
	}
	if !q.proposed {
		return play.Command{Kind: play.Propose, Points: q.game.Graph().Names(q.verdict.Dead), Unsure: q.game.Graph().Names(q.verdict.Unsure)}, nil
	}
	wrong := q.wrong()
	ending := q.game.Rules().Ending
	switch {
	case len(wrong) == 0 && !q.agreed[q.color]:
		return play.Command{Kind: play.Agree}, nil
	case ending == game.EndingFlower && len(wrong) == 0:
		return play.Command{Kind: play.Pass}, nil
	case ending == game.EndingFlower:
		q.disagreed = true
		return q.move(ctx)
	case !q.agreed[q.color.Opponent()] || len(wrong) == 0:
		return play.Command{}, nil
	case ending == game.EndingConfirmation:
		return play.Command{Kind: play.Confirm, Point: q.game.Graph().Names(wrong)[0]}, nil
	}
	return play.Command{Kind: play.Dispute}, nil
}

// judge finds the verdict on the position, once.
func (q *question) judge(ctx context.Context) error {
	if q.verdict != nil && q.judged == q.game.Board().Hash() {
		return nil
	}
	v, err := q.mover.Judge(ctx, q.game)
	if err != nil {
		return err
	}
	q.verdict, q.judged = &v, q.game.Board().Hash()
	return nil
}

// wrong returns the stones that are marked otherwise than the program is sure
// they are. What play has confirmed it believes.
func (q *question) wrong() []board.Point {
	var points []board.Point
	for p := range board.Point(q.game.Graph().Points()) {
		if q.game.Board().At(p) == board.Empty || slices.Contains(q.verdict.Unsure, p) || slices.Contains(q.believed, p) {
			continue
		}
		if slices.Contains(q.dead, p) != slices.Contains(q.verdict.Dead, p) {
			points = append(points, p)
		}
	}
	return points
}

// defend plays a disputed chain's fate out; a ko that may not be taken back yet
// is passed for.
func (q *question) defend(ctx context.Context) (play.Command, error) {
	cmd, err := q.move(ctx)
	if err != nil || cmd.Kind != play.Play {
		if cmd.Kind == play.Resign {
			cmd = play.Command{Kind: play.Pass}
		}
		return cmd, err
	}
	if slices.Contains(q.game.Graph().Names(q.kos), cmd.Point) {
		cmd.Kind = play.Pass
	}
	return cmd, nil
}
