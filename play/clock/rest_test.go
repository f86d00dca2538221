package clock

import (
	"testing"
	"time"
)

// at returns a time in 2024 in UTC, such as "Fri 03 May 18:00".
func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse("Mon 02 Jan 2006 15:04", text[:10]+" 2024"+text[10:])
	if err != nil || when.Format("Mon") != text[:3] {
		t.Fatal(text, err, when)
	}
	return when
}

func TestWeekendsDoNotCountWhereTheControlSaysSo(t *testing.T) {
	for _, c := range []struct{ control, begin, deadline string }{
		{"1d/move-weekends", "Wed 01 May 12:00", "Thu 02 May 12:00"},
		{"1d/move", "Fri 03 May 18:00", "Sat 04 May 18:00"},
		{"1d/move-weekends", "Fri 03 May 18:00", "Mon 06 May 18:00"},
		{"1d/move-weekends", "Fri 03 May 00:00", "Sat 04 May 00:00"},
		{"1d/move-weekends", "Sat 04 May 00:00", "Tue 07 May 00:00"},
		{"1d/move-weekends", "Sun 05 May 23:00", "Tue 07 May 00:00"},
		{"7d/move-weekends", "Sun 05 May 23:00", "Wed 15 May 00:00"},
		{"5d/move-weekends", "Mon 06 May 00:00", "Sat 11 May 00:00"},
		{"30d/move-weekends", "Mon 01 Jan 00:00", "Sat 10 Feb 00:00"},
	} {
		begin, want := at(t, c.begin), at(t, c.deadline)
		clock := Start(parse(t, c.control), First, begin)
		if got, ok := clock.Deadline(); !ok || !got.Equal(want) {
			t.Errorf("%s from %s ends at %v, want %s", c.control, c.begin, got, c.deadline)
		}
		if !clock.Flagged(want) || clock.Flagged(want.Add(-time.Millisecond)) {
			t.Errorf("%s from %s: the flag does not fall at %s", c.control, c.begin, c.deadline)
		}
	}
}

func TestWeekendsBeforeTheReferenceCountAsWell(t *testing.T) {
	sunday := time.Date(1999, 12, 26, 9, 0, 0, 0, time.UTC)
	deadline, _ := Start(parse(t, "1d/move-weekends"), First, sunday).Deadline()
	if want := time.Date(1999, 12, 28, 0, 0, 0, 0, time.UTC); !deadline.Equal(want) {
		t.Errorf("%v, want %v", deadline, want)
	}
}

func TestAClockThatRestsStandsStill(t *testing.T) {
	c := Start(parse(t, "100s"), First, noon).Rest(First, after(50), after(10))
	for seconds, want := range map[float64]float64{0: 90, 10: 90, 49: 90, 50: 90, 60: 80} {
		if got := c.Remaining(First, after(seconds)).Main.Seconds(); got != want {
			t.Errorf("after %v s there are %v s, want %v", seconds, got, want)
		}
	}
	if deadline, _ := c.Deadline(); !deadline.Equal(after(140)) {
		t.Errorf("deadline %v", deadline)
	}
	back := c.Rest(First, after(30), after(30))
	if got := back.Remaining(First, after(40)).Main; got != 80*time.Second {
		t.Errorf("who comes back early has %v", got)
	}
	moved := c.Press(First, Credit{}, after(20))
	if got := moved.Remaining(Second, after(40)).Main; got != 80*time.Second {
		t.Errorf("the other side has %v: its clock does not rest", got)
	}
	again := moved.Press(Second, Credit{}, after(40))
	if got := again.Remaining(First, after(60)).Main; got != 80*time.Second {
		t.Errorf("after a move within its rest the side has %v", got)
	}
}

func TestTimeThatIsAddedComesToTheMainTime(t *testing.T) {
	for _, c := range []struct {
		control string
		side    Side
		left    float64
	}{
		{"100s", First, 105}, // 10 s are used
		{"100s", Second, 115},
		{"100s+5s^100s", Second, 115},
		{"0s+2x30s", First, 65},
		{"30s/move", First, 35},
		{"1000h", Second, 3.6e6},
		{"none", First, 0},
	} {
		clock := Start(parse(t, c.control), First, noon).Add(c.side, 15*time.Second, after(10))
		if got := clock.Remaining(c.side, after(10)).Total().Seconds(); got != c.left {
			t.Errorf("%s: side %d has %v s, want %v", c.control, c.side, got, c.left)
		}
	}
	capped := Start(parse(t, "100s+5s^100s"), First, noon).Add(First, 15*time.Second, noon).Press(First, Credit{}, noon)
	if got := capped.Remaining(First, noon).Main; got != 115*time.Second {
		t.Errorf("the cap took added time back: %v", got)
	}
}
