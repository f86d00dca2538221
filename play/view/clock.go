package view

import (
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// clockOf returns both clocks at a time, or nil in a match without clocks. In a pause, or during a
// vacation of the player to move, At is its end: until then the clock stands still.
func clockOf(m *play.Match, at time.Time) *wire.ClockState {
	control := m.OriginalSettings().Clock
	if !control.Timed() {
		return nil
	}
	c := &wire.ClockState{
		Black: TimeLeft(m.Clock(board.Black, at)), White: TimeLeft(m.Clock(board.White, at)), At: at.UnixMilli(),
		Weekends: control.Weekends,
	}
	if m.Running() {
		c.Running, c.Side = true, position.Letter(m.ToMove())
		for _, until := range []time.Time{m.PausedUntil(), m.Away(m.ToMove())} {
			c.At = max(c.At, millis(until))
		}
	}
	return c
}

// TimeLeft returns a clock's time left for clients.
func TimeLeft(l clock.Remaining) wire.TimeLeft {
	return wire.TimeLeft{
		Main: l.Main.Milliseconds(), Period: l.Period.Milliseconds(), Whole: l.Control.Period.Milliseconds(),
		Periods: l.Periods, Stones: l.Stones,
	}
}
