package clock

import "time"

// A Speed classifies games by the expected time per move.
type Speed string

// Speeds. Each has its own ratings.
const (
	NoSpeed        Speed = ""               // no time limit
	Blitz          Speed = "blitz"          // under 10 seconds per move
	Live           Speed = "live"           // under an hour per move
	Correspondence Speed = "correspondence" // an hour per move or more
)

// Speeds lists the speeds with a time limit, fastest first.
var Speeds = []Speed{Blitz, Live, Correspondence}

// The shortest expected times per move for the slower speeds, as on OGS.
const (
	liveFrom           = 10 * time.Second
	correspondenceFrom = time.Hour
)

// expectedMoves is a player's expected number of moves per game.
const expectedMoves = 40

// expectedLength returns a player's thinking time in a game with expectedMoves moves if the player
// uses all of it: the main time and, for each move, the increment or period.
func (c Control) expectedLength() time.Duration {
	length := c.Main + expectedMoves*c.Increment
	if c.Stones > 0 {
		return length + expectedMoves*c.Period/time.Duration(c.Stones)
	}
	return length + expectedMoves*c.Period
}

// Move returns a player's average time for each of 40 moves.
func (c Control) Move() time.Duration { return c.expectedLength() / expectedMoves }

// Speed returns the speed of games with the control: [NoSpeed] without a time limit, otherwise the
// speed for the average time per move over 40 moves. For example, 5m and 3m+2s are blitz, 5m+5s and
// 10m+3x30s live.
func (c Control) Speed() Speed {
	move := c.Move()
	switch {
	case !c.Timed():
		return NoSpeed
	case move < liveFrom:
		return Blitz
	case move < correspondenceFrom:
		return Live
	}
	return Correspondence
}

// Live reports whether players at this speed are at the board together.
func (s Speed) Live() bool { return s == Blitz || s == Live }
