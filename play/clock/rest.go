package clock

import "time"

// counts returns from when on the time of the running side counts.
func (c *Clock) counts() time.Time {
	if rest := c.rest[c.side]; rest.After(c.since) {
		return rest
	}
	return c.since
}

// elapsed returns how much time of the running side has counted until now, which may
// be negative.
func (c *Clock) elapsed(now time.Time) time.Duration {
	return c.remaining[c.side].Control.Elapsed(c.counts(), now)
}

// Rest makes the clock of a side stand still from now until a time, as in a pause or a
// vacation. A time that is not after now ends a rest.
func (c Clock) Rest(s Side, until, now time.Time) Clock {
	c = c.settle(s, now)
	c.rest[s] = until
	return c
}

// Add gives a side more main time, so that it has at most [MaxDuration].
func (c Clock) Add(s Side, d time.Duration, now time.Time) Clock {
	if !c.remaining[s].Control.Timed() || d <= 0 {
		return c
	}
	c = c.settle(s, now)
	c.remaining[s] = c.remaining[s].Add(d)
	return c
}

// Add returns more main time, up to [MaxDuration]; without a time limit it changes nothing.
func (r Remaining) Add(d time.Duration) Remaining {
	if r.Control.Timed() {
		r.Main = max(r.Main, min(r.Main+d, MaxDuration))
	}
	return r
}

// settle takes what a side has used so far from its time.
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

// monday is the begin of a week.
func monday() time.Time { return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC) }

// Elapsed returns how much of the time between two times counts, which is below 0 if to
// is before from.
func (c *Control) Elapsed(from, to time.Time) time.Duration {
	if !c.Weekends || to.Before(from) {
		return to.Sub(from)
	}
	return workTime(to) - workTime(from)
}

// After returns the first time at which d has counted since a time.
func (c Control) After(from time.Time, d time.Duration) time.Time {
	if !c.Weekends || d <= 0 {
		return from.Add(d)
	}
	weeks, rest := divide(workTime(from)+d, workWeek)
	if rest == 0 { // the end of Friday, not the begin of Monday
		weeks, rest = weeks-1, workWeek
	}
	return monday().Add(weeks*week + rest)
}

// workTime returns how much time outside weekends lies between a Monday and a time, which
// is at most 292 years away, as far as a Duration reaches.
func workTime(t time.Time) time.Duration {
	weeks, rest := divide(t.Sub(monday()), week)
	return weeks*workWeek + min(rest, workWeek)
}

// divide divides with a rest that is not negative.
func divide(d, by time.Duration) (quotient, rest time.Duration) {
	quotient, rest = d/by, d%by
	if rest < 0 {
		quotient, rest = quotient-1, rest+by
	}
	return quotient, rest
}
