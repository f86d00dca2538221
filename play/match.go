package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// A Match is the state of a match, built from its events. The zero Match waits for
// the Opened event. It is not safe for concurrent use.
type Match struct {
	settings Settings // as opened
	state    state
	undoable []undoableEvent
	seq      int
	changed  int         // seq of the last event that changed the position
	asked    board.Color // the player who has requested something
	request  Kind        // what that is: Undo, Pause, Continue or Aid
	aided    bool        // the players have agreed that the computer may advise them
	aidedAt  int         // after so many moves
	over     bool
	claimed  bool // a player has claimed the result
	result   game.Result
	clock    clock.Clock
	undone   int                      // seq of the last TookBack event
	resumed  time.Time                // of the last Suspended event
	touched  time.Time                // of the last event that is no outage and no vacation
	since    time.Time                // the players who must act have been awaited, outages aside
	paused   time.Time                // the end of the last pause
	away     board.ByColor[time.Time] // the ends of vacations, by the settings
	acted    board.ByColor[bool]      // the players who have moved, by the settings
	requests board.ByColor[int]       // how many each player has made, by the settings
	handled  map[commandKey]int       // the number of the last event that each command has caused
	latest   latestCommand
}

// latestCommand is the command with an ID that has caused the last event, if there is one.
type latestCommand struct {
	key   commandKey
	at    time.Time // of its events
	actor string
}

// commandKey identifies a command: two players may use the same ID.
type commandKey struct {
	by board.Color // by the settings
	id string
}

// NewMatch returns a match that has not been opened yet.
func NewMatch() *Match { return &Match{} }

// Settings returns the settings with the present colours and komi.
func (m *Match) Settings() Settings {
	s := m.settings
	if m.state.swapped {
		s.Black, s.White = s.White, s.Black
		if s.Rules.PaysKomiInStones() {
			s.Weaker = m.state.weaker()
		}
	}
	if m.state.game != nil {
		s.Rules = m.state.game.Rules()
	}
	return s
}

// OriginalSettings returns the settings as they were when the match was opened.
func (m *Match) OriginalSettings() Settings { return m.settings }

// Seat returns the seat that plays a colour now.
func (m *Match) Seat(c board.Color) Seat { return m.settings.Seat(m.OriginalColor(c)) }

// Swapped reports whether the seats of the settings have exchanged colours.
func (m *Match) Swapped() bool { return m.state.swapped }

// OriginalColor returns the colour that the present player of c had when the match
// was opened.
func (m *Match) OriginalColor(c board.Color) board.Color {
	if m.state.swapped {
		return c.Opponent()
	}
	return c
}

// Game returns the position with its history, nil before the match is opened; in a
// confirmation, that of the confirmation's board. It belongs to the match: clone
// it before playing on it.
func (m *Match) Game() *game.Game { return m.game() }

func (m *Match) game() *game.Game {
	if m.state.confirmation != nil {
		return m.state.confirmation.game
	}
	return m.state.game
}

// ToMove returns the player to move, Empty if it is no player's turn or that of
// both.
func (m *Match) ToMove() board.Color {
	if m.over {
		return board.Empty
	}
	return m.state.toMove
}

// Seq returns the number of the last event.
func (m *Match) Seq() int { return m.seq }

// Changed returns the number of the last event that changed the position, the
// player to move or the marked stones.
func (m *Match) Changed() int { return m.changed }

// Touched returns when something happened in the match last, outages and vacations
// aside.
func (m *Match) Touched() time.Time { return m.touched }

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.over }

// Result returns the result, which has no meaning before the match is over.
func (m *Match) Result() game.Result { return m.result }

// Counted reports whether the match has ended by the count of points. A draw may also be
// claimed, whatever the count is.
func (m *Match) Counted() bool { return m.over && m.result.By == game.ByScore && !m.claimed }

// Disagreed reports whether play was resumed after a stop, because the players
// disagreed about dead stones.
func (m *Match) Disagreed() bool { return m.state.disagreed }
