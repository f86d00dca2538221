package play

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// undoableReducers apply the events that an undo can take back.
var undoableReducers = map[Kind]func(*state, Event){
	Offered:     (*state).offer,
	Took:        func(*state, Event) {}, // Settled follows
	Bade:        (*state).bid,
	Yielded:     func(*state, Event) {}, // Settled follows
	Settled:     (*state).settleKomi,
	Placed:      (*state).place,
	Played:      (*state).move,
	Passed:      (*state).move,
	Stopped:     func(at *state, _ Event) { at.stop() },
	Proposed:    (*state).propose,
	Marked:      (*state).mark,
	Agreed:      func(at *state, e Event) { at.agreed[e.Color] = true },
	Disputed:    (*state).dispute,
	MoverChosen: func(at *state, e Event) { at.chosenMover[e.Color] = e.Side },
	Resumed:     (*state).resumeAfterDispute,
	Confirming:  (*state).startConfirmation,
	Confirmed:   (*state).endConfirmation,
	Voided:      func(at *state, e Event) { at.voided[e.Color] = true },
}

// matchReducers apply the events that an undo does not take back.
var matchReducers = map[Kind]func(*Match, Event){
	Opened:    (*Match).open,
	Resigned:  func(*Match, Event) {}, // Ended follows
	Asked:     recordRequest(Undo),
	Granted:   func(*Match, Event) {}, // TookBack follows
	Refused:   func(m *Match, _ Event) { m.asked = board.Empty },
	TookBack:  (*Match).takeBack,
	Suspended: (*Match).suspend,
	Ended:     (*Match).finish,

	AbortedBy:     func(*Match, Event) {}, // Ended follows
	PauseAsked:    recordRequest(Pause),
	Paused:        (*Match).pause,
	ContinueAsked: recordRequest(Continue),
	Continued:     (*Match).endPause,
	Rested:        (*Match).rest,
	TimeAdded:     (*Match).addTime,
	Claimed:       func(m *Match, _ Event) { m.claimed = true }, // Ended follows
	AidAsked:      recordRequest(Aid),
	Aided:         (*Match).aid,
}

// keepsPosition holds the events that do not change the meaning of a command sent before them.
var keepsPosition = map[Kind]bool{
	Resigned: true, Asked: true, Granted: true, Refused: true, Agreed: true, MoverChosen: true, Voided: true,
	Suspended: true, AbortedBy: true, PauseAsked: true, Paused: true, ContinueAsked: true, Continued: true,
	Rested: true, TimeAdded: true, Claimed: true, AidAsked: true, Aided: true,
}

// Undoable reports whether an undo can take back events of this kind. Such an event also ends an
// unanswered request.
func (k Kind) Undoable() bool { return undoableReducers[k] != nil }

// Apply applies the next event. It does not fail for events returned by [Open] and [Match.Decide],
// in order. It ignores events of unknown kind. For any other unsuitable event it may panic or
// corrupt the match. Use [Match.Load] for events from a log.
func (m *Match) Apply(e Event) {
	undoable, ok := undoableReducers[e.Kind]
	reduce, known := matchReducers[e.Kind]
	if !ok && !known {
		return
	}
	m.seq = e.Seq
	if e.Kind != Suspended && e.Kind != Rested {
		m.touched = e.At
	}
	m.noteCommand(e)
	if requests[e.Kind] {
		m.requests[m.OriginalColor(e.Color)]++
	}
	if ok {
		m.applyUndoable(e, undoable)
	} else {
		reduce(m, e)
	}
	if !keepsPosition[e.Kind] && (e.Kind != Bade || m.settings.KomiBy != KomiSecret) {
		m.changed = e.Seq
	}
}

// noteCommand records the event as the last one caused by its command. A command's first event has
// its ID, and all its events have the same time and actor.
func (m *Match) noteCommand(e Event) {
	if e.ID != "" {
		m.latest = latestCommand{commandKey{m.OriginalColor(e.Color), e.ID}, e.At, e.Actor}
	} else if m.latest.actor != e.Actor || !m.latest.at.Equal(e.At) {
		m.latest = latestCommand{}
	}
	if m.latest.key.id == "" {
		return
	}
	if m.handled == nil {
		m.handled = map[commandKey]int{}
	}
	m.handled[m.latest.key] = e.Seq
}

// applyUndoable applies an event that an undo can take back, and updates the
// clock.
func (m *Match) applyUndoable(e Event, reduce func(*state, Event)) {
	who := m.OriginalColor(e.Color)
	move := e.Kind == Played || e.Kind == Passed
	given := e.Kind == Passed && m.state.confirmation == nil && m.state.game.GivesUpTurn(e.Color)
	if given || e.Kind == Resumed || e.Kind == Settled {
		who = board.Empty // follows from another event
	}
	pressed, before := move && !given && m.state.phase == PhasePlay, clock.Remaining{}
	credit := clock.Credit{Lag: e.Credit, Waited: e.Waited}
	if pressed {
		credit = m.clock.Bound(side(e.Color), credit, e.At)
		before = m.clock.Remaining(side(e.Color), e.At.Add(-credit.Total()))
	}
	m.undoable = append(m.undoable, m.undoableEvent(e, who, before))
	m.asked = board.Empty
	m.since = e.At
	m.acted[who] = true
	swapped := m.state.swapped
	reduce(&m.state, e)
	switch {
	case pressed && m.state.phase == PhasePlay:
		m.clock = m.clock.Press(side(e.Color), credit, e.At)
	case m.state.phase != PhasePlay:
		m.clock = m.clock.Stop(e.At)
	default:
		m.clock = m.clock.SwitchTo(side(m.state.toMove), e.At)
	}
	if m.state.swapped != swapped {
		m.restClocks(e.At)
	}
}

func (m *Match) open(e Event) {
	m.settings = *e.Settings
	m.opened, m.since = e.At, e.At
	m.state = newState(&m.settings)
	m.clock = clock.Start(m.settings.Clock, side(m.state.toMove), e.At)
	if m.state.phase != PhasePlay {
		m.clock = m.clock.Stop(e.At)
	}
}

func (m *Match) takeBack(e Event) {
	for i := len(m.undoable) - 1; i >= e.Left; i-- {
		d := &m.undoable[i]
		m.clock = m.clock.RevokeIncrement(side(d.color), d.remaining, e.At)
		m.state = d.restore()
	}
	clear(m.undoable[e.Left:]) // they hold positions
	m.undoable = m.undoable[:e.Left]
	m.asked = board.Empty
	m.since = e.At
	m.undone = e.Seq
	if m.state.phase == PhasePlay {
		m.clock = m.clock.SwitchTo(side(m.state.toMove), e.At)
	} else {
		m.clock = m.clock.Stop(e.At)
	}
	m.restClocks(e.At)
}

func (m *Match) finish(e Event) {
	m.over = true
	m.result, _ = game.ParseResult(e.Result) // written by Result.String
	if e.Reason != "" {
		m.result.By = e.Reason
	}
	m.state.confirmation = nil
	m.state.dead = chains(m.state.game.Board(), m.state.points(e.Points))
	m.asked = board.Empty
	m.clock = m.clock.Stop(e.At)
}
