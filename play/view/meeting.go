package view

import (
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A Stall gives the waiting player, and the earliest time at which that player may claim the match.
type Stall struct {
	By      string `json:"by"`                // the waiting player
	Since   int64  `json:"since"`             // start of the wait, in milliseconds since 1970
	Claim   int64  `json:"claim,omitempty"`   // earliest time for By's claim; absent while a clock runs
	Absence int64  `json:"absence,omitempty"` // permitted disconnection in milliseconds; absent for no limit
}

// A Vacation gives the time until which each player's clock stands still, in milliseconds since
// 1970; 0 if it does not.
type Vacation struct {
	Black int64 `json:"b,omitempty"`
	White int64 `json:"w,omitempty"`
}

// meet fills in the players' options other than moves.
func (s *State) meet(m *play.Match, at time.Time) {
	if kind, by := m.Pending(at); by != board.Empty {
		s.Request = &wire.Question{Kind: string(kind), By: position.Letter(by)}
	}
	_, s.Aided = m.Aided()
	if m.Over() {
		return
	}
	s.Aidable = m.MayAgreeOnAid()
	s.Abortable, s.GivesTime = m.Abortable(), m.MayAddTime()
	if until, ok := m.Paused(at); ok {
		s.Paused = until.UnixMilli()
	}
	if until, ok := m.Starts(); ok {
		s.Starts = until.UnixMilli()
	}
	if stall, ok := m.Stall(); ok {
		s.Stall = &Stall{
			By: position.Letter(stall.By), Since: stall.Since.UnixMilli(), Claim: millis(stall.Claim),
			Absence: stall.Absence.Milliseconds(),
		}
	}
	if v := (Vacation{millis(m.Away(board.Black)), millis(m.Away(board.White))}); v != (Vacation{}) {
		s.Vacation = &v
	}
}

// millis returns a time in milliseconds since 1970, or 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
