package play

import (
	"time"

	"rosette/game"
)

// flagFalls is like Deadline, but only for the flag.
func (m *Match) flagFalls() (deadline time.Time, ok bool) {
	end, ok := m.clock.Deadline()
	if !ok || m.Seat(m.state.toMove).Bot() {
		return time.Time{}, false
	}
	return end.Add(m.clock.Grace(side(m.state.toMove))), true
}

// flagged reports whether the player to move has run out of time when a command arrives. The
// player's own play or pass counts as sent its credit earlier. Other commands may overtake it, so
// for them the flag falls only after the grace, and never for a bot, see [Match.Deadline].
func (m *Match) flagged(cmd Command, now time.Time) bool {
	switch {
	case cmd.Kind == Suspend:
		return false
	case cmd.By == m.state.toMove:
		return m.clock.Flagged(now.Add(-cmd.Credit - cmd.Waited))
	}
	deadline, ok := m.flagFalls()
	return ok && !now.Before(deadline)
}

// endOnTime ends the match on time and refuses the command. The command's ID remains free, because
// a refused command may be sent again.
func (m *Match) endOnTime(cmd Command, now time.Time) ([]Event, error) {
	late := game.Result{Winner: m.state.toMove.Opponent(), By: game.ByTime}
	return m.endLate(cmd, now, Event{Kind: Ended, Result: late.String()})
}

// endLate returns the given end, and the command's refusal.
func (m *Match) endLate(cmd Command, now time.Time, ended Event) ([]Event, error) {
	if cmd.Kind == Flag {
		return m.number(cmd, now, ended), nil
	}
	cmd.ID = ""
	return m.number(cmd, now, ended), ErrTimeUp
}
