package engine

import "time"

// Time is a player's remaining time and the limits for one move. The zero Time has no limit.
type Time struct {
	Move      time.Duration // fixed time for this move, if positive
	Main      time.Duration // remaining main time
	Increment time.Duration // added after each move
	Period    time.Duration // length of an overtime period, if positive
	Stones    int           // moves required in the period (Canadian); 1 in byo-yomi
	Clocked   bool          // whether Main, Increment and Period apply
}

// Lag is the assumed transmission time of a move, in addition to thinking time.
const Lag = 50 * time.Millisecond

// These constants configure [Time.ForMove].
const (
	minMovesLeft = 10 // minimum number of own moves to plan for, even on a full board
	fillDivisor  = 2  // each player fills about half the vacant points before the game ends

	// At most 4/5 of an increment, a period or the remaining time is used. The rest is a reserve,
	// because a search may end late.
	spendableParts, parts = 4, 5

	// At most 3/4 of a period below shortPeriod is used, because a search on a busy machine may end
	// a few 100 ms late.
	shortPeriod                = 2 * time.Second
	shortSpendable, shortParts = 3, 4

	hardParts, easyParts = 18, 10 // a hard move may take 1.8 times an even share

	// A search needs at least minMoveTime to find a sensible move, and minLookTime for a first look
	// at a position. When little time remains, a move takes at most 1/leastParts, so that time for
	// many moves is left.
	minMoveTime = 10 * time.Millisecond
	minLookTime = time.Millisecond
	leastParts  = 40
)

// ForMove returns the time to spend on one move, given the number of vacant points: an even share
// of the main time and most of the increment, or most of the move's share of an overtime period. It
// is less than the remaining time, unless that is shorter than minLookTime.
func (t Time) ForMove(vacant int) time.Duration {
	moves := time.Duration(max(minMovesLeft, vacant/fillDivisor))
	d := t.Main/moves + mostOf(t.Increment)
	if t.Period > 0 {
		period := t.spendable() / time.Duration(max(1, t.Stones))
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

// Longest returns the time limit for a hard move. The excess over ForMove comes only from the main
// time, because the unused part of a period is lost. A search that stops early on other moves, see
// [SearchParams].StopShare, takes at most ForMove on average.
func (t Time) Longest(vacant int) time.Duration {
	even := t.ForMove(vacant)
	return max(even, min(even*hardParts/easyParts, mostOf(t.Main)-Lag))
}

// HardShare is a StopShare. With it, searches limited by [Time.Longest] take as long on average as
// searches limited by [Time.ForMove] that stop only when no other move can become the most visited
// (docs/results.md).
const HardShare = 0.6

// spendable returns the usable time in the overtime period.
func (t Time) spendable() time.Duration {
	if t.Period < shortPeriod {
		return t.Period * shortSpendable / shortParts
	}
	return mostOf(t.Period)
}

// mostOf returns the part of d that may be used.
func mostOf(d time.Duration) time.Duration { return d * spendableParts / parts }
