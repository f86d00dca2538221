package clock

import (
	"testing"
	"time"
)

func TestTheLagQuotaFollowsTheLengthOfTheGame(t *testing.T) {
	for text, gain := range map[string]time.Duration{
		"none":      0,
		"1s":        154 * time.Millisecond,
		"10s":       190 * time.Millisecond,
		"1m":        390 * time.Millisecond,
		"10s+2s":    510 * time.Millisecond,
		"5m":        time.Second,
		"0s+3x1s":   310 * time.Millisecond,
		"0s+10/30s": 630 * time.Millisecond,
		"1000h":     time.Second,
	} {
		c := Start(parse(t, text), First, noon)
		if got := c.LagQuota(First); got != 3*gain || c.LagQuota(Second) != got {
			t.Errorf("%s: starts with %v and %v, want 3 times %v", text, got, c.LagQuota(Second), gain)
		}
		for range 9 {
			c = c.Press(c.side, Credit{}, noon)
		}
		if got := c.LagQuota(First); got != 7*gain {
			t.Errorf("%s: saved up %v, want 7 times %v", text, got, gain)
		}
	}
}

func TestALagIsTakenFromTheQuota(t *testing.T) {
	c := Start(parse(t, "10s"), First, noon) // the gain is 190 ms
	for i, turn := range []struct{ lag, credited, left time.Duration }{
		{500 * time.Millisecond, 500 * time.Millisecond, 260 * time.Millisecond},
		{time.Hour, 260 * time.Millisecond, 190 * time.Millisecond},
		{-time.Hour, 0, 380 * time.Millisecond},
	} {
		now := after(float64(i + 1))
		got := c.Bound(First, Credit{Lag: turn.lag}, now)
		before := c.Remaining(First, now).Main
		c = c.Press(First, Credit{Lag: turn.lag}, now)
		if got.Lag != turn.credited || c.LagQuota(First) != turn.left || c.Remaining(First, now).Main != before+got.Lag {
			t.Errorf("lag %v: credited %v, quota %v", turn.lag, got.Lag, c.LagQuota(First))
		}
		c = c.Press(Second, Credit{}, now)
	}
}

func TestACreditIsNoLongerThanTheTurn(t *testing.T) {
	c := Start(parse(t, "10s"), First, noon)
	for want, credit := range map[Credit]Credit{
		{}:                    {Lag: -1, Waited: -1},
		{Waited: time.Second}: {Lag: time.Hour, Waited: time.Hour},
		{Lag: 100 * time.Millisecond, Waited: 900 * time.Millisecond}: {Lag: time.Hour, Waited: 900 * time.Millisecond},
	} {
		if got := c.Bound(First, credit, after(1)); got != want {
			t.Errorf("%+v: %+v, want %+v", credit, got, want)
		}
		if left := c.Press(First, credit, after(1)).Remaining(First, after(1)).Main; left != 9*time.Second+want.Total() {
			t.Errorf("%+v: left %v", credit, left)
		}
	}
	all := Credit{Lag: time.Hour, Waited: time.Hour}
	if c.Bound(Second, all, after(1)) != (Credit{}) || c.Stop(noon).Bound(First, all, after(1)) != (Credit{}) || c.Bound(First, all, after(-1)) != (Credit{}) {
		t.Error("a credit of a clock that does not run")
	}
}

func TestASuspensionMovesTheBeginningOfTheTurnButNotBeyondNow(t *testing.T) {
	start := Start(parse(t, "10s"), First, noon)
	for d, want := range map[time.Duration]time.Time{
		-time.Second: noon, 0: noon, 3 * time.Second: after(3), 8 * time.Second: after(8), time.Hour: after(8),
	} {
		c := start.Suspend(d, after(8))
		since, ok := c.Since()
		if end, _ := c.Deadline(); !ok || !since.Equal(want) || !end.Equal(want.Add(10*time.Second)) {
			t.Errorf("%v: since %v, until %v", d, since, end)
		}
	}
	if c := start.Suspend(time.Hour, after(-8)); c != start {
		t.Errorf("before the turn: %+v", c)
	}
	if c := start.Stop(after(1)); c.Suspend(time.Hour, after(8)) != c {
		t.Error("a stopped clock was suspended")
	}
}
