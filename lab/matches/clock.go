package matches

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"rosette/engine"
)

// A Clock is the time control of a player: the time that it has for a game, and what
// each of its moves adds. The zero Clock is none.
type Clock struct{ Main, Increment time.Duration }

// maxClock bounds both times of a clock.
const maxClock = 24 * time.Hour

// parseClock reads a clock as people write it: the main time, and + and the increment.
func parseClock(text string) (c Clock, err error) {
	main, increment, fischer := strings.Cut(text, "+")
	if c.Main, err = time.ParseDuration(main); err == nil && fischer {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err == nil && (c.Main <= 0 || c.Increment < 0 || max(c.Main, c.Increment) > maxClock) {
		err = errors.New("out of bounds")
	}
	return c, err
}

// String formats the clock as it is written.
func (c Clock) String() string {
	if c.Increment == 0 {
		return c.Main.String()
	}
	return c.Main.String() + "+" + c.Increment.String()
}

// A runningClock is a clock in one game.
type runningClock struct {
	Clock
	left time.Duration
}

func (c Clock) start() runningClock { return runningClock{c, c.Main} }

// time returns what the clock leaves the player; the zero Time without a clock.
func (c *runningClock) time() engine.Time {
	return engine.Time{Main: c.left, Increment: c.Increment, Clocked: c.Clock != Clock{}}
}

// spend takes the time of a move off the clock. The error is a [Fault] if there was
// not so much left.
func (c *runningClock) spend(took time.Duration) error {
	if c.Clock == (Clock{}) {
		return nil
	}
	left := c.left
	if c.left += c.Increment - took; took > left {
		return &Fault{Overtime, fmt.Sprintf("it takes %v for a move with %v left", took.Round(time.Millisecond), left.Round(time.Millisecond))}
	}
	return nil
}
