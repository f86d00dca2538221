package clock

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

// after returns the time seconds after noon.
func after(seconds float64) time.Time {
	return noon.Add(time.Duration(seconds * float64(time.Second)))
}

func parse(t testing.TB, text string) Control {
	t.Helper()
	c, err := ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// turn is a move's duration and the player's time left after it.
type turn struct {
	seconds float64
	main    float64
	period  float64
	periods int
	stones  int
}

func TestTheTimeLeftAfterEachMove(t *testing.T) {
	for text, turns := range map[string][]turn{
		"none":          {{seconds: 1e6}, {seconds: 1e6}},
		"10s":           {{3, 7, 0, 0, 0}, {6.5, 0.5, 0, 0, 0}},
		"10s+5s":        {{3, 12, 0, 0, 0}, {12 - .001, 5.001, 0, 0, 0}},
		"10s+5s^12s":    {{1, 12, 0, 0, 0}, {10, 7, 0, 0, 0}, {0, 12, 0, 0, 0}},
		"10s+3x30s":     {{9, 1, 30, 3, 0}, {30.5, 0, 30, 3, 0}, {30, 0, 30, 2, 0}, {29, 0, 30, 2, 0}, {59, 0, 30, 1, 0}},
		"0s+2x30s":      {{29, 0, 30, 2, 0}, {31, 0, 30, 1, 0}},
		"10s+3/60s":     {{9, 1, 60, 0, 3}, {2, 0, 59, 0, 2}, {20, 0, 39, 0, 1}, {38, 0, 60, 0, 3}},
		"1h30m+25/1h5m": {{1, 5399, 3900, 0, 25}},
		"30s/move":      {{29, 0, 30, 0, 0}, {1, 0, 30, 0, 0}},
		"2d/move":       {{86400, 0, 172800, 0, 0}, {172799, 0, 172800, 0, 0}},
	} {
		now, c := noon, Start(parse(t, text), First, noon)
		for i, turn := range turns {
			now = now.Add(time.Duration(turn.seconds * float64(time.Second)))
			if c.Flagged(now) {
				t.Fatalf("%s: move %d lost on time", text, i+1)
			}
			c = c.Press(First, Credit{}, now)
			l := c.Remaining(First, now)
			got := turn
			got.main = l.Main.Seconds()
			got.period = l.Period.Seconds()
			got.periods = l.Periods
			got.stones = l.Stones
			if got != turn {
				t.Errorf("%s: after move %d: %+v, want %+v", text, i+1, got, turn)
			}
			c = c.Press(Second, Credit{}, now)
		}
	}
}

func TestAPlayerWhoThinksTooLongLosesOnTime(t *testing.T) {
	for text, seconds := range map[string]float64{
		"10s": 10, "10s+5s": 10, "10s+5s^12s": 10, "10s+3x30s": 100, "0s+2x30s": 60, "10s+3/60s": 70,
		"30s/move": 30, "1d/move": 86400,
	} {
		c := Start(parse(t, text), First, noon)
		end, ok := c.Deadline()
		if !ok || !end.Equal(after(seconds)) {
			t.Errorf("%s: time runs out at %v, want %v", text, end, after(seconds))
		}
		if c.Flagged(end.Add(-time.Nanosecond)) || !c.Flagged(end) {
			t.Errorf("%s: the flag does not fall just at %v", text, end)
		}
		if late := c.Press(First, Credit{}, end); !late.Remaining(First, end).Expired() {
			t.Errorf("%s: a press at the deadline gave time back: %+v", text, late.Remaining(First, end))
		}
	}
}

func TestAnUndoGivesNoTimeBack(t *testing.T) {
	c := Start(parse(t, "0s+2x30s"), First, noon).SwitchTo(First, after(20))
	if l := c.Remaining(First, after(20)); l.Period != 10*time.Second || l.Periods != 2 {
		t.Errorf("after 20 s and an undo: %+v", l)
	}
	c = Start(parse(t, "60s+5s"), First, noon).Press(First, Credit{}, after(10)).SwitchTo(First, after(30))
	if l := c.Remaining(Second, after(30)); l.Main != 40*time.Second {
		t.Errorf("the opponent's time was given back: %+v", l)
	}
}

func TestAStoppedClockLosesNoTime(t *testing.T) {
	c := Start(parse(t, "10s"), First, noon).Stop(after(4))
	if l := c.Remaining(First, after(1000)); l.Main != 6*time.Second || c.Flagged(after(1000)) {
		t.Errorf("left %+v", l)
	}
	if _, ok := c.Deadline(); ok {
		t.Error("a stopped clock has a deadline")
	}
	var zero Clock
	if zero.Flagged(noon) || zero.Remaining(Second, noon).Expired() {
		t.Error("the zero clock has run out")
	}
}

func TestTimeThatGoesBackwardsIsNotGivenBack(t *testing.T) {
	c := Start(parse(t, "10s"), First, noon)
	if l := c.Remaining(First, after(-5)); l.Main != 10*time.Second {
		t.Errorf("left %v of 10 s", l.Main)
	}
}

// control draws any valid control.
func control(t *rapid.T) Control {
	d := func(name string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Millisecond
	}
	c := Control{Kind: rapid.SampledFrom([]string{None, Absolute, Fischer, ByoYomi, Canadian}).Draw(t, "kind")}
	switch c.Kind {
	case Absolute:
		c.Main = d("main", 1, 3_600_000)
	case Fischer:
		c.Main, c.Increment = d("main", 1, 3_600_000), d("increment", 1, 60_000)
		if rapid.Bool().Draw(t, "capped") {
			c.Cap = c.Main + d("over", 0, 60_000)
		}
	case ByoYomi:
		c.Main, c.Period = d("main", 0, 60_000), d("period", 1, 60_000)
		c.Periods = rapid.IntRange(1, MaxPeriods).Draw(t, "periods")
	case Canadian:
		c.Main, c.Period = d("main", 0, 60_000), d("period", 1, 600_000)
		c.Stones = rapid.IntRange(1, 40).Draw(t, "stones")
	}
	return c
}

func TestEveryControlIsReadAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := control(t)
		if err := c.Check(); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if read, err := ParseControl(c.String()); err != nil || read != c {
			t.Fatalf("%+v is written %s and read %+v, %v", c, c, read, err)
		}
	})
}

