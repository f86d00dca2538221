package engine

import "time"

// Time is the time that a clock leaves a player, and what one move may take. The
// zero Time has no limit.
type Time struct {
	Move      time.Duration // a fixed time for this move, if over 0
	Main      time.Duration // main time left
	Increment time.Duration // added after each move
	Period    time.Duration // length of an overtime period, if over 0
	Stones    int           // moves to make in the period (Canadian); 1 in byo-yomi
	Clocked   bool          // Main, Increment and Period are in force
}

// Lag is the time that a move is assumed to take on its way, beyond thinking.
const Lag = 50 * time.Millisecond

// The constants of [Time.ForMove].
const (
	minMovesLeft = 10 // a player plans for at least so many more moves, however full the board is
	fillDivisor  = 2  // a player fills about half of the vacant points before the game ends

	// Of an increment, a period or what the clock leaves, 4/5 may be spent; the
	// rest is a reserve, because a search may end late.
	spendableParts, parts = 4, 5

	hardParts, easyParts = 18, 10 // a hard move may take 1.8 times an even part

	// A search needs at least minMoveTime to find a sensible move, and the first look at a
	// position minLookTime. Of a clock that has run low a move takes no more than one in
	// leastParts, so that many moves are left.
	minMoveTime = 10 * time.Millisecond
	minLookTime = time.Millisecond
	leastParts  = 40
)

// ForMove returns the time that one move should take when that many points are
// vacant: an even part of the main time and most of the increment, or most of the
// player's part of an overtime period. It is less than what the clock leaves,
// unless that is shorter than minLookTime.
func (t Time) ForMove(vacant int) time.Duration {
	moves := time.Duration(max(minMovesLeft, vacant/fillDivisor))
	d := t.Main/moves + mostOf(t.Increment)
	if t.Period > 0 {
		period := mostOf(t.Period / time.Duration(max(1, t.Stones)))
		if t.Main <= 0 || d < period/2 {
			d = max(d, min(period, t.Main+period))
		}
	}
	left := t.Main + t.Period
	if d > left-Lag {
		d = mostOf(left) - Lag
	}
	return max(d, min(minMoveTime, left/leastParts), minLookTime)
}

// Longest returns the time that a hard move may take, of the main time alone: a
// period that is not used up is not carried over. A search that stops early on the
// other moves, see [SearchParams].StopShare, takes ForMove on average or less.
func (t Time) Longest(vacant int) time.Duration {
	even := t.ForMove(vacant)
	return max(even, min(even*hardParts/easyParts, mostOf(t.Main)-Lag))
}

// HardShare is the StopShare with which searches of at most [Time.Longest] take as long
// on average as searches of at most [Time.ForMove] that stop when no other move can
// become the most visited (docs/results.md).
const HardShare = 0.6

// mostOf returns the part of d that may be spent.
func mostOf(d time.Duration) time.Duration { return d * spendableParts / parts }
