package clock

import "time"

// A Credit is the part of the time before a move that does not count as thinking.
type Credit struct {
	Lag    time.Duration // on the way between player and server; charged to the lag quota
	Waited time.Duration // of a bot, until the server had a processor free for it
}

// Total returns the whole credit.
func (c Credit) Total() time.Duration { return c.Lag + c.Waited }

// The lag quota of a side bounds the lag that is credited to it: it has a quota at
// the start, gains a part of it with each move, up to a cap, and every lag credited is
// taken from it. So each move of a good connection may be late now and then, and
// nobody gains time by being late always. The shape and the numbers are those of
// lichess: the gain is 150 ms and 4 ms for each second of an estimated game of 40
// moves, at most a second; the start is 3 gains and the cap is 7.
//
// The quota is a part of the clock that events are folded into. Another formula
// needs another version of the events.
const (
	lagGainLeast   = 150 * time.Millisecond
	lagGainMost    = time.Second
	lagGainDivisor = 250 // of the length of a game
	lagStart       = 3   // gains
	lagCap         = 7   // gains
	lagGraceMost   = 2 * time.Second
)

// lagGain returns what each move adds to the lag quota, 0 without a time limit.
func (c Control) lagGain() time.Duration {
	if !c.Timed() {
		return 0
	}
	return min(lagGainMost, (lagGainLeast + c.expectedLength()/lagGainDivisor).Truncate(time.Millisecond))
}

// chargeLag takes a lag from the quota of a side and adds the gain of a move.
func (c Clock) chargeLag(s Side, lag time.Duration) Clock {
	gain := c.remaining[s].Control.lagGain()
	c.quota[s] = min(lagCap*gain, c.quota[s]-lag+gain)
	return c
}

// LagQuota returns how much lag can be credited to a side at its next move.
func (c Clock) LagQuota(s Side) time.Duration { return c.quota[s] }

// Grace returns how long after the deadline of a side its flag falls by itself: as
// long as a move made in time might still be under way, which is its lag quota or 2
// seconds, whichever is less.
func (c Clock) Grace(s Side) time.Duration { return min(c.quota[s], lagGraceMost) }

// Bound returns the part of a credit that a side can get for a move now: the wait up
// to the time since it began to think, and the lag up to the rest of that time and to
// the lag quota. It is zero if the clock of the side does not run.
func (c Clock) Bound(s Side, credit Credit, now time.Time) Credit {
	if !c.running || c.side != s || !c.remaining[s].Control.Timed() {
		return Credit{}
	}
	elapsed := max(0, c.elapsed(now))
	waited := min(max(0, credit.Waited), elapsed)
	return Credit{Lag: min(max(0, credit.Lag), c.quota[s], elapsed-waited), Waited: waited}
}

// Since returns the time at which the running side began to think; ok is false if
// the clock is stopped or has no time limit.
func (c Clock) Since() (since time.Time, ok bool) {
	if !c.running || !c.remaining[c.side].Control.Timed() {
		return time.Time{}, false
	}
	return c.since, true
}

// Counts returns from when on the time of the running side counts: since it began to
// think, or from the end of its rest, which may be to come; ok is false as with
// [Clock.Since].
func (c Clock) Counts() (from time.Time, ok bool) {
	_, ok = c.Since()
	return c.counts(), ok
}

// Suspend makes the running side as if it had begun to think later by d, but not
// after now: that time counts for nobody.
func (c Clock) Suspend(d time.Duration, now time.Time) Clock {
	if c.running {
		c.since = c.since.Add(min(max(0, d), max(0, now.Sub(c.since))))
	}
	return c
}
