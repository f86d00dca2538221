package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// A referee plays one game.
type referee struct {
	t            *Tournament
	game         *game.Game
	sessions     board.ByColor[Session]
	clocks       board.ByColor[runningClock]
	next         board.Color
	record       Game
	agreement    int // consecutive turns in which the players agreed on the winner
	agreedWinner board.Color
	score        *game.Score // nil if the game was not counted
}

// play plays a game between two sessions. An error means that the game has no result, and stops the
// tournament.
func (t *Tournament) play(ctx context.Context, d pairing, seats board.ByColor[Session]) (Game, error) {
	r, err := t.referee(ctx, d, seats)
	if err != nil {
		return Game{}, err
	}
	return r.record, r.record.WriteSGF(r.game)
}

// referee is like play, but returns the referee with the moves and the score.
func (t *Tournament) referee(ctx context.Context, d pairing, seats board.ByColor[Session]) (*referee, error) {
	opening, err := t.Openings.At(ctx, d.pair)
	if err != nil {
		return nil, err
	}
	r := &referee{t: t, game: game.New(t.Graph, t.Rules), sessions: seats, next: board.Black}
	r.record = Game{
		Number: d.number, Pair: d.pair, Opening: openingNames(t.Graph, opening),
		Black: t.Players[d.black].Name, White: t.Players[d.white].Name,
	}
	for _, m := range opening {
		if err := r.game.Play(m.Point, m.Color); err != nil {
			return nil, fmt.Errorf("opening %d: %s is illegal: %w", d.pair+1, t.Graph.PointName(m.Point), err)
		}
		r.next = r.next.Opponent()
	}
	r.clocks[board.Black], r.clocks[board.White] = t.Players[d.black].Clock.start(), t.Players[d.white].Clock.start()
	for _, c := range board.Colors {
		if err := r.begin(ctx, c, rng.Seed(t.Seed, d.number, int(c))); err != nil {
			return nil, err
		}
		if r.record.End != "" {
			break
		}
	}
	for r.record.End == "" {
		if err := r.turn(ctx); err != nil {
			return nil, err
		}
	}
	r.record.Moves = r.game.Ply()
	for _, c := range board.Colors {
		used, known := seats[c].CPU()
		r.record.Spent.setCPU(c, used, known)
	}
	return r, nil
}

// begin sets a player up. It tries twice, because the program may have ended since the last game. A
// player that fails twice loses the game if it has played before; otherwise the tournament stops.
func (r *referee) begin(ctx context.Context, c board.Color, seed uint64) error {
	err := r.sessions[c].Begin(ctx, r.game, seed)
	f := fault(err)
	if f != nil && f.Kind == RejectedMove { // a move of the opening
		return r.blame(ctx, c, err)
	}
	if f != nil && ctx.Err() == nil {
		r.t.logf("%s is restarted: %v", r.record.name(c), err)
		if err := r.sessions[c].Close(); err != nil {
			return err
		}
		err = r.sessions[c].Begin(ctx, r.game, seed)
	}
	name := r.record.name(c)
	switch {
	case fault(err) == nil || ctx.Err() != nil:
		r.t.recordSetup(name, err == nil)
		return errors.Join(err, ctx.Err())
	case r.t.recordSetup(name, false):
		return r.blame(ctx, c, err)
	}
	return fmt.Errorf("%s cannot be set up: %w", name, err)
}

// fault returns the fault in err, or nil.
func fault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// turn plays the next player's move, or ends the game.
func (r *referee) turn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if over, err := r.over(ctx); over || err != nil {
		return err
	}
	c := r.next
	start := time.Now()
	choice, err := r.sessions[c].Choose(ctx, r.game, c, r.clocks[c].time())
	took := time.Since(start)
	r.record.Spent.addMove(c, took)
	late := r.clocks[c].spend(took)
	if err := cmp.Or(err, late); err != nil {
		return r.blame(ctx, c, err)
	}
	if choice.Resign {
		r.record.ended(game.Result{Winner: c.Opponent(), By: game.ByResign}, ByResignation)
		return nil
	}
	if err := r.move(choice.Move, c); err != nil {
		return r.blame(ctx, c, err)
	}
	r.next = c.Opponent()
	if r.agreed(choice, c) {
		r.record.ended(game.Result{Winner: r.agreedWinner, By: game.ByResign}, ByAdjudication)
		return nil
	}
	if err := r.sessions[r.next].Played(game.Move{Point: choice.Move, Color: c}); err != nil {
		return r.blame(ctx, r.next, err)
	}
	return nil
}

