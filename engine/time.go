package engine

import "time"

// Lag is what a move is assumed to cost on its way, beyond thinking.
const Lag = 50 * time.Millisecond

// Share returns how much of a clock one move should take when so many points
// are still vacant: an even part of the main time, most of an increment, or
// the length of an overtime period.
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
