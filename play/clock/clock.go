package clock

import "time"

// A Side is one of the two players: the one who begins, or the other.
type Side uint8

// The two sides of a clock.
const (
	First Side = iota
	Second
)

// Other returns the other side.
func (s Side) Other() Side { return 1 - s }

// Remaining is the time that a player still has, counted from now.
type Remaining struct {
	Main    time.Duration
	Period  time.Duration // left of the current period; a whole one while main time lasts
	Periods int           // of byo-yomi, the current one included
	Stones  int           // of Canadian: moves to make before the period is over
	Control Control       // what the rest follows from: increment, length of a period
}

// initial is what a player begins with.
func initial(c Control) Remaining {
	return Remaining{Main: c.Main, Period: c.Period, Periods: c.Periods, Stones: c.Stones, Control: c}
}

// Total returns how long the player may think without a move before time runs
// out. It means nothing without a clock.
func (l Remaining) Total() time.Duration {
	t := l.Main + l.Period
	if l.Periods > 0 {
		t += time.Duration(l.Periods-1) * l.Control.Period
	} else if l.Control.Kind == ByoYomi {
		t = l.Main
	}
	return t
}

// Expired tells whether no time is left.
func (l Remaining) Expired() bool { return l.Control.Timed() && l.Total() <= 0 }

// After returns what is left when the player has thought for d more.
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

// renewPeriod gives a byo-yomi period back whole.
func renewPeriod(l Remaining) Remaining {
	l.Period = l.Control.Period
	return l
}

// countStone counts a stone of Canadian overtime.
func countStone(l Remaining) Remaining {
	if l.Main > 0 {
		return l
	}
	if l.Stones--; l.Stones == 0 {
		l.Stones, l.Period = l.Control.Stones, l.Control.Period
	}
	return l
}

// addIncrement adds what Fischer gives for a move.
func addIncrement(l Remaining) Remaining {
	l.Main += l.Control.Increment
	if l.Control.Cap > 0 {
		l.Main = min(l.Main, l.Control.Cap)
	}
	return l
}

// A Clock is the time of both sides. It is a value: every method returns what
// has become of it. The zero Clock stands still and has no time control.
type Clock struct {
	remaining [2]Remaining // when the running side began to think
	running   bool
	side      Side
	since     time.Time
}

// Start returns a clock on which that side thinks from now on.
func Start(c Control, side Side, now time.Time) Clock {
	return Clock{remaining: [2]Remaining{initial(c), initial(c)}, running: true, side: side, since: now}
}

// Remaining returns what a side has left now.
func (c Clock) Remaining(s Side, now time.Time) Remaining {
	if c.running && c.side == s {
		return c.remaining[s].After(now.Sub(c.since))
	}
	return c.remaining[s]
}

// Press says that a side has made its move; the other thinks from now on.
func (c Clock) Press(s Side, now time.Time) Clock {
	inTime := c.running && c.side == s && !c.Flagged(now)
	c = c.SwitchTo(s.Other(), now)
	if inTime {
		c.remaining[s] = c.remaining[s].Control.kind().afterMove(c.remaining[s])
	}
	return c
}

// SwitchTo says whose turn it is from now on when nobody has moved, as after an
// undo. What was thought so far is not given back.
func (c Clock) SwitchTo(s Side, now time.Time) Clock {
	c = c.Stop(now)
	c.running, c.side, c.since = true, s, now
	return c
}

// RevokeIncrement says that a move of that side has been taken back, before which it had
// that much: what the move earned goes with it, what was thought since does
// not come back.
func (c Clock) RevokeIncrement(s Side, had Remaining, now time.Time) Clock {
	if !had.Control.Timed() {
		return c
	}
	running, side := c.running, c.side
	c = c.Stop(now)
	c.remaining[s] = had.After(had.Total() - c.remaining[s].Total())
	if running {
		c = c.SwitchTo(side, now)
	}
	return c
}

// Stop says that nobody thinks any more.
func (c Clock) Stop(now time.Time) Clock {
	if c.running {
		c.remaining[c.side] = c.Remaining(c.side, now)
	}
	c.running = false
	return c
}

// Deadline returns when the time of the running side runs out, if it does.
func (c Clock) Deadline() (time.Time, bool) {
	if !c.running || !c.remaining[c.side].Control.Timed() {
		return time.Time{}, false
	}
	return c.since.Add(c.remaining[c.side].Total()), true
}

// Flagged tells whether the running side has run out of time: at its deadline
// it has.
func (c Clock) Flagged(now time.Time) bool {
	return c.running && c.Remaining(c.side, now).Expired()
}
