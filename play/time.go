package play

import (
	"time"

	"rosette/game/board"
	"rosette/play/clock"
)

// Clock returns a player's remaining time.
func (m *Match) Clock(c board.Color, now time.Time) clock.Remaining {
	return m.clock.Remaining(side(c), now)
}

// Running reports whether a clock is running.
func (m *Match) Running() bool { return !m.over && m.state.phase == PhasePlay }

// Deadline returns the earliest time at which Flag ends the match. It is the deadline for a first
// move, the deadline for ending a rated match against a bot, see [Match.Stall], or the time when
// the flag of the player to move falls, including [clock.Clock.Grace]. Ok is false if no clock with
// a time limit runs, and while a bot is to move: the server is responsible for its move, so its
// flag falls only when that arrives too late.
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

// Waits reports whether time is running: on a clock with a time limit, or towards a claim between
// two people or in a rated match.
func (m *Match) Waits() bool {
	_, _, ok := m.waits()
	return ok
}

// waits returns when the running time began and when it starts to count, which is later after a
// vacation or pause.
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

// Missed returns the running clock's time during outages, for the For of a Suspend command; 0 if no
// clock with a time limit runs. Outages that ended before the last Suspended event are not counted
// again.
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

// boundTimes limits the times measured by the server to the part that counts. Only plays and passes
// record them, so that other events can be replayed without them.
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

// boundMissed limits the time in a Suspend command to the time that has counted. It also returns
// how long the clock stood still, from the beginning of the turn, if the suspended time is placed
// there. Earlier programs counted the whole turn.
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

func (m *Match) decideSuspend(cmd Command) ([]Event, error) {
	switch {
	case cmd.By != board.Empty:
		return nil, ErrNotSeated
	case cmd.For == 0:
		return nil, ErrNotNow
	}
	return []Event{{Kind: Suspended, For: cmd.For, Idle: cmd.idle}}, nil
}

// suspend moves the running clock as if the time had not passed.
func (m *Match) suspend(e Event) {
	passed := e.For + e.Idle
	m.clock, m.resumed = m.clock.Suspend(passed, e.At), e.At
	m.since = m.since.Add(min(passed, max(0, e.At.Sub(m.since))))
}

// side returns a colour's side of the clock: Black moves first.
func side(c board.Color) clock.Side {
	if c == board.White {
		return clock.Second
	}
	return clock.First
}

// normalizeTime returns a time that survives storing and reading: without monotonic reading, in
// UTC.
func normalizeTime(t time.Time) time.Time { return t.Round(0).UTC() }
