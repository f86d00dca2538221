package gtp

import (
	"time"

	"rosette/game/board"
	"rosette/game/sgf"
)

// A source has what printsgf writes about a game besides the game.
type source struct {
	began  time.Time           // when a new game began; zero without a clock
	record *sgf.Node           // the loaded game's node with its information, or nil
	engine board.ByColor[bool] // colours that the engine has played
}

// newSource returns a new game's source.
func (s *Session) newSource() source {
	if s.Now == nil {
		return source{}
	}
	return source{began: s.Now()}
}

// setHeader sets a record's game information. A loaded record's information has priority.
func (s *Session) setHeader(root *sgf.Node) {
	root.CopyInfo(s.source.record)
	h := sgf.Header{Version: s.Version}
	for _, c := range board.Colors {
		if s.source.engine[c] && root.Player(c) == "" {
			h.Names[c] = sgf.Program
		}
	}
	if !s.source.began.IsZero() {
		h.Played = []time.Time{s.source.began}
	}
	if !root.Has("TM") {
		h.Timed, h.Main, h.Over = s.timeLimit()
	}
	root.SetHeader(h)
}

// timeLimit returns TM and OT for the clock that the controller has set. timed is false without one.
func (s *Session) timeLimit() (timed bool, main time.Duration, over sgf.Overtime) {
	t := s.clockSetting
	switch {
	case t.Increment > 0:
		over = sgf.Overtime{Kind: sgf.Fischer, Time: t.Increment}
	case t.Period > 0 && s.byoYomi:
		over = sgf.Overtime{Kind: sgf.ByoYomi, Count: s.periods, Time: t.Period}
	case t.Period > 0:
		over = sgf.Overtime{Kind: sgf.Canadian, Count: t.Stones, Time: t.Period}
	}
	return t.Clocked, t.Main, over
}
