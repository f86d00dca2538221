package clock

import "time"

// A Credit is time before a move that does not count as thinking.
type Credit struct {
	Lag    time.Duration // network delay between player and server; charged to the lag quota
	Waited time.Duration // a bot's wait for a free processor on the server
}

// Total returns the whole credit.
func (c Credit) Total() time.Duration { return c.Lag + c.Waited }

// The lag quota limits the lag credited to a side. The side has a quota at the start and gains a
// part of it with each move, up to a cap; credited lag is subtracted. So an occasional late move on
// a good connection is excused, but constant lag brings no advantage. The formula and numbers come
// from lichess: the gain is 150 ms and 4 ms for each second in an estimated game of 40 moves, at
// most one second. The start is 3 gains and the cap is 7.
//
// The quota is part of the clock, which is a fold over events. Another formula needs another
// version of the events.
const (
	lagGainLeast   = 150 * time.Millisecond
	lagGainMost    = time.Second
	lagGainDivisor = 250 // of the length of a game
	lagStart       = 3   // gains
	lagCap         = 7   // gains
	lagGraceMost   = 2 * time.Second
)

// lagGain returns the increase of the lag quota per move, 0 without a time limit.
func (c Control) lagGain() time.Duration {
	if !c.Timed() {
		return 0
	}
	return min(lagGainMost, (lagGainLeast + c.expectedLength()/lagGainDivisor).Truncate(time.Millisecond))
}

// chargeLag subtracts a lag from a side's quota and adds a move's gain.
func (c Clock) chargeLag(s Side, lag time.Duration) Clock {
	gain := c.remaining[s].Control.lagGain()
	c.quota[s] = min(lagCap*gain, c.quota[s]-lag+gain)
	return c
}

// LagQuota returns the lag that can be credited to a side for its next move.
func (c Clock) LagQuota(s Side) time.Duration { return c.quota[s] }

// Grace returns the time from a side's deadline until its flag falls by itself. A move made in time
// may still be in transit for that long: the side's lag quota, but at most 2 seconds.
func (c Clock) Grace(s Side) time.Duration { return min(c.quota[s], lagGraceMost) }

// Bound returns the part of a credit that a side can get for a move now: the wait, up to the time
// since its turn began, and the lag, up to the rest of that time and the lag quota. It is zero if
// the side's clock is not running.
func (c Clock) Bound(s Side, credit Credit, now time.Time) Credit {
	if !c.running || c.side != s || !c.remaining[s].Control.Timed() {
		return Credit{}
	}
	elapsed := max(0, c.elapsed(now))
	waited := min(max(0, credit.Waited), elapsed)
	return Credit{Lag: min(max(0, credit.Lag), c.quota[s], elapsed-waited), Waited: waited}
}

// Since returns the time at which the running side's turn began. Ok is false if the clock is
// stopped or has no time limit.
func (c Clock) Since() (since time.Time, ok bool) {
	if !c.running || !c.remaining[c.side].Control.Timed() {
		return time.Time{}, false
	}
	return c.since, true
}

// Counts returns when the running side's time starts to count: when its turn began, or when its
// rest ends, which may be in the future. Ok is as for [Clock.Since].
func (c Clock) Counts() (from time.Time, ok bool) {
	_, ok = c.Since()
	return c.counts(), ok
}

// Suspend moves the start of the running side's turn by d, but not beyond now, so that the time
// counts for neither side.
func (c Clock) Suspend(d time.Duration, now time.Time) Clock {
	if c.running {
		c.since = c.since.Add(min(max(0, d), max(0, now.Sub(c.since))))
	}
	return c
}
