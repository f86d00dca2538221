package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// Clock returns the remaining time of a player.
func (m *Match) Clock(c board.Color, now time.Time) clock.Remaining {
	return m.clock.Remaining(side(c), now)
}

// Running reports whether a clock is running.
func (m *Match) Running() bool { return !m.over && m.state.phase == PhasePlay }

// Deadline returns the time from which Flag ends the match: the time for a first move
// is over, or that of a player to end a rated match against a bot, see [Match.Stall], or
// the player to move has had no time left for as long as a move made in time might be
// under way, see [clock.Clock.Grace]. Ok is false if no clock with a time limit runs, and while a
// bot is to move: the server owes its move, so its flag falls only when that comes
// too late.
func (m *Match) Deadline() (deadline time.Time, ok bool) {
	if end, ok := m.owed(); ok {
		return end, true
	}
	start, starting := m.Starts()
	end, ok := m.flagFalls()
	if starting && (!ok || start.Before(end)) {
		return start, true
	}
	return end, ok
}

// flagFalls is Deadline for the flag alone.
func (m *Match) flagFalls() (deadline time.Time, ok bool) {
	end, ok := m.clock.Deadline()
	if !ok || m.Seat(m.state.toMove).Bot() {
		return time.Time{}, false
	}
	return end.Add(m.clock.Grace(side(m.state.toMove))), true
}

// Waits reports whether somebody's time runs: a clock with a time limit does, or the
// time for what two persons, or the players of a rated match, do without one.
func (m *Match) Waits() bool {
	_, _, ok := m.waits()
	return ok
}

// waits returns since when somebody's time runs, and from when on it counts: that is later
// if the player was or is on vacation, or the match paused.
func (m *Match) waits() (since, counts time.Time, ok bool) {
	if counts, ok = m.clock.Counts(); ok {
		since, _ = m.clock.Since()
		return since, counts, true
	}
	if m.over || m.state.game == nil {
		return since, counts, false
	}
	return m.since, m.awaitedFrom(), m.settings.Clock.Timed() && (m.settings.BetweenPeople() || m.settings.Rated)
}

// Missed returns how long the running clock ran during outages, for the For of a
// Suspend command; 0 if no clock with a time limit runs. Outages that had ended by
// the last Suspended event are not counted again.
func (m *Match) Missed(outages []Outage) (missed time.Duration) {
	_, counts, ok := m.waits()
	if !ok {
		return 0
	}
	for _, o := range outages {
		if !o.To.After(m.resumed) {
			continue
		}
		missed += max(0, m.settings.Clock.Elapsed(later(o.From, counts), o.To))
	}
	return missed
}

// boundTimes reduces what the server has measured to what counts: only the events of plays
// and passes keep it, so that the others can be replayed without.
func (m *Match) boundTimes(cmd Command, now time.Time) Command {
	var credit clock.Credit
	if isPlayer(cmd.By) && cmd.By == m.state.toMove && (cmd.Kind == Play || cmd.Kind == Pass) {
		credit.Lag = cmd.Credit
		if m.Seat(cmd.By).Bot() {
			credit.Waited = cmd.Waited
		}
		credit = m.clock.Bound(side(cmd.By), credit, now)
	}
	cmd.Credit, cmd.Waited = credit.Lag, credit.Waited
	cmd.at, cmd.For = now, max(0, cmd.For)
	if !cmd.Until.IsZero() {
		cmd.For = max(0, cmd.Until.Sub(now))
	}
	if cmd.Kind == Suspend {
		cmd.For, cmd.idle = m.boundMissed(cmd)
	}
	return cmd
}

// boundMissed reduces the time of a Suspend command to what has counted, and returns how
// long the clock stood still between the beginning of the turn and the end of that time
// if it is laid at its beginning. Programs that did not know this counted all of the turn.
func (m *Match) boundMissed(cmd Command) (missed, idle time.Duration) {
	since, counts, ok := m.waits()
	switch {
	case !ok:
		return 0, 0
	case cmd.again != nil && cmd.again.Idle == 0:
		return max(0, min(cmd.For, cmd.at.Sub(since))), 0
	}
	control := m.settings.Clock
	missed = max(0, min(cmd.For, control.Elapsed(counts, cmd.at)))
	return missed, control.After(counts, missed).Sub(since) - missed
}

// flagged reports whether the player to move has run out of time when a command
// arrives. The player's own play or pass counts as sent its credit ago. Another command
// may overtake it, so it finds the flag fallen only after the grace; and never that
// of a bot, see [Match.Deadline].
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

// endOnTime returns the end of the match on time and the refusal of the command. Its
// ID is free again, because a command that is refused may be sent again.
func (m *Match) endOnTime(cmd Command, now time.Time) ([]Event, error) {
	late := game.Result{Winner: m.state.toMove.Opponent(), By: game.ByTime}
	return m.endLate(cmd, now, Event{Kind: Ended, Result: late.String()})
}

// endLate returns the end of the match by the time, and the refusal of the command.
func (m *Match) endLate(cmd Command, now time.Time, ended Event) ([]Event, error) {
	if cmd.Kind == Flag {
		return m.number(cmd, now, ended), nil
	}
	cmd.ID = ""
	return m.number(cmd, now, ended), ErrTimeUp
}

func (m *Match) decideSuspend(cmd Command) ([]Event, error) {
	switch {
	case cmd.By != board.Empty:
		return nil, ErrNotSeated
	case cmd.For == 0:
		return nil, ErrNotNow
	}
	return []Event{{Kind: Suspended, For: cmd.For, Idle: cmd.idle}}, nil
}

// suspend lets the running clock go on as if a time had not passed.
func (m *Match) suspend(e Event) {
	passed := e.For + e.Idle
	m.clock, m.resumed = m.clock.Suspend(passed, e.At), e.At
	m.since = m.since.Add(min(passed, max(0, e.At.Sub(m.since))))
}

// side returns the side of the clock of a colour: Black moves first.
func side(c board.Color) clock.Side {
	if c == board.White {
		return clock.Second
	}
	return clock.First
}

// normalizeTime returns a time that stays the same when it is stored and read:
// without monotonic reading, in UTC.
func normalizeTime(t time.Time) time.Time { return t.Round(0).UTC() }
