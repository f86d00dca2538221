package clock_test

import (
	"fmt"
	"time"

	"rosette/play/clock"
)

// Under Fischer time each move in time adds the increment.
func ExampleClock_fischer() {
	control, err := clock.ParseControl("5m+10s")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	c := clock.Start(control, clock.First, now)
	now = now.Add(30 * time.Second)
	c = c.Press(clock.First, clock.Credit{}, now)
	fmt.Println("first has", c.Remaining(clock.First, now).Main)
	now = now.Add(time.Minute)
	fmt.Println("second has", c.Remaining(clock.Second, now).Main)
	deadline, _ := c.Deadline()
	fmt.Println("until", deadline.Format(time.TimeOnly))
	// Output:
	// first has 4m40s
	// second has 4m0s
	// until 12:05:30
}

// Under byo-yomi a move within a period restores it, and a period that runs out is lost.
func ExampleClock_byoYomi() {
	control, err := clock.ParseControl("0s+3x30s")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	c := clock.Start(control, clock.First, now)
	for _, think := range []time.Duration{25 * time.Second, 40 * time.Second} {
		now = now.Add(think)
		c = c.Press(clock.First, clock.Credit{}, now)
		left := c.Remaining(clock.First, now)
		fmt.Println("after", think, "there are", left.Periods, "periods of", left.Period)
		c = c.Press(clock.Second, clock.Credit{}, now)
	}
	fmt.Println("a minute later:", c.Flagged(now.Add(time.Minute)))
	// Output:
	// after 25s there are 3 periods of 30s
	// after 40s there are 2 periods of 30s
	// a minute later: true
}
