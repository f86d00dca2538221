package clock

import "time"

// counts returns when the running side's time starts to count.
func (c *Clock) counts() time.Time {
	if rest := c.rest[c.side]; rest.After(c.since) {
		return rest
	}
	return c.since
}

// elapsed returns the running side's counted time until now, which may be negative.
func (c *Clock) elapsed(now time.Time) time.Duration {
	return c.remaining[c.side].Control.Elapsed(c.counts(), now)
}

// Rest stops a side's clock from now until a time, for a pause or a vacation. A time that is not
// after now ends a rest.
func (c Clock) Rest(s Side, until, now time.Time) Clock {
	c = c.settle(s, now)
	c.rest[s] = until
	return c
}

// Add adds main time to a side, up to [MaxDuration].
func (c Clock) Add(s Side, d time.Duration, now time.Time) Clock {
	if !c.remaining[s].Control.Timed() || d <= 0 {
		return c
	}
	c = c.settle(s, now)
	c.remaining[s] = c.remaining[s].Add(d)
	return c
}

// Add returns r with more main time, up to [MaxDuration]. Without a time limit it returns r.
func (r Remaining) Add(d time.Duration) Remaining {
	if r.Control.Timed() {
		r.Main = max(r.Main, min(r.Main+d, MaxDuration))
	}
	return r
}

// settle subtracts the time that a side has used so far.
func (c Clock) settle(s Side, now time.Time) Clock {
	if c.running && c.side == s && now.After(c.since) {
		c.remaining[s], c.since = c.Remaining(s, now), now
	}
	return c
}

const (
	week     = 7 * day
	workWeek = 5 * day // from Monday
)

// monday returns the beginning of a week.
func monday() time.Time { return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC) }

// Elapsed returns the counted time between two times. It is negative if to is before from.
func (c *Control) Elapsed(from, to time.Time) time.Duration {
	if !c.Weekends || to.Before(from) {
		return to.Sub(from)
	}
	return workTime(to) - workTime(from)
}

// After returns the first time at which d has counted since from.
func (c Control) After(from time.Time, d time.Duration) time.Time {
	if !c.Weekends || d <= 0 {
		return from.Add(d)
	}
	weeks, rest := divide(workTime(from)+d, workWeek)
	if rest == 0 { // the end of Friday, not the beginning of Monday
		weeks, rest = weeks-1, workWeek
	}
	return monday().Add(weeks*week + rest)
}

// workTime returns the time outside weekends between a fixed Monday and t, which must be within a
// Duration, 292 years, of it.
func workTime(t time.Time) time.Duration {
	weeks, rest := divide(t.Sub(monday()), week)
	return weeks*workWeek + min(rest, workWeek)
}

// divide divides with a nonnegative remainder.
func divide(d, by time.Duration) (quotient, rest time.Duration) {
	quotient, rest = d/by, d%by
	if rest < 0 {
		quotient, rest = quotient-1, rest+by
	}
	return quotient, rest
}
