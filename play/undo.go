package play

import "rosette/game/board"

// AskedUndo returns the player who has requested an undo, or Empty.
func (m *Match) AskedUndo() board.Color { return m.asked }

// Undoers returns the players with an event that an undo would take back, the one
// the player who acted last first.
func (m *Match) Undoers() []board.Color {
	if m.over {
		return nil
	}
	var who []board.Color
	for i := len(m.undoable) - 1; i >= 0 && len(who) < 2; i-- {
		c := m.undoable[i].seat
		if c == board.Empty {
			continue
		}
		if c = m.OriginalColor(c); len(who) == 0 || who[0] != c {
			who = append(who, c)
		}
	}
	return who
}

// decideUndo goes back to before the player's own last event, at once if the
// opponent need not agree.
func (m *Match) decideUndo(cmd Command) ([]Event, error) {
	left, ok := m.undoPoint(cmd.By)
	switch {
	case !ok:
		return nil, ErrNothingDone
	case m.asked != board.Empty:
		return nil, ErrAsked
	case m.Settings().undoesFreely(cmd.By):
		return []Event{m.tookBack(left)}, nil
	}
	return []Event{{Kind: Asked}}, nil
}

func (m *Match) decideGrant(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	left, ok := m.undoPoint(m.asked)
	if !ok {
		return nil, ErrNothingDone
	}
	return []Event{{Kind: Granted}, m.tookBack(left)}, nil
}

func (m *Match) decideRefuse(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	return []Event{{Kind: Refused}}, nil
}

// undoPoint returns the number of undoable events before the last one of a player.
// Secret bids that have been opened are taken back together, because a player must
// not bid again knowing the other bid.
func (m *Match) undoPoint(c board.Color) (left int, ok bool) {
	opened := false
	for i := len(m.undoable) - 1; i >= 0; i-- {
		opened = opened || m.undoable[i].Kind == Settled && m.settings.KomiBy == KomiSecret
		if m.undoable[i].seat != m.OriginalColor(c) {
			continue
		}
		if opened {
			return 0, true
		}
		return i, true
	}
	return 0, false
}

// tookBack returns the event after which left undoable events remain.
func (m *Match) tookBack(left int) Event {
	return Event{Kind: TookBack, Left: left, Ply: m.replayState(left).game.Ply()}
}

// replayState returns the state after the first n undoable events.
func (m *Match) replayState(n int) state {
	at := newState(&m.settings)
	for _, d := range m.undoable[:n] {
		undoableReducers[d.Kind](&at, d.Event)
	}
	return at
}
