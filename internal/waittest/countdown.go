package waittest

import "context"

// A Countdown is a context that is cancelled after its error was checked Checks times. Checks
// below 0 counts those after that.
type Countdown struct {
	context.Context
	Checks int
}

// Err implements [context.Context].
func (c *Countdown) Err() error {
	if c.Checks--; c.Checks < 0 {
		return context.Canceled
	}
	return nil
}
