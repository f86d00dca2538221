package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// A Match is the fold of its events. The zero Match waits for [Opened]. It is
// not safe for concurrent use.
type Match struct {
	settings Settings
	game     *game.Game // nil before Opened
	toMove   board.Color
	seq      int
	changed  int // seq of the last event that changed the position
	over     bool
	result   game.Result
	clock    clock.Clock
	counted  map[sent]bool
}

// sent names a command: two players may choose the same ID.
type sent struct {
	by board.Color
	id string
}

// NewMatch returns a match that nobody has opened yet.
func NewMatch() *Match { return &Match{} }

// Settings returns what was agreed before the first move.
func (m *Match) Settings() Settings { return m.settings }

// Seat returns who plays that colour.
func (m *Match) Seat(c board.Color) Seat { return m.settings.Seat(c) }

// Seat returns who plays that colour, and nobody for Empty.
func (s Settings) Seat(c board.Color) Seat {
	return map[board.Color]Seat{board.Black: s.Black, board.White: s.White}[c]
}

// Game returns the position with its past, nil before the match is opened. It
// is the match's own: look, or play on a clone.
func (m *Match) Game() *game.Game { return m.game }

// ToMove returns whose turn it is, Empty when it is nobody's.
func (m *Match) ToMove() board.Color {
	if m.over {
		return board.Empty
	}
	return m.toMove
}

// Seq returns the number of the last event.
func (m *Match) Seq() int { return m.seq }

// Changed returns the number of the last event that changed the position or
// whose turn it is.
func (m *Match) Changed() int { return m.changed }

// Over tells whether the match has ended.
func (m *Match) Over() bool { return m.over }

// Result returns how the match ended. It means nothing before.
func (m *Match) Result() game.Result { return m.result }

// Clock returns the time that a player has left.
func (m *Match) Clock(c board.Color, now time.Time) clock.Left {
	return m.clock.Left(side(c), now)
}

// Deadline returns when the player to move runs out of time, if he can.
func (m *Match) Deadline() (time.Time, bool) { return m.clock.Deadline() }

// side is where a colour sits at the clock: Black begins.
func side(c board.Color) clock.Side {
	if c == board.White {
		return clock.Second
	}
	return clock.First
}

// plain is a time that means the same after it was written and read: no
// monotonic reading, no zone.
func plain(t time.Time) time.Time { return t.Round(0).UTC() }
