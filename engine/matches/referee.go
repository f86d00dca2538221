package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/rng"
)

// A referee sees one game through.
type referee struct {
	t     *Tournament
	game  *game.Game
	seats board.ByColor[Seat]
	next  board.Color
	made  Game
	alike int // turns in a row that the players have said the same
	said  board.Color
	score *game.Score // by which the game has ended, nil if by something else
}

// play plays the game of a number on two seats. An error says why there is
// none: it stops the tournament.
func (t *Tournament) play(ctx context.Context, d due, seats board.ByColor[Seat]) (Game, error) {
	r, err := t.see(ctx, d, seats)
	if err != nil {
		return Game{}, err
	}
	return r.made, r.made.record(r.game)
}

// see is play, and shows how the game went.
func (t *Tournament) see(ctx context.Context, d due, seats board.ByColor[Seat]) (*referee, error) {
	opening := t.Openings.Of(d.pair)
	r := &referee{t: t, game: game.New(t.Graph, t.Rules), seats: seats, next: board.Black}
	r.made = Game{
		Number: d.number, Pair: d.pair, Opening: names(t.Graph, opening),
		Black: t.Contestants[d.black].Name, White: t.Contestants[d.white].Name,
	}
	for _, m := range opening {
		if err := r.game.Play(m.Point, m.Color); err != nil {
			return nil, fmt.Errorf("opening %d: %s is illegal: %w", d.pair+1, t.Graph.PointName(m.Point), err)
		}
		r.next = r.next.Opponent()
	}
	for _, c := range board.Colors {
		if err := r.begin(ctx, c, rng.Seed(t.Seed, d.number, int(c))); err != nil {
			return nil, err
		}
		if r.made.End != "" {
			break
		}
	}
	for r.made.End == "" {
		if err := r.turn(ctx); err != nil {
			return nil, err
		}
	}
	r.made.Moves = r.game.Ply()
	for _, c := range board.Colors {
		used, known := seats[c].CPU()
		r.made.Spent.gauge(c, used, known)
	}
	return r, nil
}

// begin sets a player up, once more if it fails, for it may have ended since
// the last game. Who then still cannot be has lost the game, if he has ever been;
// otherwise nobody need play on.
func (r *referee) begin(ctx context.Context, c board.Color, seed uint64) error {
	err := r.seats[c].Begin(ctx, r.game, seed)
	f := fault(err)
	if f != nil && f.Kind == Denial { // of a move of the opening
		return r.blame(ctx, c, err)
	}
	if f != nil && ctx.Err() == nil {
		r.t.logf("%s is started again: %v", r.made.name(c), err)
		if err := r.seats[c].Leave(); err != nil {
			return err
		}
		err = r.seats[c].Begin(ctx, r.game, seed)
	}
	name := r.made.name(c)
	switch {
	case fault(err) == nil || ctx.Err() != nil:
		r.t.attend(name, err == nil)
		return errors.Join(err, ctx.Err())
	case r.t.attend(name, false):
		return r.blame(ctx, c, err)
	}
	return fmt.Errorf("%s cannot be set up: %w", name, err)
}

// fault returns the fault in an error, nil if it is none.
func fault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// turn lets the next player move, or ends the game.
func (r *referee) turn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if over, err := r.over(ctx); over || err != nil {
		return err
	}
	c := r.next
	start := time.Now()
	choice, err := r.seats[c].Choose(ctx, r.game, c)
	r.made.Spent.cost(c, time.Since(start))
	if err == nil && choice.Resign {
		r.made.ended(game.Result{Winner: c.Opponent(), By: game.ByResign}, ByResignation)
		return nil
	}
	if err == nil {
		err = r.move(choice.Move, c)
	}
	if err != nil {
		return r.blame(ctx, c, err)
	}
	r.next = c.Opponent()
	if r.agreed(choice, c) {
		r.made.ended(game.Result{Winner: r.said, By: game.ByResign}, ByAdjudication)
		return nil
	}
	if err := r.seats[r.next].Hear(game.Move{Point: choice.Move, Color: c}); err != nil {
		return r.blame(ctx, r.next, err)
	}
	return nil
}

// move plays, if the rules allow it.
func (r *referee) move(p board.Point, c board.Color) error {
	if err := r.game.Play(p, c); err != nil {
		return &Fault{Illegal, fmt.Sprintf("it plays %s at move %d, which is illegal: %v", r.game.Graph().PointName(p), r.game.Ply()+1, err)}
	}
	return nil
}

// blame makes a player lose by a fault of its own and ends what runs. Other
// errors, and those of an interruption, it returns.
func (r *referee) blame(ctx context.Context, c board.Color, err error) error {
	f := fault(err)
	if f == nil || ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	r.made.forfeited(c, f)
	return nil
}

// over ends a game that has two passes, no result or too many moves.
func (r *referee) over(ctx context.Context) (bool, error) {
	switch {
	case r.game.Passes() >= 2:
		dead, err := r.dead(ctx)
		if err != nil {
			return false, err
		}
		r.made.Dead = strings.Join(r.game.Graph().Names(dead), " ")
		score := r.game.Score(dead...)
		r.score = &score
		r.made.ended(score.Result(), ByScore)
	case r.game.NoResult():
		r.made.ended(game.Result{By: game.NoResult}, ByRepetition)
	case r.game.Ply() >= r.t.MaxMoves:
		r.made.ended(r.game.Score().Result(), ByLength)
	default:
		return false, nil
	}
	return true, nil
}

// dead returns the stones that both players name, if the rules ask them. Who
// does not answer has not agreed.
func (r *referee) dead(ctx context.Context) ([]board.Point, error) {
	if r.game.Rules().Ending == game.EndingAllAlive {
		return nil, nil
	}
	var said board.ByColor[[]board.Point]
	for _, c := range board.Colors {
		stones, err := r.seats[c].Dead(ctx, r.game)
		if f := fault(err); f != nil && ctx.Err() == nil {
			r.t.logf("game %d: %s says nothing of dead stones: %v", r.made.Number+1, r.made.name(c), f)
			if f.Kind != Refusal {
				err = r.seats[c].Leave()
			} else {
				err = nil
			}
			if err != nil {
				return nil, err
			}
			return nil, nil
		}
		if err != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		said[c] = slices.Compact(slices.Sorted(slices.Values(stones)))
	}
	if !slices.Equal(said[board.Black], said[board.White]) {
		r.t.logf("game %d: the players disagree on dead stones, so none is: %s say %s, %s say %s", r.made.Number+1,
			r.made.Black, orNone(strings.Join(r.game.Graph().Names(said[board.Black]), " ")),
			r.made.White, orNone(strings.Join(r.game.Graph().Names(said[board.White]), " ")))
		return nil, nil
	}
	return said[board.Black], nil
}

func orNone(names string) string {
	if names == "" {
		return "none"
	}
	return names
}

// steady is for how many turns in a row both players must say the same.
const steady = 8

// agreed tells whether both players have long been as sure as it takes who
// wins; r.said is who.
func (r *referee) agreed(choice Choice, c board.Color) bool {
	if r.t.Adjudicate <= 0 || !choice.Says {
		return false
	}
	said := board.Empty
	if choice.Win >= r.t.Adjudicate {
		said = c
	} else if choice.Win <= 1-r.t.Adjudicate {
		said = c.Opponent()
	}
	if said != r.said || said == board.Empty {
		r.said, r.alike = said, 0
	}
	if said != board.Empty {
		r.alike++
	}
	return r.alike >= steady
}
