package play

import (
	"rosette/game"
	"rosette/game/board"
)

func (m *Match) decidePlay(cmd Command) ([]Event, error) {
	if err := m.checkTurn(cmd.By); err != nil {
		return nil, err
	}
	g := m.game()
	p, err := g.Graph().Point(cmd.Point)
	if err != nil {
		return nil, ErrNoSuchPoint
	}
	if t := m.state.confirmation; t != nil && t.bans(p, cmd.By) {
		return nil, ErrKoBan // even if the ko is forbidden only for this turn: a pass for it helps
	}
	if err := g.Legal(p, cmd.By); err != nil {
		return nil, err
	}
	played := Event{Kind: Played, Point: g.Graph().PointName(p)}
	if m.state.confirmation != nil {
		return m.state.confirmation.decidePlay(played)
	}
	return m.withConsequences(p, cmd.By, played), nil
}

// checkTurn returns an error unless c is to move.
func (m *Match) checkTurn(c board.Color) error {
	switch m.state.toMove {
	case c:
		return nil
	case board.Empty:
		return ErrNotNow
	}
	return ErrNotYourTurn
}

func (m *Match) decidePass(cmd Command) ([]Event, error) {
	if err := m.checkTurn(cmd.By); err != nil {
		return nil, err
	}
	if m.state.confirmation != nil {
		return m.decideConfirmationPass(cmd)
	}
	if cmd.Point != "" {
		return nil, ErrNoKo
	}
	passed := Event{Kind: Passed}
	if m.state.phase == PhaseAgreement { // under Flower
		if m.state.flowerPasses == 0 {
			return []Event{passed}, nil
		}
		var dead []board.Point
		if m.state.agreed[board.Black] && m.state.agreed[board.White] {
			dead = m.state.dead
		}
		return []Event{passed, m.endAfter(board.Pass, cmd.By, dead)}, nil
	}
	return m.withConsequences(board.Pass, cmd.By, passed), nil
}

// withConsequences appends the events that follow from a move: a turn that White gives up for a
// handicap, the end, or the agreement on dead stones. It plays the move on the match's game and
// undoes it.
func (m *Match) withConsequences(p board.Point, c board.Color, e Event) []Event {
	g, ending := m.state.game, m.state.game.Rules().Ending
	if c == board.Black && g.GivesUpTurn(board.White) {
		return []Event{e, {Kind: Passed, Color: board.White}}
	}
	g.Make(p, c)
	void := g.NoResult()
	passes := g.Passes()
	all := g.PassesInRow()
	g.Undo()
	switch {
	case void:
		return []Event{e, {Kind: Ended, Result: game.Result{By: game.NoResult}.String()}}
	case passes < 2:
		return []Event{e}
	case ending == game.EndingAllAlive || ending == game.EndingAGA && all >= 4:
		return []Event{e, m.endAfter(p, c, nil)}
	}
	return []Event{e, {Kind: Stopped}}
}

// endAfter returns the event that ends the match by points after a move. It plays the move on the
// match's game and undoes it.
func (m *Match) endAfter(p board.Point, c board.Color, dead []board.Point) Event {
	m.state.game.Make(p, c)
	defer m.state.game.Undo()
	return m.end(dead)
}

// end returns the event that ends the match by points.
func (m *Match) end(dead []board.Point) Event {
	s := m.state.game.Score(dead...)
	return Event{Kind: Ended, Result: s.Result().String(), Points: m.state.game.Graph().Names(s.Dead)}
}

// move plays an event's point, or passes.
func (at *state) move(e Event) {
	p := board.Pass
	if e.Kind == Played {
		p, _ = at.game.Graph().Point(e.Point) // Decide has checked the name
	}
	if at.confirmation != nil {
		at.confirmation = at.confirmation.move(p, e)
		at.toMove = e.Color.Opponent()
		return
	}
	at.game.Make(p, e.Color)
	at.toMove = e.Color.Opponent()
	if at.phase != PhaseAgreement {
		return
	}
	if at.flowerPasses++; p != board.Pass { // under Flower a move ends the agreement
		at.resume(at.toMove)
	}
}
