package view

import (
	"time"

	"rosette/game/board"
	"rosette/play"
)

// A ClockState is what both clocks had left at a time. The clock of Side has run since
// then if Running.
type ClockState struct {
	Black    TimeLeft `json:"b"`
	White    TimeLeft `json:"w"`
	Running  bool     `json:"running"`
	Side     string   `json:"side,omitempty"`     // whose clock runs
	At       int64    `json:"at"`                 // milliseconds since 1970, by the server's clock
	Weekends bool     `json:"weekends,omitempty"` // Saturdays and Sundays in UTC do not count
}

// A TimeLeft is what a clock leaves one player, in milliseconds.
type TimeLeft struct {
	Main    int64 `json:"main"`
	Period  int64 `json:"period,omitempty"`
	Whole   int64 `json:"whole,omitempty"` // length of a new period
	Periods int   `json:"periods,omitempty"`
	Stones  int   `json:"stones,omitempty"`
}

// clockOf returns both clocks as they were at a time, nil in a match without.
func clockOf(m *play.Match, at time.Time) *ClockState {
	control := m.OriginalSettings().Clock
	if !control.Timed() {
		return nil
	}
	c := &ClockState{
		Black: timeLeft(m, board.Black, at), White: timeLeft(m, board.White, at), At: at.UnixMilli(),
		Weekends: control.Weekends,
	}
	if m.Running() {
		c.Running, c.Side = true, letter(m.ToMove())
	}
	return c
}

func timeLeft(m *play.Match, c board.Color, at time.Time) TimeLeft {
	l := m.Clock(c, at)
	return TimeLeft{l.Main.Milliseconds(), l.Period.Milliseconds(), l.Control.Period.Milliseconds(), l.Periods, l.Stones}
}
