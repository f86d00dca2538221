package clock

import "time"

// A Speed says how fast a game is, by the time that a move is expected to take.
type Speed string

// The speeds. Each has ratings of its own.
const (
	NoSpeed        Speed = ""               // without a time limit
	Blitz          Speed = "blitz"          // under 10 seconds a move
	Live           Speed = "live"           // under an hour a move
	Correspondence Speed = "correspondence" // an hour a move or more
)

// Speeds are the speeds of games with a time limit, the fastest first.
var Speeds = []Speed{Blitz, Live, Correspondence}

// The times of an expected move at which the next speed begins, as at OGS.
const (
	liveFrom           = 10 * time.Second
	correspondenceFrom = time.Hour
)

// expectedMoves is how many moves a player is expected to make in a game.
const expectedMoves = 40

// expectedLength returns how long a player thinks in a game of the expected length who
// uses all the time that the control gives: the main time and, for each move, the
// increment or period.
func (c Control) expectedLength() time.Duration {
	length := c.Main + expectedMoves*c.Increment
	if c.Stones > 0 {
		return length + expectedMoves*c.Period/time.Duration(c.Stones)
	}
	return length + expectedMoves*c.Period
}

// Move returns the time that each of 40 moves of a player may take on average.
func (c Control) Move() time.Duration { return c.expectedLength() / expectedMoves }

// Speed returns the speed of games with the control: [NoSpeed] without a time limit,
// else that of the time which each of 40 moves of a player may take. So 5m and 3m+2s
// are blitz, 5m+5s and 10m+3x30s live.
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

// Live reports whether the players of a game with this speed sit at the board
// together.
func (s Speed) Live() bool { return s == Blitz || s == Live }
