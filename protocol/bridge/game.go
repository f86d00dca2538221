package bridge

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"rosette/client"
	"rosette/game"
	"rosette/play"
	"rosette/server/http/wire"
)

// A seat is the player in one game.
type seat struct {
	*Bridge
	ctx    context.Context
	id     string
	engine *engine
	full   *wire.GameFull
	state  *wire.GameState

	greeted   bool
	attempts  int      // number of times that dead stones were marked after one stop
	disputed  bool     // play was resumed after a disagreement
	handicaps []string // still to be placed
}

// play plays a game to its end. An engine that fails is restarted once. If it fails twice at a
// position, the bridge resigns.
func (b *Bridge) play(ctx context.Context, id string) {
	s := &seat{Bridge: b, ctx: ctx, id: id}
	defer s.rest()
	lost := func(error) {} // reported for the account
	err := b.again(ctx, lost, func(_ int64, alive func()) (int64, error) {
		for line, err := range b.Program.Game(ctx, id) {
			if denied(err) { // the game was removed
				return 0, final{err}
			}
			if err != nil {
				return 0, err
			}
			alive()
			if err := s.read(line); err != nil {
				return 0, err
			}
		}
		if s.state == nil || s.state.Phase != string(play.PhaseOver) {
			return 0, io.ErrUnexpectedEOF
		}
		return 0, nil
	})
	switch {
	case err != nil:
		s.report(Trouble, err.Error())
	case ctx.Err() == nil:
		b.leave(id)
		s.report(Over, "")
	}
}

// read handles a line from the stream.
func (s *seat) read(l client.Line) error {
	switch {
	case l.Full != nil:
		first := s.full == nil
		s.full, s.state = l.Full, &l.Full.State
		if first && s.state.Phase != string(play.PhaseOver) {
			s.report(Begun, "")
			s.greet()
		}
	case l.State != nil:
		s.state = l.State
	default:
		return nil
	}
	return s.act()
}

// greet sends the greeting once, at the beginning of a game.
func (s *seat) greet() {
	if s.Greeting == "" || s.greeted || len(s.state.Moves) > 1 {
		return
	}
	s.greeted = true
	if err := s.surely(s.ctx, func() error { return s.Program.Say(s.ctx, s.id, s.Greeting) }); err != nil &&
		s.ctx.Err() == nil {
		s.report(Trouble, err.Error())
	}
}

