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
	Periods   int           // byo-yomi periods left
	Clocked   bool          // Main, Increment and periods are in force
}

// Lag is the time that a move is assumed to take on its way, beyond thinking.
const Lag = 50 * time.Millisecond

// Share returns how much of the clock one move should take when that many points
// are vacant: an even part of the main time, most of an increment, or the length
// of an overtime period.
func (t Time) Share(vacant int) time.Duration {
	moves := time.Duration(max(10, vacant/2))
	share := t.Main/moves + t.Increment*4/5
	if t.Period > 0 {
		period := t.Period / time.Duration(max(1, t.Stones)) * 4 / 5
		if t.Main <= 0 || share < period/2 {
			share = max(share, min(period, t.Main+period))
		}
	}
	if left := t.Main + t.Period; share > left-Lag {
		share = left*4/5 - Lag
	}
	return max(share, 10*time.Millisecond)
}
