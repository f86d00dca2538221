package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// A Match is a match's state, built from its events. The zero Match waits for the Opened event. It
// is not safe for concurrent use.
type Match struct {
	settings Settings // as opened
	state    state
	undoable []undoableEvent
	opened   time.Time
	seq      int
	changed  int         // seq of the last event that changed the position
	asked    board.Color // player with an open request
	request  Kind        // kind of the request: Undo, Pause, Continue or Aid
	aided    bool        // the players have agreed to computer advice
	aidedAt  int         // number of moves at that time
	over     bool
	claimed  bool // a player has claimed the result
	result   game.Result
	clock    clock.Clock
	undone   int                      // seq of the last TookBack event
	resumed  time.Time                // time of the last Suspended event
	touched  time.Time                // time of the last event other than outages and vacations
	since    time.Time                // start of the wait for the players to act, without outages
	paused   time.Time                // end of the last pause
	away     board.ByColor[time.Time] // ends of vacations, by the original colours
	acted    board.ByColor[bool]      // players who have moved, by the original colours
	requests board.ByColor[int]       // requests by each player, by the original colours
	handled  map[commandKey]int       // number of the last event caused by each command
	latest   latestCommand
}

// latestCommand is the command with an ID that caused the last event, if any.
type latestCommand struct {
	key   commandKey
	at    time.Time // time of its events
	actor string
}

// commandKey identifies a command: two players may use the same ID.
type commandKey struct {
	by board.Color // original colour
	id string
}

// NewMatch returns a match that has not been opened yet.
func NewMatch() *Match { return &Match{} }

// Settings returns the settings with the current colours and komi.
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

// OriginalSettings returns the settings from the Opened event.
func (m *Match) OriginalSettings() Settings { return m.settings }

// Seat returns the seat that now plays a colour.
func (m *Match) Seat(c board.Color) Seat { return m.settings.Seat(m.OriginalColor(c)) }

// Swapped reports whether the seats have exchanged colours.
func (m *Match) Swapped() bool { return m.state.swapped }

// OriginalColor returns the colour that c's current player had when the match was opened.
func (m *Match) OriginalColor(c board.Color) board.Color {
	if m.state.swapped {
		return c.Opponent()
	}
	return c
}

// Game returns the position with its history, nil before the match is opened. In a confirmation it
// is the position there. It belongs to the match: clone it before playing on it.
func (m *Match) Game() *game.Game { return m.game() }

func (m *Match) game() *game.Game {
	if m.state.confirmation != nil {
		return m.state.confirmation.game
	}
	return m.state.game
}

// ToMove returns the player to move, or Empty if neither or both may act.
func (m *Match) ToMove() board.Color {
	if m.over {
		return board.Empty
	}
	return m.state.toMove
}

// Seq returns the number of the last event.
func (m *Match) Seq() int { return m.seq }

// Changed returns the number of the last event that changed the position, the player to move or the
// marked stones.
func (m *Match) Changed() int { return m.changed }

// Opened returns the first event's time.
func (m *Match) Opened() time.Time { return m.opened }

// Touched returns the time of the last event, outages and vacations excepted.
func (m *Match) Touched() time.Time { return m.touched }

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.over }

// Result returns the result. It has no meaning before the match is over.
func (m *Match) Result() game.Result { return m.result }

// Counted reports whether the match ended by counting points. A claimed draw does not count as
// such.
func (m *Match) Counted() bool { return m.over && m.result.By == game.ByScore && !m.claimed }

// Disagreed reports whether play was resumed after a stop because the players disagreed about dead
// stones.
func (m *Match) Disagreed() bool { return m.state.disagreed }
