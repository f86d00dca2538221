package play

import (
	"time"

	"rosette/play/clock"
)

// A MoveTime is when a move was made.
type MoveTime struct {
	At   time.Time
	Left clock.Remaining // the player's time then, before the increment or the next period; zero if no clock ran
}

// MoveTimes returns each move's time, in order. Moves that were taken back and moves in a
// confirmation are not part of the game.
func (m *Match) MoveTimes() []MoveTime {
	if !m.Begun() {
		return nil
	}
	times := make([]MoveTime, m.Moves())
	for i := range m.undoable {
		e := &m.undoable[i]
		move := e.kind == Played || e.kind == Passed
		if move && e.before.confirmation == nil && e.ply < len(times) {
			left := e.remaining
			left.Main -= e.added
			times[e.ply] = MoveTime{e.at, left} // a later move may replace a pass that a dispute took back
		}
	}
	return times
}

// Began returns the first move's time, or [Match.Opened] before it.
func (m *Match) Began() time.Time {
	if times := m.MoveTimes(); len(times) > 0 {
		return times[0].At
	}
	return m.opened
}
