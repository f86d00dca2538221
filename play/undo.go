package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// AskedUndo returns the player who requested an undo, or Empty.
func (m *Match) AskedUndo() board.Color {
	if m.request != Undo {
		return board.Empty
	}
	return m.asked
}

// Undoers returns the players with an event that an undo can take back, starting with the one who
// acted last.
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
		if c = m.OriginalColor(c); m.undoes(c) && (len(who) == 0 || who[0] != c) {
			who = append(who, c)
		}
	}
	return who
}

// undoes reports whether a player may undo at all. In a rated match against a bot this is
// impossible, because no opponent can agree.
func (m *Match) undoes(c board.Color) bool { return !m.settings.Rated || !m.Seat(c.Opponent()).Bot() }

// Undone returns the number of the last TookBack event, or 0.
func (m *Match) Undone() int { return m.undone }

// decideUndo requests to go back to the position before the player's last event, or does so at once
// if the opponent need not agree.
func (m *Match) decideUndo(cmd Command) ([]Event, error) {
	left, ok := m.undoPoint(cmd.By)
	_, asked := m.Pending(cmd.at)
	switch {
	case !ok:
		return nil, ErrNothingDone
	case !m.undoes(cmd.By):
		return nil, ErrRated
	case asked != board.Empty:
		return nil, ErrAsked
	case m.Settings().undoesFreely(cmd.By):
		return []Event{m.tookBack(left)}, nil
	}
	return []Event{{Kind: Asked}}, nil
}

// grantUndo grants the undo that was requested.
func (m *Match) grantUndo() ([]Event, error) {
	left, ok := m.undoPoint(m.asked)
	if !ok {
		return nil, ErrNothingDone
	}
	return []Event{{Kind: Granted}, m.tookBack(left)}, nil
}

// undoPoint returns the number of undoable events before a player's last one. Secret bids that have
// been opened are taken back together, because a player must not bid again knowing the other bid.
func (m *Match) undoPoint(c board.Color) (left int, ok bool) {
	opened := false
	for i := len(m.undoable) - 1; i >= 0; i-- {
		opened = opened || m.undoable[i].kind == Settled && m.settings.KomiBy == KomiSecret
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

// tookBack returns the event that leaves left undoable events. There must be more.
func (m *Match) tookBack(left int) Event {
	return Event{Kind: TookBack, Left: left, Ply: m.undoable[left].ply}
}

// undoableEvent is an event that an undo can take back, with the data for that.
type undoableEvent struct {
	kind      Kind
	at        time.Time
	color     board.Color
	seat      board.Color     // player, by the original colours; Empty if it followed from another event
	remaining clock.Remaining // for a move that stopped a clock: the player's time before it, with time added since
	added     time.Duration   // in remaining, since the move

	before          state
	ply             int       // in before.game
	passesFrom      int       // in before.game
	last            game.Move // in before.game, if ply is above 0
	confirmationPly int       // in before.confirmation.game
}

// undoableEvent returns e with the current state as the state before it.
func (m *Match) undoableEvent(e Event, seat board.Color, remaining clock.Remaining) undoableEvent {
	d := undoableEvent{
		kind: e.Kind, at: e.At, color: e.Color, seat: seat, remaining: remaining, before: m.state,
		ply: m.state.game.Ply(), passesFrom: m.state.game.PassesFrom(),
	}
	d.last, _ = m.state.game.Last()
	if t := m.state.confirmation; t != nil {
		d.confirmationPly = t.game.Ply()
	}
	return d
}

// restore returns the state before the event. It must be called in the state right after the event.
// Reducers replace the data that a state points to, so a copy of the state is enough except for the
// games: it undoes their moves, and repeats a pass that a dispute took back.
func (d *undoableEvent) restore() state {
	g := d.before.game
	for g.Ply() > d.ply {
		g.Undo()
	}
	if g.Ply() < d.ply {
		g.Make(d.last.Point, d.last.Color)
	}
	g.CountPassesFrom(d.passesFrom)
	if t := d.before.confirmation; t != nil {
		for t.game.Ply() > d.confirmationPly {
			t.game.Undo()
		}
	}
	return d.before
}
