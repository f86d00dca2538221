package play

import "rosette/game/board"

// AskedUndo returns who waits for an undo to be granted, or Empty.
func (m *Match) AskedUndo() board.Color { return m.asked }

// decideUndo goes back to before the asker's own last deed. Who plays alone
// here asks nobody.
func (m *Match) decideUndo(cmd Command) ([]Event, error) {
	left, ok := m.before(cmd.By)
	switch {
	case !ok:
		return nil, ErrNothingDone
	case m.asked != board.Empty:
		return nil, ErrAsked
	case m.Settings().alone(cmd.By):
		return []Event{m.takenBack(left)}, nil
	}
	return []Event{{Kind: Asked}}, nil
}

func (m *Match) decideGrant(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	left, ok := m.before(m.asked)
	if !ok {
		return nil, ErrNothingDone
	}
	return []Event{{Kind: Granted}, m.takenBack(left)}, nil
}

func (m *Match) decideRefuse(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	return []Event{{Kind: Refused}}, nil
}

// before returns how many deeds came before the last one of that player. Secret
// bids that have been opened are taken back together: nobody bids again knowing
// the other's.
func (m *Match) before(c board.Color) (left int, ok bool) {
	opened := false
	for i := len(m.deeds) - 1; i >= 0; i-- {
		opened = opened || m.deeds[i].Kind == Settled && m.settings.KomiBy == KomiSecret
		if m.deeds[i].who != m.Origin(c) {
			continue
		}
		if opened {
			return 0, true
		}
		return i, true
	}
	return 0, false
}

// takenBack returns the event after which that many deeds stand.
func (m *Match) takenBack(left int) Event {
	return Event{Kind: TookBack, Left: left, Ply: m.fold(left).game.Ply()}
}

// fold returns how the match stands after its first deeds.
func (m *Match) fold(deeds int) standing {
	at := begin(&m.settings)
	for _, d := range m.deeds[:deeds] {
		facts[d.Kind](&at, d.Event)
	}
	return at
}
