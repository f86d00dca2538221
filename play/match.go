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
	settings Settings // as opened
	at       state
	undoable []undoableEvent
	seq      int
	changed  int         // seq of the last event that changed the position
	asked    board.Color // who has asked for an undo
	over     bool
	result   game.Result
	clock    clock.Clock
	handled  map[commandKey]bool
}

// A undoableEvent is an event that an undo can take back.
type undoableEvent struct {
	Event
	seat      board.Color     // the seat, by the settings, whose doing it was; Empty for what followed
	remaining clock.Remaining // of a move that stopped a clock: what its player had left
}

// commandKey names a command: two players may choose the same ID.
type commandKey struct {
	by board.Color // by the settings
	id string
}

// NewMatch returns a match that nobody has opened yet.
func NewMatch() *Match { return &Match{} }

// Settings returns what was agreed, with the colours and the komi as they are
// by now.
func (m *Match) Settings() Settings {
	s := m.settings
	if m.at.swapped {
		s.Black, s.White = s.White, s.Black
		if paysKomiInStones(s.Rules) {
			s.Weaker = m.at.weaker()
		}
	}
	if m.at.game != nil {
		s.Rules = m.at.game.Rules()
	}
	return s
}

// Seat returns who plays that colour now.
func (m *Match) Seat(c board.Color) Seat { return m.settings.Seat(m.OriginalColor(c)) }

// Swapped tells whether the seats of the settings have changed colours.
func (m *Match) Swapped() bool { return m.at.swapped }

// OriginalColor returns the colour that the seat of c had when the match was opened.
func (m *Match) OriginalColor(c board.Color) board.Color {
	if m.at.swapped {
		return c.Opponent()
	}
	return c
}

// Seat returns who plays that colour, and nobody for Empty.
func (s Settings) Seat(c board.Color) Seat {
	return map[board.Color]Seat{board.Black: s.Black, board.White: s.White}[c]
}

// undoesFreely tells whether nobody else has to agree: the opponent is a program, or
// one person holds both seats.
func (s Settings) undoesFreely(c board.Color) bool {
	mine, other := s.Seat(c), s.Seat(c.Opponent())
	return other.Program || mine.Key != "" && mine.Key == other.Key
}

// Game returns the position with its past, nil before the match is opened: in a
// confirmation that of the board on which it is played. It is the match's own:
// look, or play on a clone.
func (m *Match) Game() *game.Game { return m.game() }

func (m *Match) game() *game.Game {
	if m.at.confirmation != nil {
		return m.at.confirmation.game
	}
	return m.at.game
}

// ToMove returns whose turn it is, Empty when it is nobody's or everybody's.
func (m *Match) ToMove() board.Color {
	if m.over {
		return board.Empty
	}
	return m.at.toMove
}

// Seq returns the number of the last event.
func (m *Match) Seq() int { return m.seq }

// Changed returns the number of the last event that changed the position, whose
// turn it is or what is marked.
func (m *Match) Changed() int { return m.changed }

// Over tells whether the match has ended.
func (m *Match) Over() bool { return m.over }

// Result returns how the match ended. It means nothing before.
func (m *Match) Result() game.Result { return m.result }

// Clock returns the time that a player has left.
func (m *Match) Clock(c board.Color, now time.Time) clock.Remaining {
	return m.clock.Remaining(side(c), now)
}

// Disagreed tells whether play goes on after a stop, because the players did not
// agree on what was dead.
func (m *Match) Disagreed() bool { return m.at.disagreed }

// Running tells whether a clock runs.
func (m *Match) Running() bool { return !m.over && m.at.phase == PhasePlay }

// Deadline returns when the player to move runs out of time, if he can.
func (m *Match) Deadline() (time.Time, bool) { return m.clock.Deadline() }

// side is where a colour sits at the clock: Black begins.
func side(c board.Color) clock.Side {
	if c == board.White {
		return clock.Second
	}
	return clock.First
}

// normalizeTime is a time that means the same after it was written and read: no
// monotonic reading, no zone.
func normalizeTime(t time.Time) time.Time { return t.Round(0).UTC() }
