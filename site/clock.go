package site

import (
	"time"

	"rosette/game/board"
	"rosette/play"
)

// A clockState is what both clocks leave at the moment it is sent.
type clockState struct {
	Black   timeLeft `json:"b"`
	White   timeLeft `json:"w"`
	Running bool     `json:"running"`
}

// A timeLeft is what a clock leaves one player, in milliseconds.
type timeLeft struct {
	Main    int64 `json:"main"`
	Period  int64 `json:"period,omitempty"`
	Whole   int64 `json:"whole,omitempty"` // how long a new period is
	Periods int   `json:"periods,omitempty"`
	Stones  int   `json:"stones,omitempty"`
}

// clockOf returns both clocks, nil in a game without.
func clockOf(m *play.Match, now time.Time) *clockState {
	if !m.Settings().Clock.Timed() {
		return nil
	}
	return &clockState{left(m, board.Black, now), left(m, board.White, now), m.Running()}
}

func left(m *play.Match, c board.Color, now time.Time) timeLeft {
	l := m.Clock(c, now)
	return timeLeft{l.Main.Milliseconds(), l.Period.Milliseconds(), l.Control.Period.Milliseconds(), l.Periods, l.Stones}
}
