package clock

import "time"

// A Side is one of the two players.
type Side uint8

// The two players: First moves first.
const (
	First Side = iota
	Second
)

// Other returns the other side.
func (s Side) Other() Side { return 1 - s }

// Remaining is a player's time left.
type Remaining struct {
	Main    time.Duration
	Period  time.Duration // left in the current period; a full period during the main time
	Periods int           // byo-yomi: including the current one
	Stones  int           // Canadian: moves to make within the period
	Control Control       // the clock's control
}

// initial returns the time at the start of a game.
func initial(c Control) Remaining {
	return Remaining{Main: c.Main, Period: c.Period, Periods: c.Periods, Stones: c.Stones, Control: c}
}

// Total returns the longest time that the player may use for the next move. It has no meaning
// without a time limit.
func (l Remaining) Total() time.Duration {
	t := l.Main + l.Period
	if l.Periods > 0 {
		t += time.Duration(l.Periods-1) * l.Control.Period
	} else if l.Control.Kind == ByoYomi {
		t = l.Main
	}
	return t
}

// Expired reports whether no time is left.
func (l Remaining) Expired() bool { return l.Control.Timed() && l.Total() <= 0 }

// After returns the time left after thinking for d. A negative d counts as 0.
func (l Remaining) After(d time.Duration) Remaining {
	if !l.Control.Timed() {
		return l
	}
	d = max(0, d)
	main := min(d, l.Main)
	l.Main -= main
	if l.Main > 0 {
		return l
	}
	return l.Control.kind().overtime(l, d-main)
}

// AfterMove returns the time left after a move in time: with the increment, or with a new period.
func (l Remaining) AfterMove() Remaining { return l.Control.kind().afterMove(l) }

// usePeriods takes overtime from byo-yomi periods.
func usePeriods(l Remaining, d time.Duration) Remaining {
	l.Period -= d
	if l.Period <= 0 {
		used := 1 + int(-l.Period/l.Control.Period)
		l.Periods -= used
		l.Period += time.Duration(used) * l.Control.Period
	}
	if l.Periods <= 0 {
		l.Periods, l.Period = 0, 0
	}
	return l
}

// usePeriod takes overtime from the only period.
func usePeriod(l Remaining, d time.Duration) Remaining {
	l.Period = max(0, l.Period-d)
	return l
}

// renewPeriod restores the current period.
func renewPeriod(l Remaining) Remaining {
	l.Period = l.Control.Period
	return l
}

// countStone counts a move in Canadian overtime.
func countStone(l Remaining) Remaining {
	if l.Main > 0 {
		return l
	}
	if l.Stones--; l.Stones == 0 {
		l.Stones, l.Period = l.Control.Stones, l.Control.Period
	}
	return l
}

// addIncrement adds the Fischer increment for a move.
func addIncrement(l Remaining) Remaining {
	main := l.Main + l.Control.Increment
	if l.Control.Cap > 0 {
		main = min(main, max(l.Control.Cap, l.Main)) // the opponent may have added time
	}
	l.Main = main
	return l
}

// A Clock is a game clock. It is a value: every method returns the changed clock. The zero Clock is
// stopped and has no time limit.
type Clock struct {
	remaining [2]Remaining // at since, when the running side's turn began
	quota     [2]time.Duration
	rest      [2]time.Time // a side's clock stands still until then
	running   bool
	side      Side
	since     time.Time
}

// Start returns a clock that runs for a side from now.
func Start(c Control, side Side, now time.Time) Clock {
	quota := lagStart * c.lagGain()
	return Clock{
		remaining: [2]Remaining{initial(c), initial(c)}, quota: [2]time.Duration{quota, quota},
		running: true, side: side, since: now,
	}
}

// Remaining returns a side's time left now.
func (c Clock) Remaining(s Side, now time.Time) Remaining {
	if c.running && c.side == s {
		return c.remaining[s].After(c.elapsed(now))
	}
	return c.remaining[s]
}

// Press records a move by a side. The credit, within [Clock.Bound], does not count as thinking
// time. If the move was in time, the side gets its increment or period. Then the other side's clock
// runs.
func (c Clock) Press(s Side, credit Credit, now time.Time) Clock {
	if c.running && c.side == s {
		credit = c.Bound(s, credit, now)
		c = c.Suspend(credit.Total(), now).chargeLag(s, credit.Lag)
	}
	inTime := c.running && c.side == s && !c.Flagged(now)
	c = c.SwitchTo(s.Other(), now)
	if inTime {
		c.remaining[s] = c.remaining[s].AfterMove()
	}
	return c
}

// SwitchTo makes the clock run for a side without a move, such as after an undo. Time already used
// is not restored.
func (c Clock) SwitchTo(s Side, now time.Time) Clock {
	c = c.Stop(now)
	c.running = true
	c.side = s
	c.since = now
	return c
}

// RevokeIncrement records that a side's move is taken back. Before is the side's time left before
// the move. The increment or period earned by the move is revoked, but time used since then is not
// restored.
func (c Clock) RevokeIncrement(s Side, before Remaining, now time.Time) Clock {
	if !before.Control.Timed() {
		return c
	}
	running, side := c.running, c.side
	c = c.Stop(now)
	c.remaining[s] = before.After(before.Total() - c.remaining[s].Total())
	if running {
		c = c.SwitchTo(side, now)
	}
	return c
}

// Stop stops the clock.
func (c Clock) Stop(now time.Time) Clock {
	if c.running {
		c.remaining[c.side] = c.Remaining(c.side, now)
	}
	c.running = false
	return c
}

// Deadline returns the time at which the running side's time runs out. Ok is false if the clock is
// stopped or has no time limit. The flag falls [Clock.Grace] later, unless the side moves before
// that.
func (c Clock) Deadline() (time.Time, bool) {
	if !c.running || !c.remaining[c.side].Control.Timed() {
		return time.Time{}, false
	}
	left := c.remaining[c.side]
	return left.Control.After(c.counts(), left.Total()), true
}

// Flagged reports whether the running side's time has run out. At the deadline it has.
func (c Clock) Flagged(now time.Time) bool {
	return c.running && c.Remaining(c.side, now).Expired()
}
