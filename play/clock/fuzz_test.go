package clock

import (
	"testing"
	"time"
)

// step is an action on a fuzzed clock.
type step struct {
	action byte
	d      time.Duration // for a suspension or credit
	now    time.Time
}

// gains returns the most time that a step may add to a side: a move's increment or period, or the
// suspended time.
func (s step) gains(c Control) time.Duration {
	switch s.action {
	case 0, 1:
		return c.Increment + c.Period + max(0, s.d)
	case 3, 6:
		return max(0, s.d)
	}
	return 0
}

func (s step) apply(c Clock) Clock {
	switch s.action {
	case 0, 1:
		return c.Press(Side(s.action), Credit{Lag: s.d / 2, Waited: s.d / 2}, s.now)
	case 2:
		return c.Stop(s.now)
	case 3:
		return c.Suspend(s.d, s.now)
	case 4:
		return c.SwitchTo(First, s.now)
	case 6:
		return c.Add(First, s.d, s.now)
	case 7:
		return c.Rest(Side(s.d&1), s.now.Add(s.d), s.now)
	}
	return c.RevokeIncrement(Second, c.Remaining(Second, s.now), s.now)
}

// invalid returns the reason why a remaining time is impossible, or "".
func (l Remaining) invalid() string {
	switch {
	case l.Main < 0 || l.Period < 0 || l.Periods < 0 || l.Stones < 0:
		return "negative"
	case l.Period > l.Control.Period || l.Periods > l.Control.Periods || l.Stones > l.Control.Stones:
		return "more than a period"
	case l.Main > max(MaxDuration, 2*l.Control.Main) && l.Control.Increment == 0:
		return "more than any main time"
	}
	return ""
}

const century = 100 * 365 * 24 * time.Hour

func FuzzClock(f *testing.F) {
	for _, text := range []string{"none", "10m", "10m+5s", "10m+5s^20m", "10m+3x30s", "10m+25/5m", "0s+1x1ms", "1000h+1000h", "30s/move", "3d/move-weekends"} {
		f.Add(text, []byte{0, 40, 1, 1, 41, 2, 3, 38, 50, 0, 99, 40, 5, 20, 0, 2, 1, 1, 4, 60, 3})
	}
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		control, err := ParseControl(text)
		if err != nil {
			return
		}
		now := noon
		c := Start(control, First, now)
		for ; len(script) >= 3; script = script[3:] {
			pass := time.Duration(1) << (script[1] % 60)
			if script[1] >= 240 {
				pass = -pass // the wall clock stepped back
			}
			if next := now.Add(pass % century); next.Sub(noon).Abs() < 2*century {
				now = next
			}
			s := step{script[0] % 8, time.Duration(int8(script[2])) << (script[1] % 50), now}
			before := [2]Remaining{c.Remaining(First, now), c.Remaining(Second, now)}
			c = s.apply(c)
			for _, side := range []Side{First, Second} {
				left := c.Remaining(side, now)
				if why := left.invalid(); why != "" {
					t.Fatalf("%s: step %+v: %s: %+v", control, s, why, left)
				}
				if control.Timed() && left.Total() > before[side].Total()+s.gains(control) {
					t.Fatalf("%s: step %+v: from %+v to %+v", control, s, before[side], left)
				}
			}
			if quota := c.LagQuota(First); quota < 0 || quota > lagCap*lagGainMost {
				t.Fatalf("%s: step %+v: a quota of %v", control, s, quota)
			}
			if at, ok := c.Deadline(); ok && !c.Flagged(now) && (!c.Flagged(at) || c.Flagged(at.Add(-1))) {
				t.Fatalf("%s: step %+v: the deadline %v is not when time runs out", control, s, at)
			}
		}
	})
}