// most returns the time on the clock before the first move plus the most that n moves can add.
func most(c Control, n int) time.Duration {
	switch c.Kind {
	case Fischer:
		return c.Main + time.Duration(n)*c.Increment
	case ByoYomi:
		return c.Main + time.Duration(c.Periods+n)*c.Period
	case Canadian:
		return c.Main + time.Duration(1+n/c.Stones)*c.Period
	}
	return c.Main
}

func TestNoPlayerThinksLongerThanTheControlAllows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := control(t)
		if !c.Timed() {
			return
		}
		now, k := noon, Start(c, First, noon)
		var thought [2]time.Duration
		var moves [2]int
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			before := k.Remaining(k.side, now)
			think := time.Duration(rapid.Float64Range(0, 1.1).Draw(t, "think") * rapid.Float64Range(0, 1).Draw(t, "part") * float64(before.Total()))
			s := k.side
			now = now.Add(think)
			if k.Flagged(now) != (think >= before.Total()) {
				t.Fatalf("%s: %v of %+v thought: flag %v", c, think, before, k.Flagged(now))
			}
			if k.Flagged(now) {
				return
			}
			k = k.Press(s, Credit{}, now)
			thought[s] += think
			moves[s]++
			l := k.Remaining(s, now)
			if thought[s] > most(c, moves[s]) || thought[s]+l.Total() > most(c, moves[s]) {
				t.Fatalf("%s: thought %v in %d moves and has %+v", c, thought[s], moves[s], l)
			}
			if c.Cap > 0 && l.Main > c.Cap || l.Period > c.Period || l.Periods > c.Periods || l.Stones > c.Stones {
				t.Fatalf("%s: has %+v", c, l)
			}
		}
	})
}

func TestSeveralWaitsCountAsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := initial(control(t))
		a := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "a"))
		b := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "b"))
		once, twice := l.After(a+b), l.After(a).After(b)
		if once.Expired() != twice.Expired() || !once.Expired() && once != twice {
			t.Fatalf("%s: %v and %v: %+v, at once %+v", l.Control, a, b, twice, once)
		}
	})
}
