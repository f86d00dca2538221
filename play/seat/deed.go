package seat

import (
	"context"
	"fmt"
	"math"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A deed finds what to do; no kind means to wait for the other.
type deed func(q *question, ctx context.Context) (play.Command, error)

// deeds is what a program does in each phase; add a line to teach one.
var deeds = map[play.Phase]deed{
	play.PhaseKomi:         (*question).bargain,
	play.PhaseHandicap:     (*question).place,
	play.PhasePlay:         (*question).move,
	play.PhaseAgreement:    (*question).settle,
	play.PhaseTurn:         (*question).wish,
	play.PhaseConfirmation: (*question).defend,
}

// A question is the match as a thought sees it, which goes on beside it.
type question struct {
	mover    Mover
	color    board.Color
	settings play.Settings
	game     *game.Game
	left     clock.Remaining

	talk      float64     // the komi that is offered or bid highest
	talker    board.Color // by whom
	toPlace   int
	toMove    board.Color
	proposed  bool
	agreed    board.ByColor[bool]
	dead      []board.Point
	kos       []board.Point
	disagreed bool          // play went on after a stop: what is dead must come off
	believed  []board.Point // stones whose fate has been played out

	opinion
}

// An opinion is what a program thinks of more than one turn.
type opinion struct {
	verdict *Verdict
	judged  board.Hash // the position it is of
	price   *float64
}

// question copies what a thought may need.
func (s *chair) question() *question {
	m := s.match
	q := &question{
		mover: s.mover, color: s.color(), settings: m.Settings(), game: m.Game().Clone(),
		left: m.Clock(s.color(), s.Now()), toPlace: m.ToPlace(), toMove: m.ToMove(),
		proposed: m.Proposed(), dead: m.Dead(), disagreed: m.Disagreed(),
		agreed:   board.ByColor[bool]{board.Black: m.Agreed(board.Black), board.White: m.Agreed(board.White)},
		believed: s.believed, opinion: s.opinion,
	}
	q.talk, q.talker = m.KomiBid()
	_, q.kos, _ = m.Confirmation()
	return q
}

// move chooses a turn.
func (q *question) move(ctx context.Context) (play.Command, error) {
	if q.disagreed {
		q.game.DisableFriendlyPass()
	}
	choice, err := q.mover.Choose(ctx, q.game, q.color, q.left)
	if err != nil {
		return play.Command{}, err
	}
	graph := q.game.Graph()
	switch p := choice.Point; {
	case choice.Resign:
		return play.Command{Kind: play.Resign}, nil
	case p == board.Pass:
		return play.Command{Kind: play.Pass}, nil
	case p < 0 || int(p) >= graph.Points():
		return play.Command{}, fmt.Errorf("the program chose point %d of a board with %d", p, graph.Points())
	default:
		return play.Command{Kind: play.Play, Point: graph.PointName(p)}, nil
	}
}

// place puts a handicap stone where there is most room.
func (q *question) place(context.Context) (play.Command, error) {
	p := game.SpreadStones(q.game.Board(), q.toPlace)[0]
	return play.Command{Kind: play.Place, Point: q.game.Graph().PointName(p)}, nil
}

// wish says that the program will move.
func (q *question) wish(context.Context) (play.Command, error) {
	return play.Command{Kind: play.ChooseMover, Side: q.color}, nil
}

// bargain finds the komi that the program is ready to give or to take.
func (q *question) bargain(ctx context.Context) (play.Command, error) {
	price, err := q.worth(ctx)
	if err != nil {
		return play.Command{}, err
	}
	switch q.settings.KomiBy {
	case play.KomiDivide:
		if q.talker == board.Empty {
			return play.Command{Kind: play.Offer, Komi: price}, nil
		}
		side := board.White
		if price > q.talk {
			side = board.Black
		}
		return play.Command{Kind: play.Take, Side: side}, nil
	case play.KomiOpen:
		if q.talker == board.Empty {
			return play.Command{Kind: play.Bid, Komi: price - 2}, nil
		}
		if next := q.talk + q.step(); next <= price {
			return play.Command{Kind: play.Bid, Komi: next}, nil
		}
		return play.Command{Kind: play.Yield}, nil
	}
	return play.Command{Kind: play.Bid, Komi: price}, nil
}

// step is the least difference between two komi.
func (q *question) step() float64 {
	if q.settings.Halves {
		return 0.5
	}
	return 1
}

// worth returns the program's price, to the nearest that may be named.
func (q *question) worth(ctx context.Context) (float64, error) {
	if q.price == nil {
		price, err := q.mover.Price(ctx, q.game)
		if err != nil {
			return 0, err
		}
		q.price = &price
	}
	most := float64(q.game.Graph().Points())
	return min(most, max(-most, math.Round(*q.price/q.step())*q.step())), nil
}
