package play

import "rosette/game/board"

// AskedUndo returns who waits for an undo to be granted, or Empty.
func (m *Match) AskedUndo() board.Color { return m.asked }

// decideUndo goes back to before the asker's own last deed. Who plays alone
// here asks nobody.
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

// undoPoint returns how many deeds came before the last one of that player. Secret
// bids that have been opened are taken back together: nobody bids again knowing
// the other's.
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

// tookBack returns the event after which that many deeds stand.
func (m *Match) tookBack(left int) Event {
	return Event{Kind: TookBack, Left: left, Ply: m.replayState(left).game.Ply()}
}

// replayState returns how the match stands after its first deeds.
func (m *Match) replayState(deeds int) state {
	at := newState(&m.settings)
	for _, d := range m.undoable[:deeds] {
		undoableReducers[d.Kind](&at, d.Event)
	}
	return at
}