// move plays a move if it is legal.
func (r *referee) move(p board.Point, c board.Color) error {
	if err := r.game.Play(p, c); err != nil {
		return &Fault{
			Illegal,
			fmt.Sprintf("it plays %s at move %d, which is illegal: %v", r.game.Graph().PointName(p), r.game.Ply()+1,
				err),
		}
	}
	return nil
}

// blame makes player c lose if err is its fault. It returns any other error, and every error after
// an interruption.
func (r *referee) blame(ctx context.Context, c board.Color, err error) error {
	f := fault(err)
	if f == nil || ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	r.record.forfeited(c, f)
	return nil
}

// over ends a game after two passes, without a result or at the move limit.
func (r *referee) over(ctx context.Context) (bool, error) {
	switch {
	case r.game.Passes() >= 2:
		dead, unsure, err := r.dead(ctx)
		if err != nil {
			return false, err
		}
		r.record.Dead = strings.Join(r.game.Graph().Names(dead), " ")
		possible := r.game.ScoreRange(dead, unsure)
		r.score = &possible.Score
		r.record.counted(possible)
	case r.game.NoResult():
		r.record.ended(game.Result{By: game.NoResult}, ByRepetition)
	case r.game.Ply() >= r.t.MaxMoves:
		r.record.ended(r.game.Score().Result(), ByLength)
	default:
		return false, nil
	}
	return true, nil
}

// dead returns the stones that both players name as dead, if the rules require agreement, and the
// stones that are uncertain: a player is unsure, or only one player names them. No answer means no
// agreement.
func (r *referee) dead(ctx context.Context) (stones, unsure []board.Point, err error) {
	if r.game.Rules().Ending == game.EndingAllAlive {
		return nil, nil, nil
	}
	var said board.ByColor[[]board.Point]
	for _, c := range board.Colors {
		proposal, err := r.sessions[c].Propose(ctx, r.game)
		if f := fault(err); f != nil && ctx.Err() == nil {
			r.t.logf("game %d: %s does not report dead stones: %v", r.record.Number+1, r.record.name(c), f)
			if f.Kind != Refusal {
				return nil, nil, r.sessions[c].Close()
			}
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, errors.Join(ctx.Err(), err)
		}
		said[c] = slices.Compact(slices.Sorted(slices.Values(proposal.Dead)))
		unsure = append(unsure, proposal.Unsure...)
	}
	if slices.Equal(said[board.Black], said[board.White]) {
		return said[board.Black], unsure, nil
	}
	r.t.logf("game %d: the players disagree on dead stones, so all live: %s reports %s, %s reports %s", r.record.Number+1,
		r.record.Black, orNone(strings.Join(r.game.Graph().Names(said[board.Black]), " ")),
		r.record.White, orNone(strings.Join(r.game.Graph().Names(said[board.White]), " ")))
	return nil, slices.Concat(unsure, said[board.Black], said[board.White]), nil
}

func orNone(names string) string {
	if names == "" {
		return "none"
	}
	return names
}

// adjudicationTurns is the number of consecutive turns in which both players must agree.
const adjudicationTurns = 8

// agreed reports whether both players have given the same side, r.agreedWinner, at least the
// probability Adjudicate for adjudicationTurns turns.
func (r *referee) agreed(choice Choice, c board.Color) bool {
	if r.t.Adjudicate <= 0 || !choice.HasWin {
		return false
	}
	said := board.Empty
	if choice.Win >= r.t.Adjudicate {
		said = c
	} else if choice.Win <= 1-r.t.Adjudicate {
		said = c.Opponent()
	}
	if said != r.agreedWinner || said == board.Empty {
		r.agreedWinner, r.agreement = said, 0
	}
	if said != board.Empty {
		r.agreement++
	}
	return r.agreement >= adjudicationTurns
}
