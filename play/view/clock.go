package view

import (
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/http/wire"
)

// clockOf returns both clocks at a time, or nil in a match without clocks.
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
		c.Running, c.Side = true, letter(m.ToMove())
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