// act sends the commands for the position. A refusal by the server is not an error: the position
// has changed, and the next line contains it.
func (s *seat) act() error {
	orders, err := s.orders()
	if err != nil && s.ctx.Err() == nil { // a new engine may succeed
		s.report(Trouble, err.Error())
		s.rest()
		orders, err = s.orders()
	}
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case err != nil:
		s.report(Trouble, err.Error())
		orders = []wire.CommandRequest{{Command: string(play.Resign)}}
	}
	for i, o := range orders {
		o.ID, o.After = fmt.Sprintf("%d-%d-%s", s.state.Seq, i, o.Command), s.state.Seq
		if i > 0 {
			o.After = 0 // the first has changed the position
		}
		err := s.command(s.ctx, s.id, o)
		if refused, ok := err.(client.StatusError); ok && refused.Status < http.StatusInternalServerError {
			return s.wrong(o, refused)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wrong handles a command that the server has refused.
func (s *seat) wrong(o wire.CommandRequest, refused client.StatusError) error {
	if s.engine != nil {
		s.engine.forget()
	}
	changed := []string{
		"refusal.stale", "refusal.game-over", "refusal.wrong-phase", "refusal.not-your-turn", "refusal.time-up",
		"refusal.agreed-already",
	}
	if slices.Contains(changed, refused.Code) {
		return nil // the next line has the position
	}
	s.report(Trouble, strings.TrimSpace(o.Command+" "+o.Point)+": "+refused.Detail)
	if o.Command != string(play.Play) {
		return nil
	}
	return s.command(s.ctx, s.id, wire.CommandRequest{Command: string(play.Pass), ID: o.ID + "-pass", After: o.After})
}

// orders returns the commands for the position.
func (s *seat) orders() ([]wire.CommandRequest, error) {
	if q := s.state.Request; q != nil && q.By != s.state.Seat {
		answer := play.Refuse
		if q.Kind == string(play.Continue) || q.Kind == string(play.Undo) && s.GrantsUndo {
			answer = play.Grant
		}
		return []wire.CommandRequest{{Command: string(answer)}}, nil
	}
	if s.state.Phase != string(play.PhaseAgreement) {
		s.attempts = 0
	}
	decide, ok := map[play.Phase]func(*seat) ([]wire.CommandRequest, error){
		play.PhasePlay: (*seat).move, play.PhaseHandicap: (*seat).place, play.PhaseAgreement: (*seat).agree,
		play.PhaseKomi: (*seat).negotiate, play.PhaseTurn: (*seat).choose, play.PhaseConfirmation: (*seat).confirm,
	}[play.Phase(s.state.Phase)]
	if !ok || s.state.Paused > 0 || !strings.Contains(s.state.Awaits, s.state.Seat) {
		return nil, nil
	}
	return decide(s)
}

// ready starts and prepares the engine, unless it is running.
func (s *seat) ready() (err error) {
	if s.engine != nil {
		return nil
	}
	if s.engine, err = s.open(s.ctx); err != nil {
		return err
	}
	return s.engine.prepare(s.full)
}

// rest stops the engine.
func (s *seat) rest() {
	if s.engine == nil {
		return
	}
	if err := s.engine.close(); err != nil && s.ctx.Err() == nil {
		s.report(Trouble, err.Error())
	}
	s.engine = nil
}

// move gets a move from the engine. A move that the server is known to refuse becomes a pass.
func (s *seat) move() ([]wire.CommandRequest, error) {
	if err := s.ready(); err != nil {
		return nil, err
	}
	name, err := s.engine.choose(s.state, s.state.Seat, s.disputed)
	if err != nil {
		return nil, err
	}
	switch why := s.state.Illegal[name]; {
	case why != "":
		s.report(Trouble, fmt.Sprintf("the engine plays %s, an illegal move (%s); passing instead", name, why))
		s.engine.forget()
		return []wire.CommandRequest{{Command: string(play.Pass)}}, nil
	case name == "pass" || name == "resign":
		return []wire.CommandRequest{{Command: name}}, nil
	}
	return []wire.CommandRequest{{Command: string(play.Play), Point: name}}, nil
}

// place places a handicap stone.
func (s *seat) place() ([]wire.CommandRequest, error) {
	if err := s.ready(); err != nil {
		return nil, err
	}
	if len(s.handicaps) != s.state.ToPlace {
		err := s.engine.follow(s.state)
		if err != nil {
			return nil, err
		}
		if s.handicaps, err = s.engine.handicap(s.state.ToPlace); err != nil {
			return nil, err
		}
	}
	if len(s.handicaps) == 0 {
		return nil, fmt.Errorf("the engine does not place handicap stones")
	}
	point := s.handicaps[0]
	s.handicaps = s.handicaps[1:]
	return []wire.CommandRequest{{Command: string(play.Place), Point: point}}, nil
}

// mostMarks is the number of times that the bridge marks stones after a stop before it disputes.
const mostMarks = 3

// agree agrees with the dead stones once they match the engine's. If the opponent insists on
// others, play is resumed once or, depending on the rules, the life of one chain is played out.
// After that the bridge accepts the marking.
func (s *seat) agree() ([]wire.CommandRequest, error) {
	if s.state.ToMove == s.state.Seat {
		return []wire.CommandRequest{{Command: string(play.Pass)}}, nil // the agreement is made by passes
	}
	if !s.state.Proposed {
		return nil, nil // the server will propose soon
	}
	if err := s.ready(); err != nil {
		return nil, err
	}
	agree := wire.CommandRequest{Command: string(play.Agree)}
	dead, says, err := s.engine.dead(s.state)
	if err != nil || !says || s.disputed {
		return []wire.CommandRequest{agree}, err
	}
	kill, revive := s.differences(dead)
	switch s.attempts++; {
	case len(kill)+len(revive) == 0:
		return []wire.CommandRequest{agree}, nil
	case s.attempts > mostMarks:
		s.disputed = true
		if s.full.Ending == game.EndingConfirmation.String() {
			return []wire.CommandRequest{{Command: string(play.Confirm), Point: append(kill, revive...)[0]}}, nil
		}
		return []wire.CommandRequest{{Command: string(play.Dispute)}}, nil
	}
	var orders []wire.CommandRequest
	if len(kill) > 0 {
		orders = append(orders, wire.CommandRequest{Command: string(play.Mark), Points: kill, Dead: true})
	}
	if len(revive) > 0 {
		orders = append(orders, wire.CommandRequest{Command: string(play.Mark), Points: revive})
	}
	return orders, nil
}

// differences returns the stones that the engine considers dead but are unmarked, and those that
// are marked but it considers alive.
func (s *seat) differences(dead map[string]bool) (kill, revive []string) {
	marked := map[string]bool{}
	for _, name := range s.state.Dead {
		if marked[name] = true; !dead[name] {
			revive = append(revive, name)
		}
	}
	for name := range dead {
		if !marked[name] {
			kill = append(kill, name)
		}
	}
	slices.Sort(kill)
	return kill, revive
}

// choose lets the opponent move first after a dispute.
func (s *seat) choose() ([]wire.CommandRequest, error) {
	opponent := map[string]string{"b": "w", "w": "b"}[s.state.Seat]
	return []wire.CommandRequest{{Command: string(play.ChooseMover), Side: opponent}}, nil
}

// confirm plays on while a chain's life is played out on a copy of the board. It passes for a ko
// that it may not retake yet.
func (s *seat) confirm() ([]wire.CommandRequest, error) {
	if err := s.ready(); err != nil {
		return nil, err
	}
	name, err := s.engine.playOut(s.state, s.full.Points, s.state.Seat)
	if err != nil {
		return nil, err
	}
	switch why := s.state.Illegal[name]; {
	case why == play.ErrKoBan.Error():
		return []wire.CommandRequest{{Command: string(play.Pass), Point: name}}, nil
	case why != "", name == "pass", name == "resign":
		return []wire.CommandRequest{{Command: string(play.Pass)}}, nil
	}
	return []wire.CommandRequest{{Command: string(play.Play), Point: name}}, nil
}

// report reports an event in the game.
func (s *seat) report(event, text string) {
	r := Report{Event: event, Game: s.id, URL: s.Program.URL("/games/" + s.id), Text: text}
	if s.full != nil {
		opponent := s.full.Seats.White
		if s.full.Seat == "w" {
			opponent = s.full.Seats.Black
		}
		r.Opponent = opponent.Name
		r.Board = s.full.Board
		r.Rules = s.full.Rules
		r.Clock = s.full.Clock
		r.Rated = s.full.Rated
		r.Color, r.Moves = s.state.Seat, len(s.state.Moves)
		if result := s.state.Result; result != nil {
			r.Result = cmp.Or(result.Text, result.By)
			if won := result.Winner == s.state.Seat; result.Winner != "" {
				r.Won = &won
			}
		}
	}
	s.Tell(r)
}
