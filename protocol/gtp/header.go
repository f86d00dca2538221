package gtp

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A source has what printsgf writes about a game besides the game.
type source struct {
	began  time.Time           // when a new game began; zero without a clock
	record *sgf.Node           // the loaded game's node with its information, or nil
	engine board.ByColor[bool] // colours that the engine has played

	end  int // number of moves of a record loaded to its end; 0 otherwise
	hash board.Hash
}

// result returns the result in the loaded record, raw, if g is the game that it is the result of.
func (s source) result(g *game.Game) string {
	if s.record == nil || s.end == 0 || g.Ply() != s.end || g.Board().Hash() != s.hash {
		return ""
	}
	return s.record.Info("RE")
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
	h := sgf.Header{}
	if s.Name == "" { // the version belongs to the name
		h.Version = s.Version
	}
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
	c := s.clock
	switch {
	case c.Increment > 0:
		over = sgf.Overtime{Kind: sgf.Fischer, Time: c.Increment, Cap: max(0, c.mainLimit)}
	case c.Period > 0 && c.countsPeriods:
		over = sgf.Overtime{Kind: sgf.ByoYomi, Count: c.periods, Time: c.Period}
	case c.Period > 0:
		over = sgf.Overtime{Kind: sgf.Canadian, Count: c.Stones, Time: c.Period}
	}
	return c.Clocked, c.Main, over
}
