package matches

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"rosette/engine"
)

// A Clock is a player's time control: Main is the time for the whole game, Increment the time that
// each move adds. The zero Clock sets no limit.
type Clock struct{ Main, Increment time.Duration }

// maxClock bounds both times of a clock.
const maxClock = 24 * time.Hour

// parseClock parses MAIN or MAIN+INCREMENT, such as 5m+2s.
func parseClock(text string) (c Clock, err error) {
	main, increment, fischer := strings.Cut(text, "+")
	if c.Main, err = time.ParseDuration(main); err != nil {
		return c, err
	}
	if fischer {
		if c.Increment, err = time.ParseDuration(increment); err != nil {
			return c, err
		}
	}
	if c.Main <= 0 || c.Increment < 0 || max(c.Main, c.Increment) > maxClock {
		return c, errors.New("out of bounds")
	}
	return c, nil
}

// String formats the clock for parseClock.
func (c Clock) String() string {
	if c.Increment == 0 {
		return c.Main.String()
	}
	return c.Main.String() + "+" + c.Increment.String()
}

// A runningClock is a clock during one game.
type runningClock struct {
	Clock
	left time.Duration
}

func (c Clock) start() runningClock { return runningClock{c, c.Main} }

// time returns the time left, or the zero Time without a clock.
func (c *runningClock) time() engine.Time {
	return engine.Time{Main: c.left, Increment: c.Increment, Clocked: c.Clock != Clock{}}
}

// spend subtracts the time for a move from the clock. It returns a [Fault] if the move took longer
// than the time left.
func (c *runningClock) spend(took time.Duration) error {
	if c.Clock == (Clock{}) {
		return nil
	}
	left := c.left
	if c.left += c.Increment - took; took > left {
		return &Fault{
			Overtime,
			fmt.Sprintf("it takes %v for a move with %v left", took.Round(time.Millisecond),
				left.Round(time.Millisecond)),
		}
	}
	return nil
}
